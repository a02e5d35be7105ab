import { formatDate } from '#src/features/vehicle/text/display-text.ts';
import type { AdvertisedPrice, StockedVehicle, Vehicle } from '#src/features/vehicle/vehicle.ts';
import { type Cents, formatCents } from '#src/platform/number/number-format.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { currentPrice, type PriceDisplay, pricingOf } from './price-display.ts';

/** Smaller drops are not shown. */
export const MIN_DROP_CENTS: Cents = 10_000;
/** Days the previous price must have been advertised. */
export const MIN_DAYS_BEFORE = 7;
/** Older drops are not shown. */
export const MAX_DAYS_SINCE = 60;
/** Periods recorded before the previous price. */
const MAX_EARLIER = 12;

/**
 * The advertised price after an import.
 * @param previous the value before the import; null if unknown, or if the vehicle was not for sale in between
 * @param now ISO 8601
 */
export function advertisedPrice(
  vehicle: Vehicle,
  previous: AdvertisedPrice | null,
  now: string,
): AdvertisedPrice {
  const cents = currentPrice(pricingOf(vehicle, {}));
  const type = vehicle.price_type ?? null;
  if (previous?.cents === cents && previous.type === type) return previous;
  if (!previous) return { cents, type, since: now };
  const before = { cents: previous.cents, type: previous.type, since: previous.since };
  const earlier = [...(previous.earlier ?? []), ...(previous.before ? [previous.before] : [])];
  return {
    ...{ cents, type, since: now, before },
    ...(earlier.length > 0 && { earlier: earlier.slice(-MAX_EARLIER) }),
  };
}

/**
 * `$2,000 less than on 3 November`, the last day of the previous price. Only prices of the same type are compared, as
 * leaving out government charges is not a price drop.
 * @param shown the displayed price; there is no history unless it is the advertised one
 * @returns null if there is no drop, or it is too small or too old
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
  if (drop < MIN_DROP_CENTS || before.type !== advertised.type) return null;
  const changedAt = Date.parse(advertised.since);
  const daysBefore = (changedAt - Date.parse(before.since)) / DAY_MS;
  const daysSince = (now.getTime() - changedAt) / DAY_MS;
  if (daysBefore < MIN_DAYS_BEFORE || daysSince > MAX_DAYS_SINCE) return null;
  const { date, year } = zonedDate(new Date(changedAt - DAY_MS), timeZone);
  const day = formatDate(date);
  const isThisYear = year === zonedDate(now, timeZone).year;
  return `${formatCents(drop)} less than on ${isThisYear ? day.replace(` ${year}`, '') : day}`;
}

/** More than the maximum of `card.newArrivalDays`. */
const NO_LONGER_NEW_DAYS = 61;

/**
 * CARD-03: the time used to sort by latest, in milliseconds. Vehicles of a dealer's first import are not new arrivals,
 * so they sort behind later ones.
 */
export const listedSince = ({ listedAt, firstSeenAt }: Pick<StockedVehicle, 'listedAt' | 'firstSeenAt'>) =>
  listedAt === null ? Date.parse(firstSeenAt) - NO_LONGER_NEW_DAYS * DAY_MS : Date.parse(listedAt);

/** `Listed 12 days ago`, in calendar days of the dealer's time zone; null if unknown. */
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

/** PLAT-03: manual overrides of feed data. */
export type Overlay = {
  isHidden: boolean;
  /** Replaces all prices of the feed, but not the price type. */
  price: Cents | null;
  /** ISO 8601. */
  changedAt: string;
};

/**
 * Applies the overrides. Offers, previous prices and repayments in the feed refer to the price of the feed, so they are
 * removed if the price is overridden.
 */
export function withOverlay(
  vehicle: StockedVehicle,
  { isHidden, price, changedAt }: Overlay,
): StockedVehicle {
  const shown = {
    ...vehicle,
    show_on_dealer_website: vehicle.show_on_dealer_website && !isHidden,
    updatedAt: changedAt > vehicle.updatedAt ? changedAt : vehicle.updatedAt,
  };
  if (price === null) return shown;
  const { offer_price: _offer, before_price: _before, youxQuote: _quote, ...rest } = shown;
  return { ...rest, price, advertised: null, setOver: vehicle.advertised, finance_lenders: {} };
}
