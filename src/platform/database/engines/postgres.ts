import { CompiledQuery, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import { DatabaseError, Pool, type PoolClient, types } from 'pg';
import { DEFAULT_CONNECTIONS } from '#src/config/environment-variables.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Tables } from '#src/platform/database/tables.ts';
import { traceQueries } from '#src/platform/database/trace-queries.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import { isTracing } from '#src/platform/tracing/tracing.ts';

/** An error of Postgres or its connection, safe to log. */
export class PostgresFailure extends Error {
  override name = 'PostgresFailure';
  /** SQLSTATE, or a network error code such as ECONNREFUSED. */
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Class 22, "data exception": messages contain the offending value. */
const TELLS_VALUES = /^22/;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Messages for errors that a person can fix, by SQLSTATE. */
const MESSAGES: Readonly<Record<string, string>> = {
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

/** Errors of the driver itself have no code. */
function reasonOf(error: unknown): string {
  const isOfDriver = error instanceof Error && !('code' in error);
  return isOfDriver ? `the connection failed. Details: ${error.message}` : plainReason(error);
}

/** Keeps tables and causes, but no values, which are in the driver's `detail`. */
export function asFailure(error: unknown): PostgresFailure {
  if (error instanceof PostgresFailure) return error;
  const code = codeOf(error);
  if (error instanceof DatabaseError && TELLS_VALUES.test(code))
    return new PostgresFailure(code, `Postgres refused a value (${code}, ${error.routine ?? 'unknown'})`);
  // A host with two addresses fails with an AggregateError without a message.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const inCode = code === '' ? '' : ` (${code})`;
  const known = MESSAGES[code];
  if (known !== undefined) return new PostgresFailure(code, `Postgres ${known}${inCode}`);
  if (error instanceof DatabaseError) {
    return new PostgresFailure(code, `Postgres refused a statement${inCode}. Details: ${error.message}`);
  }
  return new PostgresFailure(code, `Postgres cannot be reached at DATABASE_URL: ${reasonOf(first)}${inCode}`);
}

/** Whether the connection is unusable because the server did not respond or closed it. */
export const isLost = (error: unknown): boolean =>
  !(error instanceof DatabaseError) || /^(?:08|57P)/.test(codeOf(error));

const DEADLOCK = '40P01';

/** A deadlock: this transaction was rolled back and may be retried. */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof PostgresFailure && error.code === DEADLOCK;

/** Timeout for obtaining a connection. */
const CONNECT_TIMEOUT_MS = 5000;
/** A transaction that waits for a locked row occupies a connection. */
const LOCK_TIMEOUT_MS = 5000;
/** Enforced by the server, and slightly later by the client in case the server has disappeared. */
const STATEMENT_TIMEOUT_MS = 10_000;
const QUERY_TIMEOUT_MS = 12_000;
/** Limits how long a hanging process can hold locks. */
const IDLE_TRANSACTION_TIMEOUT_MS = 30_000;

const INT8_OID = 20;

/** Commits must be on disk before they are acknowledged, whatever the role or database is set to. */
const DURABLE_COMMITS = `select set_config('synchronous_commit', 'on', false)
  where current_setting('synchronous_commit') = 'off'`;

/**
 * Connects to Postgres on the first query. A lost connection fails only the running query; the next one uses another.
 * @param onLost called for connections that broke while idle
 * @param connections open at the same time, at most
 * @param queryTimeoutMs for the response to a query; 0 waits as long as it takes
 */
export function openPostgres(
  url: string,
  onLost: (reason: string) => void = () => {},
  connections = DEFAULT_CONNECTIONS,
  queryTimeoutMs = QUERY_TIMEOUT_MS,
): Database {
  const pool = new Pool({
    connectionString: url,
    application_name: 'forecourt',
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    types: {
      // Counts are returned as text by default.
      getTypeParser: (oid, format) => (oid === INT8_OID ? Number : types.getTypeParser(oid, format)),
    },
  });
  // Without a listener, the error would end the process.
  pool.on('error', (error) => onLost(asFailure(error).message));
  // Nor does the pool listen to a connection in use, whose query fails by itself.
  pool.on('connect', (client) => client.on('error', () => {}));
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  return new Kysely<Tables>({
    ...(isTracing() && { log: traceQueries('postgres') }),
    dialect: new PostgresDialect({
      pool: {
        options: pool.options,
        end: () => pool.end(),
        async connect() {
          const client = await pool.connect().catch((error: unknown) => {
            throw asFailure(error);
          });
          const known = clients.get(client) ?? carefulClient(client);
          clients.set(client, known);
          return known;
        },
      },
      onCreateConnection: async (connection) => {
        await connection.executeQuery(CompiledQuery.raw(DURABLE_COMMITS));
      },
    }),
  });
}

/** Postgres text cannot contain U+0000, which user input may include. */
const storable = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value);

/** A client whose errors contain no values, and which leaves the pool once its connection is unusable. */
function carefulClient(client: PoolClient): PostgresPoolClient {
  let lost = false;
  const query = async (sql: string, parameters: readonly unknown[] = []) => {
    try {
      return await client.query(sql, parameters.map(storable));
    } catch (error) {
      lost ||= isLost(error);
      throw asFailure(error);
    }
  };
  return {
    // Kysely's type includes cursors for streams, which are not used.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || lost),
  };
}
