import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { Client } from 'pg';
import { postgresPrograms } from './postgres-programs.ts';

const run = promisify(execFile);

export type RunningPostgres = {
  /** Address of a database in this cluster. */
  url(database: string): string;
  /** User id it runs as, where that is not this process's own. */
  owner: number | undefined;
  /** Kills the server without warning; its data stays. */
  kill(): Promise<void>;
  /** Brings a killed server back, on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

export type PostgresOptions = {
  /** Holds the cluster, which is created if missing; all users must be able to enter the parent folder. */
  folder: string;
  /** Without it a commit is fast, but lost if the machine fails. */
  fsync: boolean;
};

/** What starts takes a second; on a busy machine much longer. */
const START_TIMEOUT_MS = 180_000;
const POLL_MS = 30;
const RESTARTS = 20;
const BETWEEN_RESTARTS_MS = 200;
const USER = 'forecourt';
/** An unprivileged user: Postgres refuses to run as root. */
const UNPRIVILEGED = { uid: 65534, gid: 65534 };
const QUICK = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=on'];

const isRoot = () => process.getuid?.() === 0;

function give(path: string): void {
  if (!isRoot()) return;
  chownSync(path, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) if (lstatSync(join(path, name)).isDirectory()) give(join(path, name));
}

/**
 * Starts a real Postgres on a free port of this machine, with a cluster of its own.
 * @throws Error with the server's output if it does not start
 */
export async function startPostgres({ folder, fsync }: PostgresOptions): Promise<RunningPostgres> {
  mkdirSync(folder, { recursive: true });
  const { initdb, postgres, env } = postgresPrograms(folder);
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  give(data);
  const as = { cwd: folder, env: { ...process.env, ...env, LC_ALL: 'C' }, ...(isRoot() ? UNPRIVILEGED : {}) };
  if (readdirSync(data).length === 0) {
    const options = ['--username', USER, '--auth', 'trust', '--encoding', 'UTF8', '--no-sync'];
    await run(initdb, ['--pgdata', data, '--locale', 'C', ...options], as);
  }
  const port = await getPort();
  const url = (database: string) => `postgres://${USER}@127.0.0.1:${port}/${database}`;
  const flags = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-c', 'unix_socket_directories='];
  const settings = ['-c', 'max_connections=300', '-c', 'shared_buffers=64MB', ...(fsync ? [] : QUICK)];
  let child: ChildProcess;
  let exited: Promise<void>;
  const killChild = () => child.kill('SIGQUIT');

  async function start(): Promise<void> {
    let words = '';
    child = spawn(postgres, [...flags, ...settings], { ...as, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr?.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-2000);
    });
    exited = new Promise((resolve) => child.once('exit', () => resolve()));
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await answers(url('postgres')))) {
      if (child.exitCode !== null) throw new Error(`Postgres stopped while starting: ${words}`);
      if (Date.now() > deadline) {
        killChild();
        throw new Error(`Postgres did not answer within ${START_TIMEOUT_MS / 1000} s: ${words}`);
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };

  // Postgres must not outlive a crashed parent.
  process.once('exit', killChild);
  await start();
  return {
    url,
    owner: isRoot() ? UNPRIVILEGED.uid : undefined,
    async restart() {
      // Children of the killed server may hold its shared memory for a moment.
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await start();
        } catch (error) {
          if (attempt === RESTARTS) throw error;
          await new Promise((resolve) => setTimeout(resolve, BETWEEN_RESTARTS_MS));
        }
      }
    },
    kill: () => end('SIGKILL'),
    async stop() {
      process.off('exit', killChild);
      // "Fast": clients that are still connected are disconnected.
      await end('SIGINT');
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
