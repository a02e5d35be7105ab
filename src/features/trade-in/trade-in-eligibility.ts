import type { DealershipSwitches } from '#src/config/sections/business/locations-section.ts';
import type { ReservableCar } from '#src/features/vehicle/actions/vehicle-actions.ts';
import type { Cents } from '#src/platform/number/number-format.ts';

/** At or below this a price is a placeholder, and nothing can be traded against it. */
const PRICE_FLOOR_CENTS: Cents = 20_000;

type TradableCar = Omit<ReservableCar, 'payment_processors'>;

/** FORM-14: a car of the dealer that a trade-in counts towards: in stock, not sold, not reserved, priced above $200. */
export const isTradeInEligible = ({ status, reserved, shownPrice: { kind, cents } }: TradableCar): boolean =>
  status === 'in_stock' && !reserved && kind === 'price' && cents !== null && cents > PRICE_FLOOR_CENTS;

/** FORM-14, CFG-08: a trade-in is offered where both the car and the dealership that sells it allow it. */
export const offersTradeIn = (
  car: TradableCar,
  switches: Partial<Pick<DealershipSwitches, 'tradeIn'>> | undefined,
): boolean => switches?.tradeIn === true && isTradeInEligible(car);
