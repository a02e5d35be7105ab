import type { Cents } from '../money.ts';
import type { VehicleStatus } from '../vehicle/vehicle.ts';

/** At or below this a price is a placeholder, and nothing can be traded against it. */
const PRICE_FLOOR_CENTS: Cents = 20_000;

/** FORM-14: a car of the dealer that a trade-in counts towards: in stock, not sold, not reserved, priced above $200. */
export const isTradeInEligible = (car: {
  status: VehicleStatus;
  reserved: boolean;
  price?: Cents | undefined;
}): boolean =>
  car.status === 'in_stock' && !car.reserved && car.price !== undefined && car.price > PRICE_FLOOR_CENTS;
