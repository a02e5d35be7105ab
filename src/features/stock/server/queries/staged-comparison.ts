import type { HistoryEntry, VehicleRow } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { pagesOf, type TemporaryDatabase } from '#src/platform/database/engines/temporary-database.ts';
import type { Cents } from '#src/platform/number/number-format.ts';
import type { StoredVehicle } from './import-queries.ts';

/** What the guards look at of a vehicle in the feed. */
export type ComparedVehicle = {
  id: string;
  row: number;
  title: string;
  /** Make, model and year. */
  model: string;
  status: Vehicle['status'];
  isShown: boolean;
  isPart: boolean;
  price: Cents | null;
  /** Setting that hides it. */
  leftOutBy: string | null;
  /** Whether it is new or has changed. */
  isWritten: boolean;
};

/** A vehicle as it was, if it was in stock. */
export type CarriedBefore = Pick<StoredVehicle, 'id' | 'slug' | 'status' | 'advertised' | 'price_cents'> & {
  is_hidden: number;
  /** The dealer's rules hid it. */
  isLeftOut: number;
};

/** SQL has numbers for yes and no. */
type Flagged<T, K extends keyof T> = Omit<T, K> & { [P in K]: number };

export type CarriedVehicle = Flagged<ComparedVehicle, 'isShown' | 'isPart' | 'isWritten'> & {
  before: CarriedBefore | undefined;
};

export type PlannedWrite = { row: VehicleRow; history: HistoryEntry[] };

const BEFORE = `
  was.id as was_id, was.slug, was.status as was_status, was.advertised, was.price_cents, was.is_hidden,
  exists (select 1 from left_out_before where left_out_before.id = was.id) as was_left_out`;

type BeforeColumns = {
  was_id: string | null;
  was_status: string;
  was_left_out: number;
} & Omit<CarriedBefore, 'id' | 'status' | 'isLeftOut'>;

const beforeOf = (row: BeforeColumns): CarriedBefore | undefined =>
  row.was_id === null
    ? undefined
    : {
        ...{ id: row.was_id, slug: row.slug, status: row.was_status, advertised: row.advertised },
        ...{ price_cents: row.price_cents, is_hidden: row.is_hidden, isLeftOut: row.was_left_out },
      };

const COMPARED = `
  select compared.id, row, title, model, compared.status, is_shown as isShown, is_part as isPart, price,
    left_out_by as leftOutBy, is_written as isWritten, ${BEFORE}
  from compared left join present as was on was.id = compared.id`;

/** The comparison of a staged feed with the stock: what would be written, and what the guards need to know. */
export function comparison(db: TemporaryDatabase) {
  const add = db.prepare('insert into compared values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const addWrite = db.prepare('insert into writes values (?, ?, ?)');
  const addLeftOut = db.prepare('insert or ignore into left_out_before values (?)');
  const addMedian = db.prepare('insert into medians values (?, ?)');
  const median = db.prepare<{ price: Cents }>('select price from medians where model = ?');
  const count = (sql: string) =>
    db.prepare<{ count: number }>(`select count(*) as count from ${sql}`).get()?.count ?? 0;
  const ids = (sql: string) => pagesOf(db.prepare<{ id: string }>(sql), '', ({ id }) => id);

  function* carried(order: 'compared.id' | 'row'): Generator<CarriedVehicle> {
    type Row = Omit<CarriedVehicle, 'before'> & BeforeColumns;
    for (const row of db.prepare<Row>(`${COMPARED} order by ${order}`).iterate())
      yield { ...row, before: beforeOf(row) };
  }

  return {
    addCompared(vehicle: ComparedVehicle): void {
      const { id, row, title, model, status, isShown, isPart, price, leftOutBy, isWritten } = vehicle;
      const flag = (is: boolean) => (is ? 1 : 0);
      add.run(
        ...[id, row, title, model, status, flag(isShown), flag(isPart), price, leftOutBy, flag(isWritten)],
      );
    },
    addWrite: (row: VehicleRow, history: readonly HistoryEntry[]) =>
      addWrite.run(row.id, JSON.stringify(row), JSON.stringify(history)),
    *writes(): Generator<PlannedWrite[]> {
      const statement = db.prepare<{ id: string; row: string; history: string }>(
        'select * from writes where id > ? order by id limit ?',
      );
      for (const page of pagesOf(statement, '', ({ id }) => id))
        yield page.map(({ row, history }) => ({ row: JSON.parse(row), history: JSON.parse(history) }));
    },
    unchanged: () => ids('select id from compared where not is_written and id > ? order by id limit ?'),

    /** In stock, and not in the feed. @param mode a full feed removes all of them, others those they withdraw */
    settleMissing: (mode: 'full' | 'incremental') =>
      db.run(`
        create table removed (id text primary key, run_id text not null) strict, without rowid;
        insert into removed select id, run_id from present
        where id not in (select id from vehicles) ${mode === 'full' ? '' : 'and id in (select id from withdrawn)'}
      `),
    countRemoved: () => count('removed'),
    removed: () =>
      pagesOf(
        db.prepare<{ id: string; run_id: string }>('select * from removed where id > ? order by id limit ?'),
        '',
        ({ id }) => id,
        500,
      ),
    untouched: () =>
      ids(`
        select id from present where id not in (select id from vehicles) and id not in (select id from removed)
        and id > ? order by id limit ?
      `),

    countKnown: () => count('known'),
    countPresent: () => count('present'),
    countVehicles: () => count('vehicles'),
    countWithdrawals: () => count('feed_rows where is_withdrawal'),
    /** Vehicles in stock that would be changed or removed. */
    countChanging: () =>
      count('present where id in (select id from writes) or id in (select id from removed)'),
    changing: () =>
      ids(`
        select id from present where (id in (select id from writes) or id in (select id from removed))
        and id > ? order by id limit ?
      `),
    noteLeftOut: (id: string) => addLeftOut.run(id),
    /** Vehicles of the feed that the rules hide now were hidden before, of the unchanged or of all. */
    noteStillLeftOut: (which: 'unchanged' | 'all') =>
      db.run(`
        insert or ignore into left_out_before select id from compared
        where left_out_by is not null ${which === 'all' ? '' : 'and not is_written'}
      `),
    leftOutBySetting: () =>
      db
        .prepare<{ setting: string; count: number }>(`
          select left_out_by as setting, count(*) as count from compared
          where left_out_by is not null group by left_out_by order by min(id)
        `)
        .all(),

    /** Vehicles of the feed by id. */
    carried: () => carried('compared.id'),
    carriedByRow: () => carried('row'),
    /** Vehicles in stock that are not in the feed. */
    *missing(): Generator<CarriedBefore & { isRemoved: number }> {
      const statement = db.prepare<BeforeColumns & { isRemoved: number }>(`
        select ${BEFORE}, exists (select 1 from removed where removed.id = was.id) as isRemoved
        from present as was where was.id not in (select id from vehicles) order by was.id
      `);
      for (const row of statement.iterate()) {
        const before = beforeOf(row);
        if (before) yield { ...before, isRemoved: row.isRemoved };
      }
    },
    /** Prices of vehicles that are for sale, model by model. */
    pricesByModel: () =>
      db
        .prepare<{ model: string; price: Cents }>(`
          select model, price from compared
          where price > 0 and not is_part and status <> 'sold' order by model, price
        `)
        .iterate(),
    setMedian: (model: string, price: Cents) => addMedian.run(model, price),
    medianOf: (model: string): Cents | undefined => median.get(model)?.price,
  };
}
