import { resolve } from 'node:path';
import { type MovedTable, moveToPostgres } from '#src/platform/database/move/move-to-postgres.ts';
import { SQLITE_FILE } from '#src/platform/database/open-database.ts';

export type { MovedTable } from '#src/platform/database/move/move-to-postgres.ts';

/** The SQLite database of a data folder. */
export const sqliteIn = (dataDir: string): string => resolve(dataDir, SQLITE_FILE);

/** Moves the database of an installation from SQLite to Postgres; see `moveToPostgres`. */
export const moveDatabase = (
  places: { dataDir: string; to: string },
  onTable: (moved: MovedTable, done: number, all: number) => void,
): Promise<MovedTable[]> => moveToPostgres(sqliteIn(places.dataDir), places.to, onTable);
