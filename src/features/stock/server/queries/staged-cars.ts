import { pagesOf, type TemporaryDatabase } from '#src/platform/database/engines/temporary-database.ts';

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
