import { formatDate } from '#src/features/vehicle/text/display-text.ts';
import type { AdvertisedPrice, StockedVehicle, Vehicle } from '#src/features/vehicle/vehicle.ts';
import { type Cents, formatCents } from '#src/platform/number/number-format.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { currentPrice, type PriceDisplay, pricingOf } from './price-display.ts';

/** A smaller difference is not worth a word. */
export const SMALLEST_DROP_CENTS: Cents = 10_000;
/** A price that was up for less time is nothing to compare with. */
export const LEAST_DAYS_BEFORE = 7;
/** A drop that is older is no news. */
export const MOST_DAYS_SINCE = 60;

/**
 * The advertised price after an import.
 * @param known the same before it; null where nothing is known, or the vehicle was not for sale in between
 * @param now ISO 8601
 */
export function advertisedPrice(
  vehicle: Vehicle,
  known: AdvertisedPrice | null,
  now: string,
): AdvertisedPrice {
  const cents = currentPrice(pricingOf(vehicle, {}));
  const type = vehicle.price_type ?? null;
  if (known?.cents === cents && known.type === type) return known;
  const before = known && { cents: known.cents, type: known.type, since: known.since };
  return { cents, type, since: now, ...(before && { before }) };
}

/**
 * `$2,000 less than on 3 November`, where that is the last day the price before was up. Only prices of one type are
 * compared: a drive-away price is no less for leaving out the government charges.
 * @param shown the price the page shows; one that comes from elsewhere has no past
 * @returns null where there is no drop, or it is too small or too long ago to be mentioned
 */
export function priceDrop(
  advertised: AdvertisedPrice | null,
  shown: Pick<PriceDisplay, 'kind' | 'cents'>,
  now: Date,
  timeZone: string,
): string | null {
  const before = advertised?.before;
  if (!before || shown.kind !== 'price' || advertised.cents === null || shown.cents !== advertised.cents)
    return null;
  const drop = (before.cents ?? 0) - advertised.cents;
  if (drop < SMALLEST_DROP_CENTS || before.type !== advertised.type) return null;
  const changedAt = Date.parse(advertised.since);
  const daysBefore = (changedAt - Date.parse(before.since)) / DAY_MS;
  const daysSince = (now.getTime() - changedAt) / DAY_MS;
  if (daysBefore < LEAST_DAYS_BEFORE || daysSince > MOST_DAYS_SINCE) return null;
  const { date, year } = zonedDate(new Date(changedAt - DAY_MS), timeZone);
  const day = formatDate(date);
  const isThisYear = year === zonedDate(now, timeZone).year;
  return `${formatCents(drop)} less than on ${isThisYear ? day.replace(` ${year}`, '') : day}`;
}

/** Longer than any dealer calls a car a new arrival (`card.newArrivalDays`). */
const NO_LONGER_NEW_DAYS = 61;

/**
 * The moment a vehicle's place among the latest counts from, in milliseconds (CARD-03). What a dealer had before its
 * first import has not just come in, so it sorts behind what arrives later.
 */
export const listedSince = ({ listedAt, firstSeenAt }: Pick<StockedVehicle, 'listedAt' | 'firstSeenAt'>) =>
  listedAt === null ? Date.parse(firstSeenAt) - NO_LONGER_NEW_DAYS * DAY_MS : Date.parse(listedAt);

/** `Listed 12 days ago`, by days of the calendar where the dealer is; null where it is unknown since when. */
export function listedText(
  { listedAt }: Pick<StockedVehicle, 'listedAt'>,
  now: Date,
  timeZone: string,
): string | null {
  if (listedAt === null) return null;
  const dayOf = (instant: Date) => Date.parse(zonedDate(instant, timeZone).date) / DAY_MS;
  const days = dayOf(now) - dayOf(new Date(listedAt));
  if (days <= 0) return 'Listed today';
  return days === 1 ? 'Listed yesterday' : `Listed ${days} days ago`;
}

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
