import type { DealershipSwitches } from '#src/config/sections/locations.ts';
import type { Cents } from '../money.ts';

/** At or below this a price is a placeholder, and nothing can be traded against it. */
const PRICE_FLOOR_CENTS: Cents = 20_000;

type TradableCar = { status: string; reserved: boolean; price?: Cents | undefined };

/** FORM-14: a car of the dealer that a trade-in counts towards: in stock, not sold, not reserved, priced above $200. */
export const isTradeInEligible = (car: TradableCar): boolean =>
  car.status === 'in_stock' && !car.reserved && car.price !== undefined && car.price > PRICE_FLOOR_CENTS;

/** FORM-14, CFG-08: a trade-in is offered where both the car and the dealership that sells it allow it. */
export const offersTradeIn = (
  car: TradableCar,
  switches: Partial<Pick<DealershipSwitches, 'tradeIn'>> | undefined,
): boolean => switches?.tradeIn === true && isTradeInEligible(car);
