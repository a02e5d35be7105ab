import { type ChildProcess, spawn } from 'node:child_process';
import getPort from 'get-port';
import { childrenOf, endGroup, IN_A_GROUP } from './process-group.ts';
import { serveEnvironment } from './serve-command.ts';

export type ServeProcess = {
  port: number;
  /** Of the supervisor, which passes signals on. */
  pid: number;
  /** Of the process that serves now. */
  serving(): number;
  /** The end of its output, its log included. */
  said(): string;
  /** Resolves with the exit code, null where a signal ended it. */
  exited: Promise<number | null>;
  stop(signal?: NodeJS.Signals): Promise<void>;
};

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
      stdio: ['ignore', 'pipe', 'pipe'],
      ...IN_A_GROUP,
    },
  );
  // Its processes have ended by then too: they share its output.
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const killChild = () => endGroup(child, 'SIGKILL');
  process.once('exit', killChild);
  let words = '';
  const ready = new Promise<void>((resolve, reject) => {
    const keep = (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-20_000);
      if (words.includes('Serving ')) resolve();
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
  const pid = child.pid ?? 0;
  return { port, pid, serving: () => childrenOf(pid).at(-1) ?? 0, said: () => words, exited, stop };
}
