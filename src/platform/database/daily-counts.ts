import type { Logger } from 'pino';
import { bucketOf } from '#src/platform/number/buckets.ts';
import { type Clock, zonedDate } from '#src/platform/time/clock.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import type { Database } from './database.ts';
import { atomically } from './transactions.ts';

/** What is counted by day. */
type Counted =
  | 'searches'
  /** That found no vehicle. */
  | 'empty_searches'
  /** Responses with a status of 500 or more. */
  | 'failures'
  /** Lines of level error in the logs of all processes. */
  | 'errors'
  /** Vehicles that are new or back in stock. */
  | 'arrivals'
  | 'departures'
  /** Readings of a feed that failed. */
  | 'import_failures';

/** What is measured, with the upper bounds of the buckets it is counted in. CLS is in thousandths. */
export const MEASURED = {
  import_seconds: [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800],
  lcp: [500, 1000, 1500, 2000, 2500, 3000, 4000, 6000, 10_000],
  inp: [50, 100, 150, 200, 300, 400, 500, 1000, 2000],
  cls: [10, 25, 50, 75, 100, 150, 250, 500, 1000],
} as const;
export type Measured = keyof typeof MEASURED;

/** In place of a slug: all dealers together, and what belongs to no dealer. */
export const FLEET = '*';
const FLEET_TIME_ZONE = 'UTC';

type CountedDealer = { slug: string; timeZone: string };

export type DayCount = {
  day: string;
  dealer: string;
  name: Counted | Measured | 'stock';
  /** Upper bound of measured values; 0 for what is only counted. */
  bucket: number;
  count: number;
};

const ROWS_PER_STATEMENT = 150;

const orderOf = ({ dealer, day, name, bucket }: DayCount) => `${dealer} ${day} ${name} ${bucket}`;

/** In one order, so that processes that write at the same time do not deadlock. */
const inOrder = (rows: readonly DayCount[]) => rows.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));

/**
 * Writes counts in one transaction.
 * @param how `add` to what is stored, or `set` in its place
 */
async function writeCounts(db: Database, rows: readonly DayCount[], how: 'add' | 'set'): Promise<void> {
  const ordered = inOrder(rows);
  await atomically(db, async (transaction) => {
    for (let at = 0; at < ordered.length; at += ROWS_PER_STATEMENT)
      await transaction
        .insertInto('daily_counts')
        .values(ordered.slice(at, at + ROWS_PER_STATEMENT))
        .onConflict((conflict) =>
          conflict.columns(['dealer', 'day', 'name', 'bucket']).doUpdateSet((eb) => ({
            count:
              how === 'set'
                ? eb.ref('excluded.count')
                : eb('daily_counts.count', '+', eb.ref('excluded.count')),
          })),
        )
        .execute();
  });
}

/** Stores the stock of each dealer, and of all together, as that of the present day. */
export async function recordStock(
  db: Database,
  now: Date,
  stock: readonly { dealer: CountedDealer; vehicles: number }[],
): Promise<void> {
  const fleet = new Map<string, number>();
  const rows = stock.map(({ dealer: { slug, timeZone }, vehicles }): DayCount => {
    const day = zonedDate(now, timeZone).date;
    fleet.set(day, (fleet.get(day) ?? 0) + vehicles);
    return { day, dealer: slug, name: 'stock', bucket: 0, count: vehicles };
  });
  // Before midnight in the west, part of the fleet has its next day already.
  const [day] = [...fleet.keys()].sort();
  const all = [...fleet.values()].reduce((sum, each) => sum + each, 0);
  const total: DayCount[] =
    day === undefined ? [] : [{ day, dealer: FLEET, name: 'stock', bucket: 0, count: all }];
  await writeCounts(db, [...rows, ...total], 'set');
}

/**
 * Counts since a day, oldest first.
 * @param dealer a slug, or `FLEET`
 */
export const dayCounts = async (
  db: Database,
  { dealer, since }: { dealer: string; since: string },
): Promise<Omit<DayCount, 'dealer'>[]> =>
  (await db
    .selectFrom('daily_counts')
    .select(['day', 'name', 'bucket', 'count'])
    .where('dealer', '=', dealer)
    .where('day', '>=', since)
    .orderBy('day')
    .orderBy('bucket')
    .execute()) as Omit<DayCount, 'dealer'>[];

/** Deletes the counts of days before this one. */
export async function deleteCountsBefore(db: Database, day: string): Promise<void> {
  await db.deleteFrom('daily_counts').where('day', '<', day).execute();
}

export type DailyCounts = {
  /** Counts in memory. @param dealer undefined for what belongs to no dealer */
  add(dealer: CountedDealer | undefined, name: Counted, times?: number): void;
  /** Counts a measured value in memory. */
  measure(dealer: CountedDealer, name: Measured, value: number): void;
  /** Adds what was counted to the database. What cannot be written is tried again. @throws database errors */
  write(db: Database): Promise<void>;
};

/**
 * Counts by dealer and day, so that no request writes. A process that is killed loses what it has not written. Names
 * and dealers are from closed lists, which bounds memory.
 */
export function createDailyCounts(clock: Clock): DailyCounts {
  let counts = new Map<string, DayCount>();
  let writing: Promise<void> = Promise.resolve();
  /** By time zone: formatting a date takes thirty times as long as counting. */
  const days = new Map<string, { minute: number; day: string }>();

  function today(timeZone: string): string {
    const now = clock.now();
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    const known = days.get(timeZone);
    if (known?.minute === minute) return known.day;
    const day = zonedDate(now, timeZone).date;
    days.set(timeZone, { minute, day });
    return day;
  }

  function count(into: Map<string, DayCount>, row: DayCount): void {
    const key = orderOf(row);
    const known = into.get(key);
    if (known) known.count += row.count;
    else into.set(key, { ...row });
  }

  async function writeOnce(db: Database): Promise<void> {
    const taken = counts;
    if (taken.size === 0) return;
    counts = new Map();
    const rows = new Map<string, DayCount>();
    for (const row of taken.values()) {
      count(rows, row);
      if (row.dealer !== FLEET) count(rows, { ...row, dealer: FLEET });
    }
    try {
      await writeCounts(db, [...rows.values()], 'add');
    } catch (error) {
      for (const row of taken.values()) count(counts, row);
      throw error;
    }
  }

  return {
    add(dealer, name, times = 1) {
      const { slug, timeZone } = dealer ?? { slug: FLEET, timeZone: FLEET_TIME_ZONE };
      if (times > 0) count(counts, { day: today(timeZone), dealer: slug, name, bucket: 0, count: times });
    },
    measure({ slug, timeZone }, name, value) {
      const bucket = bucketOf(MEASURED[name], value);
      count(counts, { day: today(timeZone), dealer: slug, name, bucket, count: 1 });
    },
    write(db) {
      const own = writing.then(() => writeOnce(db));
      writing = own.catch(() => undefined);
      return own;
    },
  };
}

/** @returns stops, once the last counts are written */
export function writeEachMinute(
  counts: Pick<DailyCounts, 'write'>,
  { db, log }: { db: Database; log: Pick<Logger, 'warn'> },
): () => Promise<void> {
  const write = () =>
    counts.write(db).catch((error: unknown) => {
      log.warn(
        { reason: error instanceof Error ? error.message : 'unknown' },
        'counts of the day not written',
      );
    });
  const timer = setInterval(write, MINUTE_MS).unref();
  return () => {
    clearInterval(timer);
    return write();
  };
}
