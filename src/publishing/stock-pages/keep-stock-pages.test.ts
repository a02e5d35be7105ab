import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '#src/platform/time/clock.ts';
import type { Services } from '#src/server/services.ts';
import { configured } from '../../../tests/fixtures/configured.ts';

/** Processes that were started, none of which does anything by itself. */
let started: (EventEmitter & { send: ReturnType<typeof vi.fn>; kill: ReturnType<typeof vi.fn> })[] = [];

vi.mock('node:child_process', () => ({
  fork: () => {
    const child = Object.assign(new EventEmitter(), { send: vi.fn(), kill: vi.fn() });
    started.push(child);
    return child as unknown as ChildProcess;
  },
}));
const { keepStockPages } = await import('./keep-stock-pages.ts');

const SECOND_MS = 1000;
const warn = vi.fn();
const error = vi.fn();
let keeper: ReturnType<typeof keepStockPages>;
beforeEach(() => {
  vi.useFakeTimers();
  started = [];
  warn.mockReset();
  error.mockReset();
  const dealer = { ...configured(), release: { id: 'first', code: 'code' } };
  keeper = keepStockPages({
    services: {
      clock: systemClock,
      tenants: { all: [dealer] },
      log: { info: vi.fn(), warn, error },
    } as unknown as Services,
    dist: 'dist',
    code: () => 'code',
    current: () => undefined,
  });
});
afterEach(async () => {
  const stopped = keeper.stop();
  started.at(-1)?.emit('exit', null, 'SIGKILL');
  await stopped;
  vi.useRealTimers();
});

it('PLAT-03 a process that cannot be started is reported once, and the next one waits', async () => {
  await vi.advanceTimersByTimeAsync(SECOND_MS);
  started[0]?.emit('error', new Error('spawn EAGAIN'));
  await vi.advanceTimersByTimeAsync(25 * SECOND_MS);
  expect(started).toHaveLength(1);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ reason: 'spawn EAGAIN' }),
    expect.any(String),
  );
  expect(error).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10 * SECOND_MS);
  expect(started).toHaveLength(2);
});

it('PLAT-03 a process that never ends is killed, and another one is started later', async () => {
  await vi.advanceTimersByTimeAsync(SECOND_MS);
  started[0]?.kill.mockImplementation(() => started[0]?.emit('exit', null, 'SIGKILL'));
  await vi.advanceTimersByTimeAsync(6 * 60 * SECOND_MS);
  expect(started[0]?.kill).toHaveBeenCalledWith('SIGKILL');
  expect(started).toHaveLength(2);
});

it('PLAT-03 a dealer whose pages are rendered waits a few seconds for the next change', async () => {
  await vi.advanceTimersByTimeAsync(SECOND_MS);
  started[0]?.emit('message', { failed: {} });
  started[0]?.emit('exit', 0, null);
  await vi.advanceTimersByTimeAsync(3 * SECOND_MS);
  expect(started).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(4 * SECOND_MS);
  expect(started).toHaveLength(2);
  expect(warn).not.toHaveBeenCalled();
});
