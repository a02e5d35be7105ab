import cluster from 'node:cluster';
import {
  fromMessage,
  type Order,
  PREDECESSOR_VARIABLE,
  type Predecessor,
  type Report,
  toMessage,
  type WantedCode,
} from './messages.ts';

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
