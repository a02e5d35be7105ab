import { CompiledQuery, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import { Pool, type PoolClient, types } from 'pg';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import { asFailure, isLost } from './postgres-failure.ts';

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
