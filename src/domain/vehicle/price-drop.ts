import { zonedDate } from '../clock.ts';
import { DAY_MS } from '../duration.ts';
import { type Cents, formatCents } from '../money.ts';
import { formatDate } from './display-text.ts';
import { currentPrice, type PriceDisplay, pricingOf } from './price-display.ts';
import type { AdvertisedPrice, Vehicle } from './vehicle.ts';

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
