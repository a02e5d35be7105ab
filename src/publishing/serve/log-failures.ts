import { format } from 'node:util';
import type { Logger } from 'pino';

const written = (error: unknown) =>
  error instanceof Error ? { message: error.message, stack: error.stack } : String(error);

/** Operations on files and connections. */
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

/** Errors of a single file, connection or message. */
function isOfOneStream(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('syscall' in error) return STREAM_CALLS.has(String(error.syscall));
  return 'code' in error && /^(?:ERR_STREAM|ERR_HTTP|ERR_SOCKET|HPE_|Z_)/.test(String(error.code));
}

/**
 * Logs warnings of libraries and uncaught errors. Rejected promises and broken streams do not end the process. After
 * any other uncaught error its state is undefined: it finishes pending requests and exits with 1, to be restarted by
 * its service manager.
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
