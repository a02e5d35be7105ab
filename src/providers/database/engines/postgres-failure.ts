import { DatabaseError } from 'pg';
import { plainReason } from '#src/domain/plain-reason.ts';

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

/** What a person can do something about, by the codes of Postgres. */
const WORDS: Readonly<Record<string, string>> = {
  '28000': 'refused the user of DATABASE_URL; correct it, or allow the user in pg_hba.conf',
  '28P01': 'refused the user or the password of DATABASE_URL; correct them',
  '3D000': 'has no database of that name; create it, or correct DATABASE_URL',
  '42501': 'does not allow the user of DATABASE_URL to do this; give it the rights of the owner',
  '53100': 'has a full disk; free space there',
  '53300': 'has too many connections; raise its max_connections, or end other programs',
  '57P01': 'was stopped; try again once it runs',
  '57P03': 'is starting or stopping; try again in a moment',
  '25006': 'can only be read; name the server that takes writes in DATABASE_URL',
};

/** The driver has no codes for what it finds wrong itself. */
function reasonOf(error: unknown): string {
  const isOfDriver = error instanceof Error && !('code' in error);
  return isOfDriver ? `the connection failed. Details: ${error.message}` : plainReason(error);
}

/** Names tables and causes, never values: those are in the driver's detail, which is dropped. */
export function asFailure(error: unknown): PostgresFailure {
  if (error instanceof PostgresFailure) return error;
  const code = codeOf(error);
  if (error instanceof DatabaseError && TELLS_VALUES.test(code))
    return new PostgresFailure(code, `Postgres refused a value (${code}, ${error.routine ?? 'unknown'})`);
  // A host with two addresses fails once for each, under an empty message.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const inCode = code === '' ? '' : ` (${code})`;
  const known = WORDS[code];
  if (known !== undefined) return new PostgresFailure(code, `Postgres ${known}${inCode}`);
  if (error instanceof DatabaseError) {
    return new PostgresFailure(code, `Postgres refused a statement${inCode}. Details: ${error.message}`);
  }
  return new PostgresFailure(code, `Postgres cannot be reached at DATABASE_URL: ${reasonOf(first)}${inCode}`);
}

/** Whether the connection is unusable: the server did not respond, or hung up. Other errors leave it usable. */
export const isLost = (error: unknown): boolean =>
  !(error instanceof DatabaseError) || /^(?:08|57P)/.test(codeOf(error));

const DEADLOCK = '40P01';

/** Two transactions waited for each other; this one was ended, and may be run again. */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof PostgresFailure && error.code === DEADLOCK;
