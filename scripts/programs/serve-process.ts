import { type ChildProcess, spawn } from 'node:child_process';
import getPort from 'get-port';
import { endGroup, IN_A_GROUP } from './process-group.ts';

/**
 * How Node runs a server so that its memory stays within what README promises. The allocator keeps two arenas
 * instead of eight a core, which pictures would fragment; young objects are collected in spaces of 16 MB. The limit
 * of the heap also decides how often all of it is collected: at 512 MB every eighth page waited 40 ms for that, at
 * 2 GB every hundredth. Flags in `NODE_OPTIONS` override these. `npm run serve` in package.json sets the same.
 */
export const SERVE_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' } as const;
export const SERVE_NODE_OPTIONS = '--max-semi-space-size=16 --max-old-space-size=2048';

/** The environment of a server that inherits this one. */
export const serveEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...SERVE_ENVIRONMENT,
  ...environment,
  NODE_OPTIONS: [SERVE_NODE_OPTIONS, environment.NODE_OPTIONS ?? ''].join(' ').trim(),
});

export type ServeProcess = {
  port: number;
  pid: number;
  /** The end of its output, its log included. */
  said(): string;
  /** Resolves with the exit code, null where a signal ended it. */
  exited: Promise<number | null>;
  stop(signal?: NodeJS.Signals): Promise<void>;
};

/** Of its output, in characters. */
const MOST_KEPT = 10_000_000;
/** What starts takes a second; on a busy machine much longer. */
const START_TIMEOUT_MS = 180_000;

/**
 * `npm run serve` in a separate process, so that load and server do not share a thread.
 * @throws Error with the server's output if it does not start
 */
export async function startServeProcess(options: {
  dealersDir: string;
  dist: string;
  env: Record<string, string>;
  /** How many files it may have open; the machine's own limit where none is given. */
  openFiles?: number;
  /** Of its source; this one by default. */
  folder?: string;
}): Promise<ServeProcess> {
  const port = Number(options.env.PORT ?? (await getPort()));
  const [program = '', ...args] =
    options.openFiles === undefined
      ? [process.execPath]
      : ['/bin/sh', '-c', `ulimit -n ${options.openFiles} && exec "$@"`, 'sh', process.execPath];
  const child: ChildProcess = spawn(
    program,
    [...args, 'scripts/serve.ts', '--dealers-dir', options.dealersDir, '--dist', options.dist, '--new-data'],
    {
      env: serveEnvironment({ ...process.env, ...options.env, PORT: String(port) }),
      cwd: options.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...IN_A_GROUP,
    },
  );
  // Its processes have ended by then too: they share its output.
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const killChild = () => endGroup(child, 'SIGKILL');
  process.once('exit', killChild);
  let words = '';
  let isReady = false;
  const ready = new Promise<void>((resolve, reject) => {
    const keep = (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-MOST_KEPT);
      if (!isReady && words.includes('Serving ')) {
        isReady = true;
        resolve();
      }
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('exit', () => reject(new Error(`The server ended while starting: ${words}`)));
    setTimeout(
      () => reject(new Error(`The server did not start in time: ${words}`)),
      START_TIMEOUT_MS,
    ).unref();
  });
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    process.off('exit', killChild);
    endGroup(child, signal);
    await exited;
  };
  try {
    await ready;
  } catch (error) {
    await stop('SIGKILL');
    throw error;
  }
  return { port, pid: child.pid ?? 0, said: () => words, exited, stop };
}
