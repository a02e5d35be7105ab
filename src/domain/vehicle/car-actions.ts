import type { Cents } from '../money.ts';
import { depositText } from './deposit.ts';

/** The facts of a car that decide whether it can be reserved; prices in cents. */
export type ReservableCar = {
  status: string;
  reserved: boolean;
  payment_processors: readonly string[];
  price?: Cents | undefined;
  offer_price?: Cents | undefined;
  subscription_price?: Cents | undefined;
};

const isPriced = ({ price = 0, offer_price = 0, subscription_price = 0 }: ReservableCar): boolean =>
  Math.max(price, offer_price, subscription_price) > 0;

/** VDP-26: it is for sale at a price, its deposit can be paid, and no one else has paid it. */
export const isReservable = (car: ReservableCar): boolean =>
  car.status === 'in_stock' && !car.reserved && car.payment_processors.length > 0 && isPriced(car);

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
