import { type Selectable, sql } from 'kysely';
import { markForIndex, type VehicleRow } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import { openTemporaryDatabase } from '#src/platform/database/engines/temporary-database.ts';
import type { PicturesTable } from '#src/platform/database/tables.ts';
import { batches } from '#src/platform/queue/batches.ts';

/** Ids of pictures, of which there may be more than fit into memory. @param folder of their file */
export function listPictures(folder: string) {
  const db = openTemporaryDatabase(
    folder,
    'create table pictures (id text primary key) strict, without rowid',
  );
  const add = db.prepare('insert or ignore into pictures values (?)');
  const known = db.prepare<object>('select 1 from pictures where id = ?');
  const remove = db.prepare('delete from pictures where id = ?');
  const all = db.prepare<{ id: string }>('select id from pictures');
  const count = db.prepare<{ count: number }>('select count(*) as count from pictures');
  const has = (id: string) => known.get(id) !== undefined;
  return {
    add: (id: string) => add.run(id),
    has,
    /** @returns whether it was there */
    remove(id: string): boolean {
      if (!has(id)) return false;
      remove.run(id);
      return true;
    },
    *all(): Generator<string> {
      for (const { id } of all.iterate()) yield id;
    },
    count: () => count.get()?.count ?? 0,
    close: db.close,
  };
}

export type PictureRow = Selectable<PicturesTable>;

/** The data of a picture that vehicles need. */
export type StoredPicture = Pick<PictureRow, 'id' | 'state' | 'version' | 'attempts' | 'last_wanted_at'>;

/** Stays below the parameter limit of both databases. */
const ROW_BATCH = 500;
const PICTURE_PAGE = 5000;

/**
 * Records that a feed names these URLs. Only updates pictures last recorded before `renewBefore`. Times are ISO 8601.
 */
export async function wantPictures(
  db: Database,
  dealer: string,
  pictures: readonly { id: string; url: string }[],
  { now, renewBefore }: { now: string; renewBefore: string },
): Promise<void> {
  for (const batch of batches(pictures, ROW_BATCH)) {
    await db
      .insertInto('pictures')
      .values(
        batch.map(({ id, url }) => ({
          ...{ id, dealer, url, state: 'wanted', version: 0, content_hash: null, etag: null },
          ...{
            last_modified: null,
            attempts: 0,
            next_attempt_at: now,
            last_wanted_at: now,
            last_error: null,
          },
        })),
      )
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ last_wanted_at: now })
          .where('pictures.last_wanted_at', '<', renewBefore),
      )
      .execute();
  }
}

/** Those of these pictures that are known, by id. */
export async function storedPictures(
  db: Database,
  ids: Iterable<string>,
): Promise<Map<string, StoredPicture>> {
  const found = new Map<string, StoredPicture>();
  for (const batch of batches([...new Set(ids)], ROW_BATCH)) {
    const rows = await db
      .selectFrom('pictures')
      .select(['id', 'state', 'version', 'attempts', 'last_wanted_at'])
      .where('id', 'in', batch)
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}

/** Whole rows of pictures, in the order of the ids. @param ids a batch */
export async function picturesById(db: Database, ids: readonly string[]): Promise<PictureRow[]> {
  const rows = await db
    .selectFrom('pictures')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Ids of a dealer's pictures whose time is before another, in batches. */
async function* idsBefore(
  db: Database,
  dealer: string,
  column: 'next_attempt_at' | 'last_wanted_at',
  operator: '<' | '<=',
  time: string,
): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('pictures')
      .select(['id', 'url'])
      .where('dealer', '=', dealer)
      .where('url', '>', after)
      .where(column, operator, time)
      .orderBy('url')
      .limit(PICTURE_PAGE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ id }) => id);
    after = last.url;
  }
}

/** Number of pictures that were never fetched. The condition is a constant, so that its partial index is used. */
export async function wantedPictures(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('pictures')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<boolean>`state = 'wanted'`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Pictures to fetch: new, failed, or due for revalidation. In batches. */
export const duePictures = (db: Database, dealer: string, now: string): AsyncGenerator<string[]> =>
  idsBefore(db, dealer, 'next_attempt_at', '<=', now);

export const updatePicture = (
  db: Database,
  id: string,
  change: Partial<Omit<PictureRow, 'id' | 'dealer' | 'url'>>,
): Promise<unknown> => db.updateTable('pictures').set(change).where('id', '=', id).execute();

/** Undefined if the picture is not from a feed. */
export async function pictureVersion(db: Database, id: string): Promise<number | undefined> {
  const row = await db.selectFrom('pictures').select('version').where('id', '=', id).executeTakeFirst();
  return row?.version;
}

/** Pictures of a dealer that no feed has named since, in batches. */
export const unwantedPictures = (db: Database, dealer: string, since: string): AsyncGenerator<string[]> =>
  idsBefore(db, dealer, 'last_wanted_at', '<', since);

/** Deletes a picture's row, unless it is wanted again. Delete its files first. */
export const deletePicture = (db: Database, id: string, since: string): Promise<unknown> =>
  db.deleteFrom('pictures').where('id', '=', id).where('last_wanted_at', '<', since).execute();

type VehicleRecord = Pick<VehicleRow, 'id' | 'slug' | 'record' | 'content_hash' | 'run_id'>;

const RECORD_BATCH = 250;

const presentVehicleRecords = (db: Database) =>
  db
    .selectFrom('vehicles')
    .select(['id', 'slug', 'record', 'content_hash', 'run_id'])
    .where('removed_at', 'is', null);

/** Records of those of these vehicles that are in stock. */
export async function presentRecordsById(db: Database, ids: readonly string[]): Promise<VehicleRecord[]> {
  const found: VehicleRecord[] = [];
  for (const batch of batches(ids, RECORD_BATCH))
    found.push(...(await presentVehicleRecords(db).where('id', 'in', batch).execute()));
  return found;
}

/**
 * Replaces records and queues them for indexing. A record that another import has changed in the meantime is left
 * unchanged.
 * @returns ids of the vehicles written
 */
export async function replaceRecords(
  db: Database,
  dealer: string,
  changes: readonly { before: VehicleRecord; record: string; contentHash: string }[],
  now: string,
): Promise<string[]> {
  const written: string[] = [];
  for (const batch of batches(changes, RECORD_BATCH)) {
    const done = await db.transaction().execute(async (trx) => {
      const replaced: { id: string; dealer: string }[] = [];
      for (const { before, record, contentHash } of batch) {
        const updated = await trx
          .updateTable('vehicles')
          .set({ record, content_hash: contentHash, updated_at: now })
          .where('id', '=', before.id)
          .where('content_hash', '=', before.content_hash)
          .executeTakeFirst();
        if (updated.numUpdatedRows > 0n) replaced.push({ id: before.id, dealer });
      }
      await markForIndex(trx, replaced);
      return replaced;
    });
    written.push(...done.map(({ id }) => id));
  }
  return written;
}
