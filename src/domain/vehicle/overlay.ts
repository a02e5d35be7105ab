import type { Cents } from '../money.ts';
import type { StockedVehicle } from './vehicle.ts';

/** What people have set over a vehicle's feed (PLAT-03). */
export type Overlay = {
  isHidden: boolean;
  /** In place of all prices of the feed; its price type still holds. */
  price: Cents | null;
  /** When any of it last changed, ISO 8601. */
  changedAt: string;
};

/**
 * A vehicle as shoppers see it. Claims the feed makes about its own price, such as an offer, a former price or a
 * repayment, do not hold for another one.
 */
export function overlaid(vehicle: StockedVehicle, { isHidden, price, changedAt }: Overlay): StockedVehicle {
  const shown = {
    ...vehicle,
    show_on_dealer_website: vehicle.show_on_dealer_website && !isHidden,
    updatedAt: changedAt > vehicle.updatedAt ? changedAt : vehicle.updatedAt,
  };
  if (price === null) return shown;
  const { offer_price: _offer, before_price: _before, youxQuote: _quote, ...rest } = shown;
  return { ...rest, price, advertised: null, setOver: vehicle.advertised, finance_lenders: {} };
}
