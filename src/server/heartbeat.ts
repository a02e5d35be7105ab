import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { addMachine, beat, type MachineRow, removeMachine } from '#src/platform/database/machines.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import type { Services } from './services.ts';

const BEAT_MS = 10_000;
const BYTES_PER_MB = 1_000_000;

/** Something published that a process does not serve yet. */
export type Behind = {
  /** A clause, such as "restart: new code needs another server". */
  what: string;
  /** ISO 8601. */
  since: string;
};

export type Serving = {
  /** Id of the code release. */
  code: string;
  behind: readonly Behind[];
};

export type Heartbeat = {
  /** The process has started. */
  ready(serving: () => Promise<Serving>): Promise<void>;
  /** It has received a stop signal. */
  stopping(): Promise<void>;
  /** Removes its row. */
  stop(): Promise<void>;
};

/** PLAT-34: shows this process in the status while it runs, by one write every ten seconds. Failures are logged once. */
export async function startHeartbeat(
  { db, env, clock, log, errors }: Pick<Services, 'db' | 'env' | 'clock' | 'log' | 'errors'>,
  { kind, code, everyMs = BEAT_MS }: { kind: 'serve' | 'worker'; code: string; everyMs?: number },
): Promise<Heartbeat> {
  const host = hostname();
  const port = kind === 'serve' && env.PORT > 0 ? env.PORT : null;
  const started_at = clock.now().toISOString();
  // A server that was killed leaves its row to the one that follows on its port.
  const identity = { id: `${host} ${kind} ${port ?? process.pid}`, host, pid: process.pid, kind, port };
  let state: 'starting' | 'ready' | 'stopping' = 'starting';
  let serving = async (): Promise<Serving> => ({ code, behind: [] });
  let hasFailed = false;
  let writing: Promise<unknown> = Promise.resolve();

  async function row(): Promise<MachineRow> {
    const { code: current, behind } = await serving();
    return {
      ...identity,
      state,
      code: current,
      behind: behind.length > 0 ? behind.map(({ what }) => what).join('; ') : null,
      behind_since: behind.map(({ since }) => since).sort()[0] ?? null,
      memory_mb: Math.round(process.memoryUsage.rss() / BYTES_PER_MB),
      errors: errors.read(Date.now()).lastHour,
      started_at,
      seen_at: clock.now().toISOString(),
    };
  }

  /** One after the other: a slow write must not replace a later one. */
  function write(how: (row: MachineRow) => Promise<unknown>): Promise<void> {
    const written = writing
      .then(async () => how(await row()))
      .then(
        () => {
          hasFailed = false;
        },
        (error: unknown) => {
          if (!hasFailed) log.warn({ reason: String(error) }, 'the status does not show this process');
          hasFailed = true;
        },
      );
    writing = written;
    return written;
  }

  /** Also while the database is unavailable, which a restart would not mend. */
  async function touch(): Promise<void> {
    if (env.HEARTBEAT_FILE === '') return;
    await writeFile(env.HEARTBEAT_FILE, new Date().toISOString()).catch((error: unknown) =>
      log.error({ reason: plainReason(error) }, 'HEARTBEAT_FILE cannot be written'),
    );
  }

  await Promise.all([touch(), write((added) => addMachine(db, added))]);
  const next = () => write((changed) => beat(db, changed));
  const timer = setInterval(() => void Promise.all([touch(), next()]), everyMs).unref();
  return {
    ready(current) {
      serving = current;
      state = 'ready';
      return next();
    },
    stopping() {
      state = 'stopping';
      return next();
    },
    async stop() {
      clearInterval(timer);
      await write((last) => removeMachine(db, last));
    },
  };
}
