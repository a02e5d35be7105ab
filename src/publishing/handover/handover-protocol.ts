import cluster from 'node:cluster';
import { resolve } from 'node:path';

/*
 * What a supervisor and its processes say to each other. They may be of different code releases: a change that the other
 * side could not follow raises VERSION, and the new code then needs a restart.
 */

const VERSION = 1;

/** The process that is to be replaced, as its successor sees it. */
export type Predecessor = {
  /** Where it serves; undefined for a worker. */
  url?: string | undefined;
  /** Slugs of the dealers it works for. */
  dealers: string[];
};

/** A code release whose server is other than the running one. */
type WantedCode = {
  code: string;
  /** Absolute folder of the source it was built from. */
  folder: string;
};

/** From a process to its supervisor. */
export type Report =
  /** Everything is loaded and warm; it waits for its turn. */
  | { type: 'ready' }
  /** It works now. */
  | { type: 'working' }
  /** It cannot start. */
  | { type: 'failed'; reason: string }
  /** It asks to be replaced by a process of this code. */
  | ({ type: 'wanted'; predecessor: Predecessor } & WantedCode);

/** From a supervisor to a process. */
export type Order =
  /** Its turn has come. */
  | { type: 'begin' }
  /** Its successor works: finish and end. */
  | { type: 'retire' }
  /** The successor it asked for did not come up. */
  | { type: 'refused'; code: string; reason: string };

/** The variable by which a successor learns that it is one. */
export const PREDECESSOR_VARIABLE = 'FORECOURT_PREDECESSOR';

export const toMessage = (content: Report | Order): object => ({ forecourt: VERSION, ...content });

/** @returns undefined for a message of something else, or of another version */
export function fromMessage<T extends Report | Order>(message: unknown): T | undefined {
  const isOurs = typeof message === 'object' && message !== null && 'forecourt' in message;
  return isOurs && message.forecourt === VERSION ? (message as unknown as T) : undefined;
}

/** What a process can do with its supervisor. */
export type Supervisor = {
  /** The process that this one takes over from; undefined for the first. */
  readonly predecessor: Predecessor | undefined;
  /** Says that this successor is warm, and resolves when its turn has come. */
  turn(): Promise<void>;
  /** Says that this successor works: the old process retires. */
  works(): void;
  /** Asks for a successor. @returns why none has taken over; does not resolve if one has */
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

/** Resolves when a successor works: this process finishes and ends. Never without a supervisor. */
export const retirement = (): Promise<unknown> =>
  cluster.isWorker ? nextOrder('retire') : new Promise(() => {});

/** Tells the supervisor, if there is one, why this process cannot start. */
export function reportFailure(reason: string): void {
  if (cluster.isWorker) report({ type: 'failed', reason });
}

/** The supervisor of this process; undefined where it runs by itself. */
export function findSupervisor(): Supervisor | undefined {
  if (!cluster.isWorker) return undefined;
  const predecessor = readPredecessor();
  return {
    predecessor,
    async turn() {
      const begin = nextOrder('begin');
      report({ type: 'ready' });
      await begin;
    },
    works: () => void report({ type: 'working' }),
    async replace(wanted, about) {
      const refused = nextOrder('refused');
      report({ type: 'wanted', ...wanted, predecessor: about });
      return (await refused).reason;
    },
  };
}

/** Options of `serve` and `worker` that name a folder. */
const FOLDER_OPTIONS = ['--dist', '--dealers-dir'];

/** The same arguments for a process with another working directory. */
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
 * The folders of an installation for a process with another working directory. Dealer files that no variable names are
 * those beside its own code.
 */
export function absolutePlaces(env: NodeJS.ProcessEnv, from: string): NodeJS.ProcessEnv {
  const { DATA_DIR = '.data', DIST_DIR = 'dist', DEALERS_DIR } = env;
  return {
    DATA_DIR: resolve(from, DATA_DIR),
    DIST_DIR: resolve(from, DIST_DIR),
    ...(DEALERS_DIR === undefined ? {} : { DEALERS_DIR: resolve(from, DEALERS_DIR) }),
  };
}
