import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '#src/platform/database/engines/postgres.ts';
import { openDatabase } from '#src/platform/database/open-database.ts';
import { startPostgres } from '../../scripts/programs/postgres-program.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the database that tests make theirs from; absent where tests run on SQLite. */
    postgresTemplate: string;
  }
}

export const TEMPLATE = 'forecourt_template';

/** One real Postgres for the whole run, with a migrated database to copy. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-postgres-'));
  const server = await startPostgres({ folder, fsync: false });
  const admin = openPostgres(server.url('postgres'));
  await sql`create database ${sql.id(TEMPLATE)}`.execute(admin);
  await admin.destroy();
  await (
    await openDatabase({ DATA_DIR: join(folder, 'data'), DATABASE_URL: server.url(TEMPLATE) })
  ).destroy();
  project.provide('postgresTemplate', server.url(TEMPLATE));
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
