import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { ask, type Outcome, type Victim } from './attacker.ts';

const PER_SECOND = 20;
const SHOPPER = '127.0.0.1';

export type Shopper = {
  /** Ends the visit. @returns every response since the visit began */
  stop(): Promise<Outcome[]>;
};

type Visit = Victim & { path: string };

/** Another shopper, in a separate thread, who requests a page of another dealer twenty times a second. */
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
  const started = performance.now();
  while (!isOver) {
    asked.push(ask(visit, visit.path, { from: SHOPPER, agent }));
    await wait(Math.max(0, started + (asked.length * 1000) / PER_SECOND - performance.now()));
  }
  parentPort?.postMessage(await Promise.all(asked));
  agent.destroy();
}

if (parentPort && (workerData as Visit | undefined)?.path) await browse(workerData as Visit);
