import cluster, { type Worker } from 'node:cluster';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import {
  absoluteArguments,
  absoluteFolders,
  fromMessage,
  type Order,
  PREDECESSOR_VARIABLE,
  type Predecessor,
  type Report,
  toMessage,
} from './handover-protocol.ts';

/*
 * Supervises one process, or two during a handover: when the process finds a code release built with other server
 * modules, a process of that code is started, warms up and takes over. The supervisor owns the listening socket and
 * both processes accept from it, so no connection is refused. It loads no other modules, since it runs as long as the
 * service does.
 */

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const NODE = 'node_modules/node/bin/node';
const REASON_LENGTH = 400;
const MS_PER_SECOND = 1000;

export type Limits = {
  /** Time for a new process to warm up. */
  readyMs: number;
  /** From `begin` until it is serving. */
  beginMs: number;
  /** Time for an old process to finish. It has a shorter limit of its own. */
  retireMs: number;
  /** From a stop signal until remaining processes are killed. */
  stopMs: number;
};

export const LIMITS: Limits = { readyMs: 180_000, beginMs: 30_000, retireMs: 150_000, stopMs: 12_000 };

const codeOf = (code: number | null, signal: string | null): number =>
  code ?? 128 + (signal ? constants.signals[signal as NodeJS.Signals] : 0);

/** Extracts the error message from a stack trace. */
function reasonIn(words: string): string | undefined {
  const lines = words.split('\n').map((line) => line.trim());
  return lines.find((line) => /\bError\b/.test(line)) ?? lines.findLast((line) => line !== '');
}

type Started = { worker: Worker; words: () => string; exited: Promise<number> };

type SuperviseOptions = {
  /** Path of the script relative to the source folder. */
  script: string;
  args: readonly string[];
  limits?: Limits;
};

/** Runs the script as a child process, replaces it on request, and exits when it does. Never returns. */
export function supervise({ script, args, limits = LIMITS }: SuperviseOptions): void {
  // Processes accept connections themselves.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const first = resolve('.');
  let current: Started | undefined;
  const running = new Set<Started>();
  let isStopping = false;
  let exitCode: number | undefined;

  function start(folder: string, predecessor?: Predecessor): Started {
    const settings = {
      exec: join(folder, script),
      args: predecessor ? absoluteArguments(args, first) : [...args],
      cwd: folder,
    };
    cluster.setupPrimary({ ...settings, stdio: ['inherit', 'inherit', 'pipe', 'ipc'] } as typeof settings);
    // Use the release's own Node, since that of the previous source may have been deleted. Cluster reads `execPath`.
    const own = join(folder, NODE);
    if (folder !== first && existsSync(own)) process.execPath = own;
    const worker = cluster.fork(
      predecessor && {
        ...absoluteFolders(process.env, first),
        [PREDECESSOR_VARIABLE]: JSON.stringify(predecessor),
      },
    );
    let words = '';
    worker.process.stderr?.on('data', (chunk: Buffer) => {
      process.stderr.write(chunk);
      words = (words + chunk.toString()).slice(-REASON_LENGTH * 10);
    });
    const exited = new Promise<number>((done) => {
      worker.once('error', () => done(1));
      // The streams have been flushed by then.
      worker.process.once('close', (code, signal) => done(codeOf(code, signal)));
    });
    const started = { worker, words: () => words, exited };
    running.add(started);
    void exited.then((code) => {
      running.delete(started);
      if (current === started) {
        exitCode ??= code;
        stop('SIGTERM');
      }
      if (isStopping && running.size === 0) process.exit(exitCode ?? 0);
    });
    return started;
  }

  const kill = (signal: NodeJS.Signals) => {
    for (const { worker } of running) worker.process.kill(signal);
  };

  /** Stops all processes, then exits. */
  function stop(signal: NodeJS.Signals): void {
    if (isStopping) return;
    isStopping = true;
    kill(signal);
    setTimeout(() => kill('SIGKILL'), limits.stopMs).unref();
  }

  const send = ({ worker }: Started, order: Order) => {
    if (worker.isConnected()) worker.send(toMessage(order), () => undefined);
  };

  /** Resolves with the next report of a type, or with the reason why there will be none. */
  function reported(next: Started, type: 'ready' | 'working', withinMs: number): Promise<string | undefined> {
    return new Promise((done) => {
      const late = setTimeout(
        () => done(`it was not ${type} within ${withinMs / MS_PER_SECOND} seconds`),
        withinMs,
      );
      let reason: string | undefined;
      next.worker.on('message', (message) => {
        const report = fromMessage<Report>(message);
        if (report?.type === 'failed') reason = report.reason;
        if (report?.type !== type) return;
        clearTimeout(late);
        done(undefined);
      });
      void next.exited.then((code) => {
        clearTimeout(late);
        done(reason ?? reasonIn(next.words()) ?? `it ended with ${code}`);
      });
    });
  }

  /** @returns the reason if the old process stays; undefined if it was replaced */
  async function replace(
    old: Started,
    wanted: Extract<Report, { type: 'wanted' }>,
  ): Promise<string | undefined> {
    const { folder, predecessor } = wanted;
    if (!existsSync(join(folder, script))) return `its source is no longer in ${folder}`;
    const next = start(folder, predecessor);
    let reason = await reported(next, 'ready', limits.readyMs);
    if (reason === undefined) {
      const working = reported(next, 'working', limits.beginMs);
      send(next, { type: 'begin' });
      reason = await working;
    }
    if (reason !== undefined) {
      next.worker.process.kill('SIGKILL');
      return reason;
    }
    inForce(next);
    send(old, { type: 'retire' });
    const late = setTimeout(() => old.worker.process.kill('SIGKILL'), limits.retireMs);
    void old.exited.then(() => clearTimeout(late));
    return undefined;
  }

  function inForce(started: Started): void {
    current = started;
    let isReplacing = false;
    started.worker.on('message', async (message) => {
      const report = fromMessage<Report>(message);
      if (report?.type !== 'wanted' || isReplacing || isStopping || current !== started) return;
      isReplacing = true;
      const reason = await replace(started, report);
      isReplacing = false;
      if (reason !== undefined)
        send(started, { type: 'refused', code: report.code, reason: reason.slice(0, REASON_LENGTH) });
    });
  }

  for (const signal of STOP_SIGNALS) process.on(signal, () => stop(signal));
  inForce(start(first));
}
