import type { VehicleStatus } from './vehicle.ts';

type Held = { status: VehicleStatus; reserved: boolean; payment_processors: readonly string[] };

/** In stock or coming soon: the full sidebar with buttons; anything else is a SOLD notice (VDP-16). */
export const isAvailable = ({ status }: Pick<Held, 'status'>): boolean =>
  status === 'in_stock' || status === 'coming_soon';

/** Reserve shows only for a car on the lot, promised to nobody, that can be paid for online (VDP-26). */
export const isReservable = (car: Held): boolean =>
  car.status === 'in_stock' && !car.reserved && car.payment_processors.length > 0;
