import fc from 'fast-check';
import { expect, it } from 'vitest';
import { QueueFullError } from '#src/platform/queue/fair-queue.ts';
import { createEncodeQueue } from './encode-image.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Work that ends on request. */
function held() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end: () => end(), work: () => ended };
}

it('CFG-22 background work starts only when no client waits, one at a time', async () => {
  const queue = createEncodeQueue(2, 10);
  const order: string[] = [];
  const first = held();
  const second = held();
  const note = (name: string) => async () => void order.push(name);
  const running = [queue.once('a', first.work), queue.once('b', second.work), queue.once('c', note('c'))];
  queue.runWhenIdle('x', note('x'));
  queue.runWhenIdle('y', note('y'));
  await turn();
  expect(order).toEqual([]);
  first.end();
  await turn();
  expect(order).toEqual(['c', 'x', 'y']);
  second.end();
  await Promise.all(running);
});

it('CFG-22 background work leaves a slot for clients', async () => {
  const queue = createEncodeQueue(2, 10);
  const late = held();
  queue.runWhenIdle('x', late.work);
  queue.runWhenIdle('y', late.work);
  let isDone = false;
  await queue.once('a', async () => {
    isDone = true;
  });
  expect(isDone).toBe(true);
  late.end();
  await queue.stop();
});

it('CFG-22 a failure leaves the queue working and the key free for another try', async () => {
  const queue = createEncodeQueue(1, 10);
  let tries = 0;
  const failing = async () => {
    tries += 1;
    throw new Error('no');
  };
  queue.runWhenIdle('x', failing);
  await turn();
  queue.runWhenIdle('x', failing);
  await turn();
  await expect(queue.once('a', failing)).rejects.toThrow('no');
  await queue.once('a', async () => {});
  expect(tries).toBe(3);
});

it('CFG-22 a waiting key is not queued twice, and the queue is bounded', async () => {
  const queue = createEncodeQueue(1, 2);
  const busy = held();
  const running = queue.once('a', busy.work);
  let made = 0;
  const make = async () => {
    made += 1;
  };
  expect([queue.runWhenIdle('x', make), queue.runWhenIdle('x', make), queue.runWhenIdle('y', make)]).toEqual([
    true,
    true,
    true,
  ]);
  expect(queue.runWhenIdle('z', make)).toBe(false);
  const waiting = [queue.once('b', make), queue.once('c', make)];
  await expect(queue.once('d', make)).rejects.toThrow(QueueFullError);
  busy.end();
  await Promise.all([running, ...waiting]);
  await turn();
  expect(made).toBe(4);
});

it('CFG-22 stopping waits for running work and starts nothing more', async () => {
  const queue = createEncodeQueue(1, 10);
  const busy = held();
  let late = 0;
  queue.runWhenIdle('x', busy.work);
  queue.runWhenIdle('y', async () => {
    late += 1;
  });
  let isStopped = false;
  const stopped = queue.stop().then(() => {
    isStopped = true;
  });
  await turn();
  expect(isStopped).toBe(false);
  busy.end();
  await stopped;
  expect([late, queue.runWhenIdle('z', busy.work)]).toEqual([0, false]);
});

it('CFG-22 no order of requests runs more than the limit at a time or loses one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.record({ key: fc.integer({ min: 0, max: 9 }), isLate: fc.boolean() }), { maxLength: 25 }),
      fc.integer({ min: 1, max: 3 }),
      async (scheduler, requests, concurrency) => {
        const queue = createEncodeQueue(concurrency, 100);
        let running = 0;
        const made = new Set<string>();
        const make = (name: string) => async () => {
          running += 1;
          expect(running).toBeLessThanOrEqual(concurrency);
          await scheduler.schedule(Promise.resolve());
          running -= 1;
          made.add(name);
        };
        const asked = requests.flatMap(({ key, isLate }) => {
          const name = `${isLate ? 'late' : 'now'}-${key}`;
          if (!isLate) return [queue.once(name, make(name))];
          queue.runWhenIdle(name, make(name));
          return [];
        });
        await scheduler.waitFor(Promise.all(asked));
        await scheduler.waitIdle();
        expect(made).toEqual(new Set(requests.map(({ key, isLate }) => `${isLate ? 'late' : 'now'}-${key}`)));
      },
    ),
  );
});

it('CFG-22 a picture two clients ask for is made when the first of them has a turn', async () => {
  const queue = createEncodeQueue(1, 100, 50);
  const order: string[] = [];
  const first = held();
  const note = (name: string) => async () => void order.push(name);
  const running = [queue.once('first', first.work, 'flood')];
  for (let at = 0; at < 20; at += 1) running.push(queue.once(`flood ${at}`, note(`flood ${at}`), 'flood'));
  running.push(
    queue.once('flood 19', note('flood 19'), 'shopper'),
    queue.once('own', note('own'), 'shopper'),
  );
  first.end();
  await Promise.all(running);
  expect(order.slice(0, 4)).toEqual(['flood 0', 'flood 19', 'flood 1', 'own']);
  expect(order).toHaveLength(21);
});

it('CFG-22 one client fills only its own share of both queues', async () => {
  const queue = createEncodeQueue(1, 100, 5);
  const first = held();
  const running = [queue.once('first', first.work, 'flood')];
  for (let at = 0; at < 5; at += 1) running.push(queue.once(`f${at}`, async () => {}, 'flood'));
  await expect(queue.once('one more', async () => {}, 'flood')).rejects.toThrow(QueueFullError);
  running.push(queue.once('shopper', async () => {}, 'shopper'));
  const later = (who: string) =>
    Array.from({ length: 6 }, (_, at) => queue.runWhenIdle(`${who} ${at}`, async () => {}, who));
  expect(later('flood').filter(Boolean)).toHaveLength(5);
  expect(later('shopper').filter(Boolean)).toHaveLength(5);
  first.end();
  await Promise.all(running);
});

const left = new Error('left');
const client = () => new AbortController();

it('CFG-22 a picture that all waiting clients have given up is not made', async () => {
  const queue = createEncodeQueue(1, 10);
  const first = held();
  const running = queue.once('a', first.work);
  const clients = [client(), client(), client()];
  let made = 0;
  const make = async () => {
    made += 1;
  };
  const asked = clients.map(({ signal }, at) => queue.once('b', make, at === 2 ? 'other' : 'same', signal));
  for (const [at, promise] of asked.entries()) {
    clients[at]?.abort(left);
    await expect(promise).rejects.toBe(left);
  }
  first.end();
  await running;
  await queue.stop();
  expect(made).toBe(0);
});

it('CFG-22 a picture that one client still waits for is made once, even if others have left', async () => {
  const queue = createEncodeQueue(1, 10);
  const first = held();
  const running = queue.once('a', first.work);
  let made = 0;
  const make = async () => {
    made += 1;
  };
  const [early, sameNetwork] = [client(), client()];
  const gone = [queue.once('b', make, 'x', early.signal), queue.once('b', make, 'y', sameNetwork.signal)];
  const stays = queue.once('b', make, 'y');
  early.abort(left);
  sameNetwork.abort(left);
  for (const promise of gone) await expect(promise).rejects.toBe(left);
  first.end();
  await stays;
  await running;
  expect(made).toBe(1);
});

it('CFG-22 a request in the moment the last client leaves is served; running work is finished', async () => {
  const queue = createEncodeQueue(1, 10);
  const first = held();
  const running = client();
  const started = queue.once('a', first.work, 'x', running.signal);
  running.abort(left);
  await expect(started).rejects.toBe(left);
  const joined = queue.once('a', first.work, 'y');
  const last = client();
  const abandoned = queue.once('b', async () => {}, 'x', last.signal);
  last.abort(left);
  const again = queue.once('b', async () => {}, 'x');
  await expect(abandoned).rejects.toBe(left);
  first.end();
  await Promise.all([joined, again]);
  await expect(queue.once('c', async () => {}, 'x', last.signal)).rejects.toBe(left);
});

it('CFG-22 released places are free for others', async () => {
  const queue = createEncodeQueue(1, 2);
  const first = held();
  const running = queue.once('a', first.work);
  const flood = client();
  const asked = ['b', 'c'].map((key) => queue.once(key, async () => {}, 'flood', flood.signal));
  await expect(queue.once('d', async () => {}, 'flood')).rejects.toThrow(QueueFullError);
  flood.abort(left);
  for (const promise of asked) await expect(promise).rejects.toBe(left);
  const next = queue.once('d', async () => {}, 'flood');
  first.end();
  await Promise.all([running, next]);
});
