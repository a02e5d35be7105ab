import { expect, it, vi } from 'vitest';
import { EventEmitter } from './event-emitter.ts';

/** As InstantSearch makes its own: without a constructor. */
const made = (): EventEmitter => Object.create(EventEmitter.prototype);

it('SRCH-09 listeners hear what is emitted after they began, until they leave', () => {
  const [emitter, heard] = [made(), vi.fn()];
  emitter.on('result', heard).emit('result', 1, 2);
  emitter.removeListener('result', heard).emit('result', 3);
  expect(heard.mock.calls).toEqual([[1, 2]]);
});

it('SRCH-09 a listener for once hears one event, though it emits the same again', () => {
  const emitter = made();
  const heard = vi.fn(() => emitter.emit('render'));
  emitter.once('render', heard);
  emitter.emit('render');
  expect(heard).toHaveBeenCalledTimes(1);
});

it('SRCH-09 emitters hear only their own events', () => {
  const [one, other, heard] = [made(), made(), vi.fn()];
  one.on('result', heard);
  expect(other.emit('result')).toBe(false);
  expect(one.emit('result')).toBe(true);
  expect(heard).toHaveBeenCalledTimes(1);
});

it('SRCH-09 removed listeners hear nothing', () => {
  const [emitter, heard] = [made(), vi.fn()];
  emitter.on('change', heard).on('result', heard).removeAllListeners('change').emit('change');
  emitter.removeAllListeners().emit('result');
  expect(heard).not.toHaveBeenCalled();
});

it('SRCH-09 an error that no one listens for is thrown', () => {
  const error = new Error('no response');
  expect(() => made().emit('error', error)).toThrow(error);
});
