import { format } from 'node:util';
import type { Logger } from 'pino';

const written = (error: unknown) =>
  error instanceof Error ? { message: error.message, stack: error.stack } : String(error);

/** What is done with a file or connection that is open already, or being opened. */
const STREAM_CALLS = new Set([
  'read',
  'write',
  'writev',
  'shutdown',
  'connect',
  'open',
  'close',
  'getaddrinfo',
]);

/** Trouble of one file, connection or message: nothing else is the worse for it. */
function isOfOneStream(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('syscall' in error) return STREAM_CALLS.has(String(error.syscall));
  return 'code' in error && /^(?:ERR_STREAM|ERR_HTTP|ERR_SOCKET|HPE_|Z_)/.test(String(error.code));
}

/**
 * Writes what libraries print, and what no code has caught, to the log. A promise that failed or a stream that broke
 * ends nothing. After any other uncaught error the state of the process is unknown: it answers what is under way and
 * ends with 1, for its supervisor to start it again.
 */
export function logFailures(log: Pick<Logger, 'error' | 'warn'>): void {
  console.error = (...args: unknown[]) => log.error({ err: format(...args) }, 'printed');
  console.warn = (...args: unknown[]) => log.warn({ err: format(...args) }, 'printed');
  process.on('unhandledRejection', (error) => log.error({ err: written(error) }, 'promise failed'));
  process.on('uncaughtException', (error) => {
    log.error({ err: written(error) }, 'uncaught error');
    if (isOfOneStream(error)) return;
    process.exitCode = 1;
    process.kill(process.pid, 'SIGTERM');
  });
}
