import { CompiledQuery, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import { DatabaseError, Pool, type PoolClient, types } from 'pg';
import type { Database } from '#src/platform/database/database.ts';
import type { Tables } from '#src/platform/database/tables.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';

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

const CONNECTIONS = 10;
/** How long a query waits for a free connection, or for the server to take a new one. */
const CONNECT_TIMEOUT_MS = 5000;
/** A transaction that waits for a locked row occupies a connection that others need. */
const LOCK_TIMEOUT_MS = 5000;
/** The server cancels a statement; slightly later the client does, in case the server has disappeared. */
const STATEMENT_TIMEOUT_MS = 10_000;
const QUERY_TIMEOUT_MS = 12_000;
/** How long a hanging process may hold locks. */
const IDLE_TRANSACTION_TIMEOUT_MS = 30_000;

const INT8_OID = 20;

/** A commit is acknowledged once it is on disk, whatever the role or the database is set to. */
const DURABLE_COMMITS = `select set_config('synchronous_commit', 'on', false)
  where current_setting('synchronous_commit') = 'off'`;

/**
 * Opens the Postgres database at `url`. No connection is made before the first query, and a lost one fails only the
 * running query: the next takes another.
 * @param onLost called for connections that broke while idle
 */
export function openPostgres(url: string, onLost: (reason: string) => void = () => {}): Database {
  const pool = new Pool({
    connectionString: url,
    application_name: 'forecourt',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    types: {
      // By default a count is returned as text.
      getTypeParser: (oid, format) => (oid === INT8_OID ? Number : types.getTypeParser(oid, format)),
    },
  });
  // Without a listener it would end the process.
  pool.on('error', (error) => onLost(asFailure(error).message));
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  return new Kysely<Tables>({
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

/** Postgres text cannot contain U+0000; a stranger's input must not fail because of it. */
const storable = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value);

/** A client whose errors contain no values, and which leaves the pool when its connection is unusable. */
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
    // Kysely's type also knows cursors, which are for streams; none is opened here.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || lost),
  };
}
