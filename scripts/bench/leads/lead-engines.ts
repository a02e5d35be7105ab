import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { DatabaseLocation } from '#src/config/environment.ts';
import { type RunningPostgres, startPostgres } from '../../programs/postgres.ts';
import type { BenchRun } from '../bench-run.ts';

/** Where a bench may have databases of its own. */
export type LeadEngine = {
  name: string;
  /** An empty database, with a folder for the server's other data. */
  freshPlace(): Promise<DatabaseLocation>;
  /** An empty database whose tables are stored in `folder`. */
  placeIn(folder: string): Promise<DatabaseLocation>;
  /** User id that must be able to write there. */
  owner?: number | undefined;
  /** The server behind it, where there is one. */
  cluster?: RunningPostgres;
  stop(): Promise<void>;
};

const freshFolder = (purpose: string) => mkdtempSync(join(tmpdir(), `forecourt-${purpose}-`));

export function sqliteEngine(): LeadEngine {
  const folder = freshFolder('bench-sqlite');
  return {
    name: 'SQLite',
    freshPlace: async () => ({ DATA_DIR: mkdtempSync(join(folder, 'data-')), DATABASE_URL: '' }),
    placeIn: async (small) => ({ DATA_DIR: small, DATABASE_URL: '' }),
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A Postgres of its own, every commit on disk as in production. */
export async function postgresEngine(): Promise<LeadEngine> {
  const folder = freshFolder('bench-postgres');
  const cluster = await startPostgres({ folder, fsync: true });
  let made = 0;
  async function create(tablespace: string | undefined): Promise<DatabaseLocation> {
    const name = `bench_${++made}`;
    const admin = new Client({ connectionString: cluster.url('postgres') });
    await admin.connect();
    try {
      if (tablespace === undefined) await admin.query(`create database ${name}`);
      else {
        await admin.query(`create tablespace space_${made} location ${admin.escapeLiteral(tablespace)}`);
        await admin.query(`create database ${name} tablespace space_${made}`);
      }
    } finally {
      await admin.end();
    }
    return { DATA_DIR: mkdtempSync(join(folder, 'site-')), DATABASE_URL: cluster.url(name) };
  }
  return {
    name: 'Postgres',
    cluster,
    owner: cluster.owner,
    freshPlace: () => create(undefined),
    placeIn: create,
    async stop() {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A tiny run has SQLite alone: the Postgres suite runs the same parts, as small, on Postgres. */
export const enginesOf = ({ isTiny }: BenchRun): readonly (() => LeadEngine | Promise<LeadEngine>)[] =>
  isTiny ? [sqliteEngine] : [sqliteEngine, postgresEngine];
