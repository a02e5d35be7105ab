import type { HistoryEntry, VehicleRow } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { pagesOf, type TemporaryDatabase } from '#src/platform/database/engines/temporary-database.ts';
import type { Cents } from '#src/platform/number/number-format.ts';
import type { StoredVehicle } from './import-queries.ts';

/** What a row states of its car, as identities; a stock number of several cars is none. */
export type StatedRow = { seq: number; isWithdrawal: 0 | 1; number: string | null; vin: string | null };

/** A row superseded by a later one of the same vehicle. */
export type SupersededRow = {
  row: number;
  record: string;
  isShared: 0 | 1;
  /** Id of the retained vehicle; null for an identical row, or if the vehicle was withdrawn. */
  keptId: string | null;
};

/** A vehicle of the feed with its id. */
export type StagedVehicle = { id: string; identity: string; row: number; record: string };

/** Which rows of a staged feed are of the same car, and which cars are known. */
export function sameCars(db: TemporaryDatabase) {
  const rows = db.prepare<StatedRow>(
    'select seq, is_withdrawal as isWithdrawal, number, vin from stated where seq > ? order by seq limit ?',
  );
  const record = db.prepare<{ record: string }>('select record from records where seq = ?');
  const setIdentity = db.prepare('update feed_rows set identity = ? where seq = ?');
  const isPresent = db.prepare<object>('select 1 from present where identity = ?');
  const byVin = db.prepare<{ identity: string }>('select identity from present where vin = ? limit 2');
  const byNumber = db.prepare<{ identity: string }>('select identity from present where number = ? limit 2');
  const renumbered = db.prepare<{ identity: string }>('select identity from renumbered where number = ?');
  const addCar = db.prepare('insert or replace into vehicles values (?, ?, ?)');
  const addWithdrawn = db.prepare('insert or ignore into withdrawn values (?)');
  const only = (found: readonly { identity: string }[]) =>
    found.length === 1 ? found[0]?.identity : undefined;

  return {
    /** Stock numbers of several VINs, each with its first row; from now on they identify no car. */
    shareNumbers(): Iterable<{ row: number; record: string }> {
      db.run(`
        create index feed_rows_number on feed_rows (number, vin);
        update feed_rows set is_shared = 1 where number in (
          select number from feed_rows where number is not null group by number having count(distinct vin) > 1
        );
      `);
      return db
        .prepare<{ row: number; record: string }>(`
          select row, record from feed_rows join records using (seq)
          where is_shared and seq = (
            select seq from feed_rows as alike where alike.number = feed_rows.number order by is_withdrawal, seq limit 1
          )
          order by is_withdrawal, seq
        `)
        .iterate();
    },
    /** Prepares the questions below. */
    indexKnown: () => db.run('create index known_identity on known (identity)'),
    isPresent: (identity: string) => isPresent.get(identity) !== undefined,
    /** Whether a row may be of a known car by a number or VIN that is only in its record. */
    hasUnknownRows: () =>
      db
        .prepare<object>(`
          select 1 from stated
          where coalesce(number, vin) is not null
            and coalesce(number, vin) not in (select identity from present)
            and (number is null
              or (vin is null and exists (select 1 from present where identity like 'vin:%')))
          limit 1
        `)
        .get() !== undefined,
    indexNames: () =>
      db.run('create index known_vin on known (vin); create index known_number on known (number)'),
    /** Notes stock numbers that this feed adds to cars known by VIN. */
    renumberKnown: () =>
      db.run(`
        insert or replace into renumbered
        select number, vin from stated where number is not null and vin in (select identity from present)
        order by is_withdrawal, seq
      `),
    /** Identity of the only car in stock with the VIN. */
    knownByVin: (vin: string) => only(byVin.all(vin)),
    /** Identity of the only car in stock with the stock number, or of the one that gets it. */
    knownByNumber: (number: string) => renumbered.get(number)?.identity ?? only(byNumber.all(number)),
    rows: () => pagesOf(rows, 0, ({ seq }) => seq),
    recordOf: (seq: number) => record.get(seq)?.record ?? '',
    setIdentity: (seq: number, identity: string | undefined) => setIdentity.run(identity ?? null, seq),
    addCar: (id: string, identity: string, seq: number) => addCar.run(id, identity, seq),
    addWithdrawn: (id: string) => addWithdrawn.run(id),
    /** Identities other than by looks, with the last row of the vehicle and the last that withdraws it. */
    lastRows(): Iterable<{ identity: string; last: number | null; withdrawnAt: number | null }> {
      db.run('create index feed_rows_identity on feed_rows (identity, is_withdrawal, seq)');
      return db
        .prepare<{ identity: string; last: number | null; withdrawnAt: number | null }>(`
          select identity,
            max(case when is_withdrawal then null else seq end) as last,
            max(case when is_withdrawal then seq end) as withdrawnAt
          from feed_rows where identity is not null and identity not like 'marks:%' group by identity
        `)
        .iterate();
    },
    /** The last of identical rows, by the looks of their cars and then by content. */
    alikeRows: () =>
      db
        .prepare<{ identity: string; last: number }>(`
          select identity, max(seq) as last from feed_rows join records using (seq)
          where identity like 'marks:%' group by identity, record order by identity, record
        `)
        .iterate(),
    /** Rows of which a later one counts, car by car in the order of the feed. */
    discardedRows(): Iterable<SupersededRow> {
      db.run('create unique index if not exists vehicles_seq on vehicles (seq)');
      db.run('create index if not exists vehicles_identity on vehicles (identity)');
      return db
        .prepare<SupersededRow>(`
          select row, record, is_shared as isShared,
            (select id from vehicles where vehicles.identity = feed_rows.identity and identity not like 'marks:%') as keptId
          from feed_rows join records using (seq)
          where not is_withdrawal and not exists (select 1 from vehicles where vehicles.seq = feed_rows.seq)
          order by (
            select min(seq) from feed_rows as alike
            where alike.identity = feed_rows.identity and not alike.is_withdrawal
          ), seq
        `)
        .iterate();
    },
    /** Rows that withdraw a car they name. */
    withdrawals: () =>
      db
        .prepare<{ row: number; record: string; identity: string | null }>(`
          select row, record, identity from feed_rows join records using (seq)
          where is_withdrawal and coalesce(number, vin) is not null order by seq
        `)
        .iterate(),
    /** Vehicles of the feed by id, so that the order of the feed does not matter. */
    vehicles: () =>
      pagesOf(
        db.prepare<StagedVehicle>(`
          select id, vehicles.identity, row, record
          from vehicles join feed_rows using (seq) join records using (seq)
          where id > ? order by id limit ?
        `),
        '',
        ({ id }) => id,
      ),
  };
}

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
