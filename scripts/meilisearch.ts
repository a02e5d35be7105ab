import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readStatusEnvironment } from '#src/config/environment.ts';
import { readOptions, UsageError } from './command/command.ts';
import { runUntilStopped } from './command/run-until-stopped.ts';
import { startMeilisearch } from './programs/meilisearch-program.ts';

const USAGE = `Runs the search engine that comes with the project, until Ctrl+C or SIGTERM.

  npx node scripts/meilisearch.ts

It listens at MEILI_HOST (http://127.0.0.1:7700), and MEILI_KEY is its master key: the processes that use it have the same
settings. Its data is in DATA_DIR/meilisearch (.data/meilisearch). MEILISEARCH_BINARY names another executable than the
one of the project, which is checked against its SHA-256.`;

/** In production Meilisearch requires a master key of at least this many. */
const SHORTEST_KEY_BYTES = 16;
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost']);

const options = { help: { type: 'boolean', short: 'h', default: false } } as const;

await runUntilStopped(USAGE, async () => {
  const { values } = readOptions(() => parseArgs({ options }));
  if (values.help) return undefined;
  const { MEILI_HOST, MEILI_KEY, DATA_DIR } = readStatusEnvironment(process.env);
  const { hostname, port } = new URL(MEILI_HOST);
  if (!LOCAL_HOSTS.has(hostname) || port === '')
    throw new UsageError(
      `MEILI_HOST is ${MEILI_HOST}. Set it to a port of this machine, such as http://127.0.0.1:7700.`,
    );
  if (Buffer.byteLength(MEILI_KEY) < SHORTEST_KEY_BYTES)
    throw new UsageError(
      `Set MEILI_KEY to at least ${SHORTEST_KEY_BYTES} random characters: openssl rand -hex 32`,
    );
  const engine = await startMeilisearch(resolve(DATA_DIR, 'meilisearch'), Number(port), MEILI_KEY);
  let isStopping = false;
  void engine.ended.then(() => {
    if (isStopping) return;
    console.error('Meilisearch has ended by itself.');
    process.exit(1);
  });
  return {
    ready: `Meilisearch is running at ${engine.host}. Ctrl+C stops it.`,
    stop() {
      isStopping = true;
      return engine.stop();
    },
  };
});
