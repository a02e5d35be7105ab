import { DatabaseError } from 'pg';

/** A failure in Postgres or of its connection, safe to log. */
export class PostgresFailure extends Error {
  override name = 'PostgresFailure';
  /** SQLSTATE, or a code of the network such as ECONNREFUSED. */
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Class 22, "data exception": its messages repeat the value at fault. */
const TELLS_VALUES = /^22/;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Names tables and causes, never values: those are in the driver's detail, which is dropped. */
export function asFailure(error: unknown): PostgresFailure {
  if (error instanceof PostgresFailure) return error;
  const code = codeOf(error);
  if (error instanceof DatabaseError && TELLS_VALUES.test(code))
    return new PostgresFailure(code, `Postgres refused a value (${code}, ${error.routine ?? 'unknown'})`);
  // A host with two addresses fails once for each, under an empty message.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const message = first instanceof Error ? first.message : 'unknown';
  return new PostgresFailure(code, `Postgres: ${message}${code === '' ? '' : ` (${code})`}`);
}

/** Whether the connection is unusable: the server did not respond, or hung up. Other errors leave it usable. */
export const isLost = (error: unknown): boolean =>
  !(error instanceof DatabaseError) || /^(?:08|57P)/.test(codeOf(error));

const DEADLOCK = '40P01';

/** Two transactions waited for each other; this one was ended, and may be run again. */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof PostgresFailure && error.code === DEADLOCK;
