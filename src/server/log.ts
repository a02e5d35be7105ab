import { type DestinationStream, type Logger, pino } from 'pino';
import type { Environment } from '#src/config/environment.ts';
import { currentRequestId } from './request-context.ts';
import type { RecentCount } from './status/recent-count.ts';

const ERROR = 50;

/** The log of a process: each line of a request carries its id, and errors are counted. */
export function createLog(
  { LOG_LEVEL }: Pick<Environment, 'LOG_LEVEL'>,
  errors: RecentCount,
  destination?: DestinationStream,
): Logger {
  const mixin = (_: object, level: number) => {
    if (level >= ERROR) errors.add(Date.now());
    const requestId = currentRequestId();
    return requestId === undefined ? {} : { requestId };
  };
  const options = { level: LOG_LEVEL, base: null, mixin };
  return destination ? pino(options, destination) : pino(options);
}
