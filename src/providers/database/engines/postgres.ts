import { CompiledQuery, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import { Pool, type PoolClient, types } from 'pg';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import { asFailure, isLost } from './postgres-failure.ts';

const CONNECTIONS = 10;
/** How long a query waits for a free connection, or for the server to take a new one. */
const CONNECT_TIMEOUT_MS = 5000;
/** Who waits for a row that another transaction holds keeps a connection from everybody else. */
const LOCK_TIMEOUT_MS = 5000;
/** The server gives a statement up; a little later so does the client, should the server be gone without a word. */
const STATEMENT_TIMEOUT_MS = 10_000;
const QUERY_TIMEOUT_MS = 12_000;
/** What a process that hangs may keep locked. */
const IDLE_TRANSACTION_TIMEOUT_MS = 30_000;

const INT8_OID = 20;

/** A commit is acknowledged once it is on disk, whatever the role or the database is set to. */
const DURABLE_COMMITS = `select set_config('synchronous_commit', 'on', false)
  where current_setting('synchronous_commit') = 'off'`;

/**
 * Opens the Postgres database at `url`. No connection is made before the first query, and a lost one fails no more
 * than the query under way: the next takes another.
 * @param onLost informed of connections that broke while nobody used them
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
      // Left alone, a count comes as text.
      getTypeParser: (oid, format) => (oid === INT8_OID ? Number : types.getTypeParser(oid, format)),
    },
  });
  // Unheard it would end the process.
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

/** Postgres keeps no U+0000 in a text; what a stranger sends must not fail for it. */
const storable = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value);

/** A client whose failures carry no values, and which leaves the pool when its connection is of no use. */
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
