import type { VehicleStatus } from './vehicle.ts';

/** In stock or coming soon: the full sidebar with buttons; anything else is a SOLD notice (VDP-16). */
export const isAvailable = ({ status }: { status: VehicleStatus }): boolean =>
  status === 'in_stock' || status === 'coming_soon';
