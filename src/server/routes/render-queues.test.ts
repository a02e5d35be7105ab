import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { signalOf } from './render-queues.ts';

const response = (state: Partial<ServerResponse> = {}) =>
  Object.assign(new EventEmitter(), { writableFinished: false, ...state }) as unknown as ServerResponse;

it.each([
  ['its response is closed', { closed: true }],
  ['its response is destroyed', { destroyed: true }],
  ['its connection is gone', { socket: { destroyed: true } as ServerResponse['socket'] }],
] as const)('PLAT-02 of a client that left before its turn the signal is aborted: %s', (_how, state) => {
  expect(signalOf(response(state)).aborted).toBe(true);
});

it('PLAT-02 a client that leaves while it waits aborts, one that has its response does not', () => {
  const waiting = response();
  const signal = signalOf(waiting);
  expect(signal.aborted).toBe(false);
  waiting.emit('close');
  expect(signal.aborted).toBe(true);
  const served = response();
  const other = signalOf(served);
  Object.assign(served, { writableFinished: true });
  served.emit('close');
  expect(other.aborted).toBe(false);
});
