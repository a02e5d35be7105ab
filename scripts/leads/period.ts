import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SLUG } from '#src/config/sections/slug.ts';
import { dealersFolder } from '#src/dealer-files/load-dealers.ts';
import type { LeadAdmin } from '#src/features/leads/server/operations/lead-admin.ts';
import { DAY_MS, HOUR_MS } from '#src/platform/time/duration.ts';
import { nextMidnight } from '#src/platform/time/zoned-time.ts';
import { UsageError } from '../command/command.ts';
import { knownDealers, type LeadPlaces } from './lead-dealers.ts';

/** The time zone of dates if no dealer is named. */
export const FLEET_TIME_ZONE = 'Australia/Sydney';

const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;
const AGO = /^(\d{1,4})([dh])$/;
/** Before the local midnight of a date and after the one before, wherever Australia has a clock. */
const BEFORE_MIDNIGHT_MS = 20 * HOUR_MS;

/** The time zone of a dealer's dates. */
export function timeZoneOf(dealer: string | undefined, places: LeadPlaces): string {
  if (dealer === undefined) return FLEET_TIME_ZONE;
  const known = knownDealers(places).find(({ slug }) => slug === dealer);
  return known?.timeZone ?? FLEET_TIME_ZONE;
}

/** @throws UsageError for a dealer with neither a file, a published site nor a lead: most likely a slip of the pen */
export async function checkDealer(
  admin: Pick<LeadAdmin, 'knows'>,
  dealer: string | undefined,
  places: LeadPlaces,
): Promise<void> {
  if (dealer === undefined) return;
  const folder = dealersFolder(places.dealersDir);
  if (SLUG.test(dealer) && existsSync(join(folder, `${dealer}.json`))) return;
  if (knownDealers(places).some(({ slug }) => slug === dealer)) return;
  if (await admin.knows(dealer)) return;
  throw new UsageError(
    `There is no dealer "${dealer}": no file in ${folder}, no published site, no lead. "npm run dealers -- list" names all.`,
  );
}

/**
 * An instant as ISO text: of a date, of a date and time with its zone, or of a number of days or hours ago.
 * @param edge a date alone means its first moment, or its last ("end")
 * @throws UsageError
 */
export function readInstant(
  option: string,
  text: string | undefined,
  { timeZone, now, edge }: { timeZone: string; now: Date; edge: 'start' | 'end' },
): string | undefined {
  if (text === undefined) return undefined;
  const [, count, unit] = AGO.exec(text) ?? [];
  if (count !== undefined) {
    return new Date(now.getTime() - Number(count) * (unit === 'd' ? DAY_MS : HOUR_MS)).toISOString();
  }
  const at = CALENDAR_DATE.test(text) || INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  const isReal = !Number.isNaN(at) && (INSTANT.test(text) || new Date(at).toISOString().startsWith(text));
  if (!isReal) {
    throw new UsageError(
      `--${option} takes a date (2026-07-01), a time with its zone (2026-07-01T09:00+10:00), or days or hours ago (7d, 12h); "${text}" is none.`,
    );
  }
  if (INSTANT.test(text)) return new Date(at).toISOString();
  const start = nextMidnight(new Date(at - BEFORE_MIDNIGHT_MS), timeZone);
  return (edge === 'start' ? start : nextMidnight(start, timeZone)).toISOString();
}
