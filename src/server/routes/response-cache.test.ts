import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WholeResponse } from '#src/platform/http/response-headers.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import {
  CACHED_WHILE_UNAVAILABLE_MS,
  createResponseCache,
  FRESH_MS,
  type Made,
  REVALIDATED_MS,
  type ResponseCache,
  type Wanted,
} from './response-cache.ts';

const START = Date.parse('2026-07-10T02:00:00Z');
let now: number;
let isUnavailable: boolean;
let cache: ResponseCache;
let made: number;

const responseOf = (text: string, status = 200): WholeResponse => ({
  status,
  headers: {},
  body: Buffer.from(text),
});
const page = (change: Partial<Wanted> = {}, made_: Partial<Made> = {}): Wanted => ({
  key: 'a',
  tags: ['stock/riverbend'],
  validUntil: () => START + 10 * DAY_MS,
  make: async () => {
    made += 1;
    return { response: responseOf(`made ${made}`), isProvisional: false, ...made_ };
  },
  ...change,
});
const read = async (wanted: Wanted) => (await cache.get(wanted)).body.toString();
const settle = () => new Promise((resolve) => setImmediate(resolve));

afterEach(() => void vi.useRealTimers());
beforeEach(() => {
  now = START;
  isUnavailable = false;
  made = 0;
  cache = createResponseCache({
    clock: { now: () => new Date(now) },
    maxBytes: 100_000,
    longestMakingMs: 8000,
    isUnavailable: () => isUnavailable,
  });
});

describe('PLAT-02 cached responses', () => {
  it('are reused while fresh', async () => {
    expect(await read(page())).toBe('made 1');
    now += FRESH_MS - 1;
    expect(await read(page())).toBe('made 1');
  });

  it('are sent immediately and renewed in the background when older', async () => {
    await read(page());
    now += FRESH_MS;
    expect(await read(page())).toBe('made 1');
    await settle();
    expect(await read(page())).toBe('made 2');
  });

  it('are made again when too old', async () => {
    await read(page());
    now += REVALIDATED_MS;
    expect(await read(page())).toBe('made 2');
  });

  it('are never sent past their expiry', async () => {
    const untilMidnight = page({ validUntil: () => START + 30_000 });
    await read(untilMidnight);
    now += 30_000;
    expect(await read(untilMidnight)).toBe('made 2');
    isUnavailable = true;
    now += 30_000;
    expect(await read(untilMidnight)).toBe('made 3');
  });

  it('are shared by all waiting callers', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => read(page())));
    expect(new Set(answers)).toEqual(new Set(['made 1']));
  });

  it('are 200 only', async () => {
    const missing = page({}, { response: responseOf('no such page', 404) });
    expect(await read(missing)).toBe('no such page');
    expect(await read(page())).toBe('made 2');
  });

  it('of different keys are separate', async () => {
    await read(page({ key: 'riverbend\n/' }));
    expect(await read(page({ key: 'kookaburra\n/' }))).toBe('made 2');
  });

  it('are evicted by last use when memory is full', async () => {
    const big = (key: string) => page({ key }, { response: responseOf('x'.repeat(30_000)) });
    for (const key of ['a', 'b', 'a', 'c']) await read(big(key));
    expect(made).toBe(3);
    await read(big('a'));
    expect(made).toBe(3);
    await read(big('b'));
    expect(made).toBe(4);
  });
});

describe('PLAT-02 outdated content', () => {
  it('is not cached past midnight if it was made across it', async () => {
    const midnight = START + 100;
    const across = page({
      validUntil: () => (now < midnight ? midnight : midnight + DAY_MS),
      make: async () => {
        now += 200;
        made += 1;
        return { response: responseOf(`made ${made}`), isProvisional: false };
      },
    });
    expect(await read(across)).toBe('made 1');
    expect(await read(across)).toBe('made 2');
  });

  it('is forgotten once the page has moved', async () => {
    await read(page());
    now += REVALIDATED_MS;
    expect(await read(page({}, { response: responseOf('moved', 301) }))).toBe('moved');
    isUnavailable = true;
    expect(await read(page({}, { response: responseOf('moved', 301) }))).toBe('moved');
  });

  it('is preferred to an error of ours', async () => {
    await read(page());
    now += REVALIDATED_MS;
    expect(await read(page({ make: () => Promise.reject(new Error('thrown')) }))).toBe('made 1');
  });

  it('a page that never ends times out', async () => {
    vi.useFakeTimers();
    const endless = read(page({ make: () => new Promise(() => {}) }));
    const refused = expect(endless).rejects.toThrow('No response within 8 s');
    await vi.advanceTimersByTimeAsync(8000);
    await refused;
    expect(await read(page())).toBe('made 1');
  });
});

describe('PLAT-03 an import', () => {
  it('purges the responses of its dealer and no other', async () => {
    await read(page());
    await read(page({ key: 'b', tags: ['stock/kookaburra-cars'] }));
    cache.purge('stock/riverbend');
    expect(await read(page())).toBe('made 3');
    expect(await read(page({ key: 'b', tags: ['stock/kookaburra-cars'] }))).toBe('made 2');
  });

  it('is not undone by a response made from the old stock', async () => {
    let finish = (_: Made) => {};
    const slow = page({
      make: () =>
        new Promise<Made>((resolve) => {
          finish = resolve;
        }),
    });
    const early = read(slow);
    await settle();
    cache.purge('stock/riverbend');
    const late = read(page());
    finish({ response: responseOf('old price'), isProvisional: false });
    expect(await early).toBe('old price');
    expect(await late).toBe('made 1');
    expect(await read(page())).toBe('made 1');
  });
});

describe('ERR-01 while the search engine is unavailable', () => {
  it('an older response is sent without waiting', async () => {
    await read(page());
    isUnavailable = true;
    now += CACHED_WHILE_UNAVAILABLE_MS - 1;
    expect(await read(page())).toBe('made 1');
    expect(made).toBe(1);
  });

  it('PLAT-55 only responses of the dealers that search there are used for longer', async () => {
    const asked: (readonly string[])[] = [];
    const ofDealers = createResponseCache({
      clock: { now: () => new Date(now) },
      maxBytes: 100_000,
      longestMakingMs: 8000,
      isUnavailable(tags) {
        asked.push(tags);
        return tags.includes('stock/riverbend');
      },
    });
    const here = page();
    const there = page({ key: 'b', tags: ['stock/harbour'] });
    for (const wanted of [here, there]) await ofDealers.get(wanted);
    now += REVALIDATED_MS;
    expect((await ofDealers.get(here)).body.toString()).toBe('made 1');
    expect((await ofDealers.get(there)).body.toString()).toBe('made 3');
    expect(asked).toEqual([['stock/riverbend'], ['stock/harbour']]);
  });

  it('a response more than a day old is not', async () => {
    await read(page());
    isUnavailable = true;
    now += CACHED_WHILE_UNAVAILABLE_MS;
    expect(await read(page())).toBe('made 2');
  });

  it('a cached response is preferred to one from the fallback, which is used if there is none', async () => {
    await read(page());
    now += REVALIDATED_MS;
    const standIn = page({}, { response: responseOf('stand-in'), isProvisional: true });
    expect(await read(standIn)).toBe('made 1');
    expect(await read({ ...standIn, key: 'b' })).toBe('stand-in');
  });

  it('a fallback response is replaced once the engine is back', async () => {
    isUnavailable = true;
    await read(page({}, { response: responseOf('stand-in'), isProvisional: true }));
    now += 60_000;
    expect(await read(page())).toBe('stand-in');
    isUnavailable = false;
    await read(page());
    await settle();
    expect(await read(page())).toBe('made 2');
  });

  it('a failing page is covered by the cached one, and an error is reported where there is none', async () => {
    await read(page());
    now += REVALIDATED_MS;
    expect(await read(page({}, { response: responseOf('broken', 503) }))).toBe('made 1');
    expect(await read(page({ key: 'b' }, { response: responseOf('broken', 503) }))).toBe('broken');
    await expect(read(page({ key: 'c', make: () => Promise.reject(new Error('thrown')) }))).rejects.toThrow();
    expect(await read(page({ key: 'c' }))).toBe('made 4');
  });

  it('a failed background renewal has no effect', async () => {
    await read(page());
    now += FRESH_MS;
    expect(await read(page({ make: () => Promise.reject(new Error('thrown')) }))).toBe('made 1');
    await settle();
    expect(await read(page())).toBe('made 1');
  });
});

it('PLAT-02 for a client that left before its turn nothing is made, and others are responded to', async () => {
  const left = AbortSignal.abort(new Error('The client has left.'));
  await expect(cache.get(page(), left)).rejects.toThrow('The client has left.');
  expect(made).toBe(0);
  const other = cache.get(page());
  await expect(cache.get(page(), left)).rejects.toThrow('The client has left.');
  expect((await other).body.toString()).toBe('made 1');
});
