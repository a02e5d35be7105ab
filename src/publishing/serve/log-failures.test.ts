import { afterEach, expect, it, vi } from 'vitest';
import { logFailures } from './log-failures.ts';

const { error: printsError, warn: printsWarning } = console;
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(console, { error: printsError, warn: printsWarning });
  process.exitCode = undefined;
});

const failing = (properties: object) => Object.assign(new Error('broken'), properties);

it.each([
  ['a connection reset while it is written to', { code: 'ECONNRESET', syscall: 'write' }, false],
  ['a disk that fails a read', { code: 'EIO', syscall: 'read' }, false],
  ['a response written to after its end', { code: 'ERR_STREAM_WRITE_AFTER_END' }, false],
  ['a port that is taken', { code: 'EADDRINUSE', syscall: 'listen' }, true],
  ['a worker that cannot be started', { code: 'EAGAIN', syscall: 'spawn' }, true],
  ['a mistake of ours', {}, true],
])('PLAT-02 uncaught, %s %o: whether it ends the process: %s', (_what, properties, ends) => {
  const handlers = new Map<string | symbol, (error: unknown) => void>();
  vi.spyOn(process, 'on').mockImplementation((event, handler) => {
    handlers.set(event, handler);
    return process;
  });
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  const log = { error: vi.fn(), warn: vi.fn() };
  logFailures(log);
  handlers.get('uncaughtException')?.(failing(properties));
  expect(log.error).toHaveBeenCalledOnce();
  expect(kill.mock.calls).toEqual(ends ? [[process.pid, 'SIGTERM']] : []);
});
