import {
  optionalPictures,
  type PicturedVehicle,
} from '#src/features/stock/server/pictures/picture-series.ts';
import { allPictures } from '#src/features/vehicle/media/vehicle-media.ts';
import { openTemporaryDatabase, pagesOf } from '#src/platform/database/engines/temporary-database.ts';

const TABLES = `
  create table vehicles (
    id text primary key, value text not null, is_series integer not null, is_noted integer not null,
    round integer not null
  ) strict;
  create table due (id text primary key) strict, without rowid;
  create table uses (
    picture text, vehicle text, place integer not null, is_optional integer not null, primary key (picture, vehicle)
  ) strict, without rowid;
  create table queue (seq integer primary key, picture text not null, is_optional integer not null) strict;
  create table changed (id text primary key) strict, without rowid;
  create table shown (id text primary key) strict, without rowid;
`;

export type QueuedPicture = { seq: number; picture: string; isOptional: 0 | 1 };

type Stored = { id: string; value: string };

const read = ({ value }: Stored) => JSON.parse(value) as PicturedVehicle;

/**
 * FEED-25: the vehicles of an import with pictures to fetch, in a file, because there may be hundreds of thousands.
 * What is not closed ends with the process.
 * @param folder of the file; without one they are in memory
 */
export function storePictured(folder?: string) {
  const db = openTemporaryDatabase(folder, TABLES);
  const put = db.prepare('insert or replace into vehicles values (?, ?, ?, ?, ?)');
  const page = (condition: string) => {
    const statement = db.prepare<Stored>(
      `select id, value from vehicles where id > ? and ${condition} order by id limit ?`,
    );
    return pagesOf(statement, '', ({ id }) => id);
  };
  const addDue = db.prepare('insert or ignore into due values (?)');
  const isDue = db.prepare<object>('select 1 from due where id = ?');
  const addUse = db.prepare('insert or ignore into uses values (?, ?, ?, ?)');
  const usersOf = db.prepare('insert or ignore into changed select vehicle from uses where picture = ?');
  const addShown = db.prepare('insert or ignore into shown values (?)');
  const countOf = (table: 'queue' | 'shown') =>
    db.prepare<{ count: number }>(`select count(*) as count from ${table}`).get()?.count ?? 0;

  function* batchesOf(pages: Iterable<Stored[]>): Generator<PicturedVehicle[]> {
    for (const rows of pages) yield rows.map(read);
  }

  return {
    /**
     * A newer version of a vehicle replaces the older one.
     * @param isNoted whether all its pictures are recorded
     * @param round of `importPictures` in which it is looked at
     */
    put(vehicle: PicturedVehicle, { isNoted = false, round = 0 } = {}): void {
      put.run(vehicle.id, JSON.stringify(vehicle), vehicle.series ? 1 : 0, isNoted ? 1 : 0, round);
    },
    *[Symbol.iterator](): Generator<PicturedVehicle> {
      for (const batch of batchesOf(page('true'))) yield* batch;
    },
    batches: () => batchesOf(page('true')),
    unnoted: () => batchesOf(page('not is_noted')),
    /** @param round number of earlier ones */
    inRound: (round: number) => batchesOf(page(`round = ${round}`)),
    seriesInRound: (round: number) => batchesOf(page(`round = ${round} and is_series`)),

    /** Forgets an earlier fetching of these pictures. */
    begin: () => db.run('update vehicles set round = 0 where round > 0; delete from shown'),
    beginRound: () => db.run('delete from due; delete from uses; delete from queue; delete from changed'),
    addDue: (picture: string) => addDue.run(picture),
    /** Notes which due pictures a vehicle has. */
    addUses(vehicle: PicturedVehicle): void {
      const optional = new Set(optionalPictures(vehicle));
      for (const [place, { id }] of allPictures(vehicle.pictures).entries())
        if (isDue.get(id)) addUse.run(id, vehicle.id, place, optional.has(id) ? 1 : 0);
    },
    /** Pictures in use that are due, starting with first photos, because cards only show those. */
    queued(size: number): Iterable<QueuedPicture[]> {
      db.run(`
        insert into queue (picture, is_optional)
        select picture, max(is_optional) from uses group by picture order by min(place), picture
      `);
      const statement = db.prepare<QueuedPicture>(
        'select seq, picture, is_optional as isOptional from queue where seq > ? order by seq limit ?',
      );
      return pagesOf(statement, 0, ({ seq }) => seq, size);
    },
    countQueued: () => countOf('queue'),
    /** Notes that the vehicles of a picture have changed. */
    noteChanged: (picture: string) => usersOf.run(picture),
    changed: () => batchesOf(page('id in (select id from changed)')),
    forgetChanged: () => db.run('delete from changed'),
    noteShown: (id: string) => addShown.run(id),
    countShown: () => countOf('shown'),
    close: db.close,
  };
}

export type PicturedVehicles = ReturnType<typeof storePictured>;
