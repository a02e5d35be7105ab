import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Breaker, createBreaker } from './service-client.ts';

class Unavailable extends Error {}

let works: boolean;
let attempts: number;
let changes: boolean[];
let breaker: Breaker;

beforeEach(() => {
  vi.useFakeTimers();
  works = true;
  attempts = 0;
  changes = [];
  const service = async () => {
    attempts += 1;
    if (!works) throw new Unavailable();
    return 'service';
  };
  breaker = createBreaker({
    probe: service,
    isFailure: (error) => error instanceof Unavailable,
    onChange: (open) => changes.push(open),
    failuresToOpen: 3,
    probeEveryMs: 1000,
  });
  ask = () => breaker.call(service, async () => 'spare');
});
afterEach(() => {
  breaker.stop();
  vi.useRealTimers();
});

let ask: () => Promise<string>;

it('ERR-01 every call gets a result; after three failures in a row the service is not called', async () => {
  works = false;
  for (let call = 0; call < 10; call++) expect(await ask()).toBe('spare');
  expect(attempts).toBe(4);
  expect(breaker.isOpen()).toBe(true);
  expect(breaker.diverted()).toBe(10);
  expect(changes).toEqual([true]);
});

it('ERR-01 two failures and a success do not open it', async () => {
  for (const working of [false, false, true, false, false, true]) {
    works = working;
    await ask();
  }
  expect(breaker.isOpen()).toBe(false);
  expect(changes).toEqual([]);
});

it('ERR-01 the service is probed in the background until it works', async () => {
  works = false;
  for (let call = 0; call < 3; call++) await ask();
  await vi.advanceTimersByTimeAsync(3500);
  expect(attempts).toBe(7);
  expect(await ask()).toBe('spare');
  works = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(await ask()).toBe('service');
  expect(changes).toEqual([true, false]);
});

it('ERR-01 a check opens and closes immediately', async () => {
  works = false;
  await breaker.check();
  expect(breaker.isOpen()).toBe(true);
  works = true;
  await breaker.check();
  expect(breaker.isOpen()).toBe(false);
});

it('ERR-01 a fault of our own is thrown and does not open it', async () => {
  const fault = () =>
    breaker.call(
      async () => Promise.reject(new TypeError('ours')),
      async () => 'spare',
    );
  for (let call = 0; call < 5; call++) await expect(fault()).rejects.toThrow('ours');
  expect(breaker.isOpen()).toBe(false);
});

it('ERR-01 a late success of a call that began before it opened does not close it', async () => {
  let finish = (_: string) => {};
  const slow = breaker.call(
    () =>
      new Promise<string>((resolve) => {
        finish = resolve;
      }),
    async () => 'spare',
  );
  works = false;
  for (let call = 0; call < 3; call++) await ask();
  finish('late');
  expect(await slow).toBe('late');
  expect(breaker.isOpen()).toBe(true);
});

it('ERR-01 a service that refuses one request gets the next, however often', async () => {
  const strict = createBreaker({
    probe: async () => undefined,
    isFailure: () => true,
    isOutage: (error) => !(error instanceof TypeError),
    failuresToOpen: 2,
  });
  const refused = () =>
    strict.call(
      () => Promise.reject(new TypeError('this one')),
      async () => 'spare',
    );
  for (let call = 0; call < 5; call++) expect(await refused()).toBe('spare');
  expect(strict.isOpen()).toBe(false);
  strict.stop();
});

const failing = () =>
  breaker.call(
    () => Promise.reject(new Unavailable()),
    async () => 'spare',
  );

it('ERR-01 of two pages rendered concurrently only the one that used the fallback is marked', async () => {
  const [poor, good] = await Promise.all([breaker.tally(failing), breaker.tally(ask)]);
  expect([poor.isDiverted, good.isDiverted]).toEqual([true, false]);
  expect(good.value).toBe('service');
});

it('ERR-01 an outer tally includes an inner one', async () => {
  const { value: inner, isDiverted } = await breaker.tally(() => breaker.tally(failing));
  expect([inner.isDiverted, isDiverted]).toEqual([true, true]);
});

it('ERR-01 expensive slow calls do not open it while a cheap probe succeeds', async () => {
  const late = () =>
    breaker.call(
      () => Promise.reject(new Unavailable('late')),
      async () => 'spare',
    );
  for (let call = 0; call < 20; call++) expect(await late()).toBe('spare');
  expect(breaker.isOpen()).toBe(false);
  expect(await ask()).toBe('service');
  expect(changes).toEqual([]);
});
