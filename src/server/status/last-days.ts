import { leadsByTime } from '#src/features/leads/server/queries/lead-list-queries.ts';
import {
  type DayCount,
  dayCounts,
  FLEET,
  MEASURED,
  type Measured,
} from '#src/platform/database/daily-counts.ts';
import { percentileOf } from '#src/platform/number/buckets.ts';
import { formatNumber } from '#src/platform/number/number-format.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';

export const DAYS_SHOWN = 30;

/** A value by day; undefined where nothing is known. */
export type DayValues = readonly (number | undefined)[];

export type Chart = {
  title: string;
  /** Bars are counts of a day; a line is a measured value. */
  kind: 'bars' | 'line';
  values: DayValues;
  /** What the figure of the whole time is: their sum, or the last value. */
  figure: string;
  /** Part of the values, drawn in another colour. */
  part?: { label: string; values: DayValues; isFault: boolean };
  /** Counts in the other direction, drawn below the axis. */
  below?: { label: string; values: DayValues };
  /** Values up to this are good. */
  goodUpTo?: number;
  /** A value with its unit. */
  format: (value: number) => string;
};

export type LastDays = {
  /** YYYY-MM-DD, oldest first. */
  days: readonly string[];
  charts: readonly Chart[];
};

const MEDIAN = 0.5;
/** As the thresholds of web vitals are defined. */
const VITALS_SHARE = 0.75;
const CLS_UNITS = 1000;
const MS = 1000;

type Counts = readonly Omit<DayCount, 'dealer'>[];

/** The time zone of most dealers. */
function zoneOfMost(dealers: readonly { timeZone: string }[]): string {
  const groups = [...Map.groupBy(dealers, ({ timeZone }) => timeZone)];
  const [most] = groups.sort(([, a], [, b]) => b.length - a.length);
  return most?.[0] ?? 'UTC';
}

function daysUntil(now: Date, timeZone: string): string[] {
  const today = Date.parse(zonedDate(now, timeZone).date);
  return Array.from({ length: DAYS_SHOWN }, (_, at) =>
    new Date(today - (DAYS_SHOWN - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );
}

const sumOf = (values: DayValues): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
const whole = (value: number): string => formatNumber(Math.round(value));
const seconds = (value: number): string => `${formatNumber(value, value < 10 ? 1 : 0)} s`;
const latest = (values: DayValues, format: Chart['format']): string => {
  const last = values.findLast((value) => value !== undefined);
  return last === undefined ? '–' : format(last);
};

function counted(title: string, values: DayValues, more: Partial<Chart> = {}): Chart {
  return { title, kind: 'bars', values, figure: whole(sumOf(values)), format: whole, ...more };
}

function measured(title: string, values: DayValues, format: Chart['format'], goodUpTo?: number): Chart {
  const figure = latest(values, format);
  return { title, kind: 'line', values, figure, format, ...(goodUpTo !== undefined && { goodUpTo }) };
}

function chartsOf(days: readonly string[], counts: Counts, leads: DayValues, isFleet: boolean): Chart[] {
  const byDay = Map.groupBy(counts, ({ day }) => day);
  const of = (day: string, name: DayCount['name']) =>
    (byDay.get(day) ?? []).filter((row) => row.name === name);
  const times = (name: DayCount['name']): DayValues =>
    days.map((day) => of(day, name).reduce((sum, { count }) => sum + count, 0));
  const share = (name: Measured, wanted: number, units = 1): DayValues =>
    days.map((day) => {
      const value = percentileOf(MEASURED[name], of(day, name), wanted);
      return value === undefined ? undefined : value / units;
    });
  const stock = days.map((day) => of(day, 'stock')[0]?.count);
  const searches = times('searches');
  const empty = times('empty_searches');
  const imports = times('import_seconds');
  const failedImports = times('import_failures');
  const tried = imports.map((done, at) => (done ?? 0) + (failedImports[at] ?? 0));
  return [
    counted('Leads', leads),
    counted('Searches', searches, { part: { label: 'found nothing', values: empty, isFault: false } }),
    { ...measured('Vehicles in stock', stock, whole) },
    counted('Arrivals', times('arrivals'), { below: { label: 'left', values: times('departures') } }),
    counted('Imports', tried, { part: { label: 'failed', values: failedImports, isFault: true } }),
    measured('Time of an import, median', share('import_seconds', MEDIAN), seconds),
    counted('Failed responses', times('failures')),
    ...(isFleet ? [counted('Errors in the log', times('errors'))] : []),
    measured('Largest paint, p75', share('lcp', VITALS_SHARE, MS), seconds, 2.5),
    measured('Response to a press, p75', share('inp', VITALS_SHARE), (ms) => `${whole(ms)} ms`, 200),
    measured(
      'Layout shift, p75',
      share('cls', VITALS_SHARE, CLS_UNITS),
      (score) => formatNumber(score, 2),
      0.1,
    ),
  ];
}

/**
 * What happened on the last days, today included. A day is one of the dealer's time zone; of all dealers, of the zone
 * that most have.
 * @param slug all dealers if undefined
 * @throws database errors
 */
export async function gatherLastDays(
  { db, clock, tenants }: Pick<Services, 'db' | 'clock' | 'tenants'>,
  slug?: string,
): Promise<LastDays> {
  const dealer = slug === undefined ? undefined : tenants.bySlug(slug);
  const timeZone = dealer?.timeZone ?? zoneOfMost(tenants.all);
  const days = daysUntil(clock.now(), timeZone);
  const [first = ''] = days;
  // Time zones are at most 14 hours ahead.
  const since = new Date(Date.parse(first) - DAY_MS).toISOString();
  const [counts, leads] = await Promise.all([
    dayCounts(db, { dealer: slug ?? FLEET, since: first }),
    leadsByTime(db, { dealer: slug, since }),
  ]);
  const leadsOf = new Map<string, number>();
  for (const { at, leads: more } of leads) {
    const day = zonedDate(at, timeZone).date;
    leadsOf.set(day, (leadsOf.get(day) ?? 0) + more);
  }
  const leadsByDay = days.map((day) => leadsOf.get(day) ?? 0);
  return { days, charts: chartsOf(days, counts, leadsByDay, slug === undefined) };
}
