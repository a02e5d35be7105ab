import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { ask, type Outcome, type Victim } from './attacker.ts';

const PER_SECOND = 20;
/** In a body, replaced by a number that is another each time. */
const NUMBER = 'NUMBER';
const SHOPPER = '127.0.0.1';

export type Shopper = {
  /** Ends the visit. @returns every response since the visit began */
  stop(): Promise<Outcome[]>;
};

/** Of a posted request, its body; `NUMBER` in it is another number each time. */
type Visit = Victim & { path: string; body?: string; perSecond?: number };

/** Another shopper, in a separate thread, who requests a page of another dealer, twenty times a second by default. */
export function startShopper(visit: Visit): Shopper {
  const worker = new Worker(new URL(import.meta.url), { workerData: visit });
  return {
    stop: () =>
      new Promise((resolve, reject) => {
        worker.once('message', (outcomes: Outcome[]) => {
          resolve(outcomes);
          void worker.terminate();
        });
        worker.once('error', reject);
        worker.postMessage('stop');
      }),
  };
}

async function browse(visit: Visit): Promise<void> {
  const agent = new Agent({ keepAlive: true, localAddress: SHOPPER });
  const asked: Promise<Outcome>[] = [];
  let isOver = false;
  parentPort?.once('message', () => {
    isOver = true;
  });
  const { body, perSecond = PER_SECOND } = visit;
  const started = performance.now();
  while (!isOver) {
    const posted = body === undefined ? {} : { body: body.replaceAll(NUMBER, String(asked.length)) };
    asked.push(ask(visit, visit.path, { from: SHOPPER, agent, ...posted }));
    await wait(Math.max(0, started + (asked.length * 1000) / perSecond - performance.now()));
  }
  parentPort?.postMessage(await Promise.all(asked));
  agent.destroy();
}

if (parentPort && (workerData as Visit | undefined)?.path) await browse(workerData as Visit);
