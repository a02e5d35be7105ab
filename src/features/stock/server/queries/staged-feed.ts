import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { numberIdentity, vinIdentity } from '#src/features/vehicle/vehicle-identity.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '#src/platform/database/engines/temporary-database.ts';
import type { StoredVehicle } from './import-queries.ts';
import { comparison, sameCars } from './staged-comparison.ts';

type Named = Pick<Vehicle, 'stocknum' | 'vin'>;

const TABLES = `
  create table feed_rows (
    seq integer primary key, row integer not null, is_withdrawal integer not null,
    number text, vin text, is_shared integer not null default 0, identity text
  ) strict;
  create table records (seq integer primary key, record text not null) strict;
  create table known (
    id text primary key, identity text not null, slug text not null, status text not null, price_cents integer,
    content_hash text not null, run_id text not null, first_seen_at text not null, listed_at text,
    advertised text, sold_at text, removed_at text, is_hidden integer not null, number text, vin text
  ) strict;
  create table slugs (slug text primary key, id text not null) strict, without rowid;
  create table renumbered (number text primary key, identity text not null) strict, without rowid;
  create table vehicles (id text primary key, identity text not null, seq integer not null) strict, without rowid;
  create table withdrawn (id text primary key) strict, without rowid;
  create table compared (
    id text primary key, row integer not null, title text not null, model text not null, status text not null,
    is_shown integer not null, is_part integer not null, price integer, left_out_by text, is_written integer not null
  ) strict, without rowid;
  create table left_out_before (id text primary key) strict, without rowid;
  create table medians (model text primary key, price integer not null) strict, without rowid;
  create table writes (id text primary key, row text not null, history text not null) strict;
  create view stated as
    select seq, row, is_withdrawal, case when is_shared then null else number end as number, vin from feed_rows;
  create view present as select * from known where removed_at is null;
`;

/**
 * FEED-25: the rows of a feed and the known vehicles of its dealer while they are compared, in a file, because there
 * may be hundreds of thousands.
 * @param folder of the file; without one they are in memory
 */
export function stageFeed(folder?: string) {
  const db = openTemporaryDatabase(folder, TABLES);
  const addRow = db.prepare('insert into feed_rows (row, is_withdrawal, number, vin) values (?, ?, ?, ?)');
  const addRecord = db.prepare('insert into records (record) values (?)');

  function add(row: number, named: Named, isWithdrawal: boolean): void {
    addRow.run(row, isWithdrawal ? 1 : 0, numberIdentity(named) ?? null, vinIdentity(named) ?? null);
    addRecord.run(JSON.stringify(named));
  }

  return {
    /** Rows are added in the order of the feed. */
    addVehicle: (row: number, vehicle: Vehicle) => add(row, vehicle, false),
    addWithdrawal: (row: number, named: Named) => add(row, named, true),
    ...knownVehicles(db),
    ...sameCars(db),
    ...comparison(db),
    close: db.close,
  };
}

export type StagedFeed = ReturnType<typeof stageFeed>;

/** Vehicles that are stored already. */
function knownVehicles(db: TemporaryDatabase) {
  const addKnown = db.prepare('insert into known values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null, null)');
  const addSlug = db.prepare('insert or replace into slugs values (?, ?)');
  const ofId = db.prepare<Omit<StoredVehicle, 'is_hidden'> & { is_hidden: number }>(
    'select * from known where id = ?',
  );
  const withSlug = db.prepare<{ id: string }>('select id from slugs where slug = ?');
  const named = db.prepare('update known set number = ?, vin = ? where identity = ?');
  return {
    addKnown(rows: readonly StoredVehicle[]): void {
      for (const row of rows) {
        addKnown.run(
          ...[row.id, row.identity, row.slug, row.status, row.price_cents, row.content_hash, row.run_id],
          ...[row.first_seen_at, row.listed_at, row.advertised, row.sold_at, row.removed_at],
          row.is_hidden ? 1 : 0,
        );
        addSlug.run(row.slug, row.id);
      }
    },
    knownVehicle(id: string): StoredVehicle | undefined {
      const row = ofId.get(id);
      return row && { ...row, is_hidden: row.is_hidden === 1 };
    },
    slugOwner: (slug: string): string | undefined => withSlug.get(slug)?.id,
    ownSlug: (slug: string, id: string) => addSlug.run(slug, id),
    /** Stock number and VIN in the record of a vehicle in stock. */
    nameKnown: (identity: string, record: Named) =>
      named.run(numberIdentity(record) ?? null, vinIdentity(record) ?? null, identity),
  };
}
