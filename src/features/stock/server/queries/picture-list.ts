import { openTemporaryDatabase } from '#src/platform/database/engines/temporary-database.ts';

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
