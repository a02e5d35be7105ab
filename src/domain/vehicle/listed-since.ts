import { zonedDate } from '../clock.ts';
import { DAY_MS } from '../duration.ts';
import type { StockedVehicle } from './vehicle.ts';

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
