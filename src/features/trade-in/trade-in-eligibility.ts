import type { DealershipSwitches } from '#src/config/sections/business/locations-section.ts';
import type { ReservableCar } from '#src/features/reservations/reservable-vehicle.ts';
import type { Cents } from '#src/platform/number/number-format.ts';

/** Prices up to this are placeholders. */
const PRICE_FLOOR_CENTS: Cents = 20_000;

type TradableCar = Omit<ReservableCar, 'payment_processors'>;

/** FORM-14: a car that a trade-in counts towards: in stock, not reserved, priced above $200. */
export const isTradeInEligible = ({ status, reserved, shownPrice: { kind, cents } }: TradableCar): boolean =>
  status === 'in_stock' && !reserved && kind === 'price' && cents !== null && cents > PRICE_FLOOR_CENTS;

/** FORM-14, CFG-08: both the car and its dealership must allow trade-ins. */
export const offersTradeIn = (
  car: TradableCar,
  switches: Partial<Pick<DealershipSwitches, 'tradeIn'>> | undefined,
): boolean => switches?.tradeIn === true && isTradeInEligible(car);
