import { depositText } from './deposit.ts';
import type { PriceDisplay } from './price-display.ts';

/** The facts of a car that decide whether it can be reserved. */
export type ReservableCar = {
  status: string;
  reserved: boolean;
  payment_processors: readonly string[];
  /** As its page shows it. */
  shownPrice: Pick<PriceDisplay, 'kind' | 'cents'>;
};

/** VDP-26: it is for sale at a price that is shown, its deposit can be paid, and no one else has paid it. */
export const isReservable = ({ status, reserved, payment_processors, shownPrice }: ReservableCar): boolean =>
  status === 'in_stock' && !reserved && payment_processors.length > 0 && shownPrice.cents !== null;

/** VDP-26: "Reserve Now $200"; no amount where none is set. */
export const reserveLabel = (words: string, card: Parameters<typeof depositText>[0]): string =>
  [words, depositText(card)].filter(Boolean).join(' ');

/** What a finance link from a car carries to the finance page. */
export function financeQuery(car: {
  id: string;
  car_type: string;
  vin?: string | null | undefined;
  dealership: string | null | undefined;
  cents: number | null;
}): Record<string, string | undefined> {
  return {
    preferredDealership: car.dealership ?? undefined,
    vehiclePriceBudget: car.cents === null ? undefined : String(Math.round(car.cents / 100)),
    car_id: car.id,
    car_type: car.car_type,
    vin: car.vin ?? undefined,
  };
}
