import cluster from 'node:cluster';
import { resolve } from 'node:path';

/*
 * Messages between a supervisor and its processes, which may run different code releases. Raise VERSION for
 * incompatible changes; the new code then needs a restart.
 */

const VERSION = 1;

/** The process to replace, as seen by its successor. */
export type Predecessor = {
  /** Undefined for a worker. */
  url?: string | undefined;
  /** Slugs of the dealers it serves. */
  dealers: string[];
};

/** A code release built with other server modules. */
type WantedCode = {
  code: string;
  /** Absolute path of its source. */
  folder: string;
};

/** From a process to its supervisor. */
export type Report =
  /** Loaded and warmed up, waiting for `begin`. */
  | { type: 'ready' }
  /** Started serving. */
  | { type: 'working' }
  /** Failed to start. */
  | { type: 'failed'; reason: string }
  /** Requests to be replaced by a process of this code. */
  | ({ type: 'wanted'; predecessor: Predecessor } & WantedCode);

/** From a supervisor to a process. */
export type Order =
  /** Start serving. */
  | { type: 'begin' }
  /** The successor is serving: finish and exit. */
  | { type: 'retire' }
  /** The requested successor failed to start. */
  | { type: 'refused'; code: string; reason: string };

/** Set for successors, to the process they replace. */
export const PREDECESSOR_VARIABLE = 'FORECOURT_PREDECESSOR';

export const toMessage = (content: Report | Order): object => ({ forecourt: VERSION, ...content });

/** @returns undefined for other messages and versions */
export function fromMessage<T extends Report | Order>(message: unknown): T | undefined {
  const isOurs = typeof message === 'object' && message !== null && 'forecourt' in message;
  return isOurs && message.forecourt === VERSION ? (message as unknown as T) : undefined;
}

export type Supervisor = {
  /** The process to replace; undefined for the first. */
  readonly predecessor: Predecessor | undefined;
  /** Reports that this successor is warm; resolves when it may start. */
  readyToBegin(): Promise<void>;
  /** Reports that this successor is serving, so that the old process retires. */
  reportWorking(): void;
  /** Requests a successor. @returns the reason if it fails; never resolves otherwise */
  replace(wanted: WantedCode, predecessor: Predecessor): Promise<string>;
};

function readPredecessor(): Predecessor | undefined {
  const text = process.env[PREDECESSOR_VARIABLE];
  delete process.env[PREDECESSOR_VARIABLE];
  return text === undefined ? undefined : (JSON.parse(text) as Predecessor);
}

const report = (content: Report) => process.send?.(toMessage(content));

function nextOrder<T extends Order['type']>(type: T): Promise<Extract<Order, { type: T }>> {
  return new Promise((resolve) => {
    const take = (message: unknown) => {
      const order = fromMessage<Order>(message);
      if (order?.type !== type) return;
      process.off('message', take);
      resolve(order as Extract<Order, { type: T }>);
    };
    process.on('message', take);
  });
}

/** Resolves once a successor is serving and this process should exit. Never resolves without a supervisor. */
export const retirement = (): Promise<unknown> =>
  cluster.isWorker ? nextOrder('retire') : new Promise(() => {});

/** Reports to the supervisor, if any, why this process cannot start. */
export function reportFailure(reason: string): void {
  if (cluster.isWorker) report({ type: 'failed', reason });
}

/** The supervisor of this process, if it was started by one. */
export function findSupervisor(): Supervisor | undefined {
  if (!cluster.isWorker) return undefined;
  const predecessor = readPredecessor();
  return {
    predecessor,
    async readyToBegin() {
      const begin = nextOrder('begin');
      report({ type: 'ready' });
      await begin;
    },
    reportWorking: () => void report({ type: 'working' }),
    async replace(wanted, about) {
      const refused = nextOrder('refused');
      report({ type: 'wanted', ...wanted, predecessor: about });
      return (await refused).reason;
    },
  };
}

/** Options of `serve` and `worker` that name a folder. */
const FOLDER_OPTIONS = ['--dist', '--dealers-dir'];

/** Resolves folder options for a process with another working directory. */
export function absoluteArguments(args: readonly string[], from: string): string[] {
  return args.map((argument, at) => {
    if (FOLDER_OPTIONS.includes(args[at - 1] ?? '')) return resolve(from, argument);
    const [option = '', ...value] = argument.split('=');
    return FOLDER_OPTIONS.includes(option) && value.length > 0
      ? `${option}=${resolve(from, value.join('='))}`
      : argument;
  });
}

/**
 * Resolves folder variables for a process with another working directory. An unset DEALERS_DIR stays unset: it defaults
 * to a folder of the process's own source.
 */
export function absoluteFolders(env: NodeJS.ProcessEnv, from: string): NodeJS.ProcessEnv {
  const { DATA_DIR = '.data', DIST_DIR = 'dist', DEALERS_DIR } = env;
  return {
    DATA_DIR: resolve(from, DATA_DIR),
    DIST_DIR: resolve(from, DIST_DIR),
    ...(DEALERS_DIR === undefined ? {} : { DEALERS_DIR: resolve(from, DEALERS_DIR) }),
  };
}
