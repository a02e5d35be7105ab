import { expect, it } from 'vitest';
import { createFairQueue, QueueFullError } from './fair-queue.ts';

/** Takes a turn and notes who had it. */
function recorder(turns: ReturnType<typeof createFairQueue>) {
  const order: string[] = [];
  const take = async (who: string, signal?: AbortSignal) => {
    const release = await turns.acquire(who, signal);
    order.push(who);
    return release;
  };
  return { order, take };
}
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

it('PLAT-02 a client that sends many requests leaves the next turn to others', async () => {
  const turns = createFairQueue({ concurrency: 1, maxWaiting: 100 });
  const { order, take } = recorder(turns);
  const first = await take('flood');
  const all = [...Array.from({ length: 5 }, () => take('flood')), take('shopper'), take('other')];
  first();
  for (const turn of all) turn.then((release) => release());
  await Promise.all(all);
  expect(order.slice(0, 4)).toEqual(['flood', 'flood', 'shopper', 'other']);
});

it('PLAT-02 one client holds only its share of the slots', async () => {
  const turns = createFairQueue({ concurrency: 3, concurrencyPerClient: 2, maxWaiting: 100 });
  const { order, take } = recorder(turns);
  for (let at = 0; at < 4; at += 1) void take('flood');
  void take('shopper');
  await settle();
  expect(order).toEqual(['flood', 'flood', 'shopper']);
});

it('PLAT-02 of those who wait, one without a turn comes before one that has a turn already', async () => {
  const turns = createFairQueue({ concurrency: 2, concurrencyPerClient: 2, maxWaiting: 100 });
  const { order, take } = recorder(turns);
  const first = await take('a');
  await take('flood');
  void take('flood');
  void take('shopper');
  first();
  await settle();
  expect(order).toEqual(['a', 'flood', 'shopper']);
});

it('PLAT-02 if the queue is full, the client with most places loses one; a client with its share is refused', async () => {
  const turns = createFairQueue({ concurrency: 1, maxWaiting: 3, maxWaitingPerClient: 3 });
  const release = await turns.acquire('flood');
  const waiting = Array.from({ length: 3 }, () => turns.acquire('flood'));
  await expect(turns.acquire('flood')).rejects.toThrow(QueueFullError);
  const shopper = turns.acquire('shopper');
  await expect(waiting[2]).rejects.toThrow(QueueFullError);
  release();
  (await waiting[0])?.();
  expect(await shopper).toBeInstanceOf(Function);
});

it('PLAT-02 a client with its share of the places is refused while others still find one', async () => {
  const turns = createFairQueue({ concurrency: 1, maxWaiting: 10, maxWaitingPerClient: 2 });
  const release = await turns.acquire('flood');
  const waiting = [turns.acquire('flood'), turns.acquire('flood')];
  await expect(turns.acquire('flood')).rejects.toThrow(QueueFullError);
  const shopper = turns.acquire('shopper');
  release();
  (await waiting[0])?.();
  (await shopper)();
  expect(await waiting[1]).toBeInstanceOf(Function);
});

it('PLAT-02 a client that has left is removed from the queue', async () => {
  const turns = createFairQueue({ concurrency: 1, maxWaiting: 2 });
  const release = await turns.acquire('a');
  const gone = new AbortController();
  const left = turns.acquire('a', gone.signal);
  const next = turns.acquire('a');
  gone.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  release();
  expect(await next).toBeInstanceOf(Function);
});
