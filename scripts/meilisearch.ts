import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exitCodeOf, readOptions, UsageError } from './command/command.ts';
import { startMeilisearch } from './programs/meilisearch.ts';

const USAGE = `Runs the search engine that comes with the project, until Ctrl+C or SIGTERM.

  npm run meilisearch  [--port 7700]

MEILI_KEY is its master key, and the key of the processes that use it. Its data is in DATA_DIR/meilisearch (.data/meilisearch).
For a port other than 7700 set MEILI_HOST for these processes.`;

const DEFAULT_PORT = 7700;
const LARGEST_PORT = 65_535;
/** In production Meilisearch requires a master key of at least this many. */
const SHORTEST_KEY_BYTES = 16;

const options = {
  port: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** @throws Error where something has the port: another engine would be taken for ours */
async function requireFree(port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((free, taken) => {
    probe.once('error', () => taken(new Error(`Port ${port} is in use. --port names another.`)));
    probe.listen(port, '127.0.0.1', free);
  });
  await new Promise((closed) => probe.close(closed));
}

async function run(args: string[]): Promise<number> {
  const { values } = readOptions(() => parseArgs({ args, options }));
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const port = Number(values.port ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 1 || port > LARGEST_PORT)
    throw new UsageError(`--port takes a number up to ${LARGEST_PORT}.`);
  const { MEILI_KEY = '', DATA_DIR = '.data' } = process.env;
  if (Buffer.byteLength(MEILI_KEY) < SHORTEST_KEY_BYTES)
    throw new UsageError(
      `Set MEILI_KEY to at least ${SHORTEST_KEY_BYTES} random characters: openssl rand -hex 32`,
    );
  await requireFree(port);
  const engine = await startMeilisearch(resolve(DATA_DIR, 'meilisearch'), port, MEILI_KEY);
  console.log(`Meilisearch is running at ${engine.host}. Ctrl+C stops it.`);
  let isAsked = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      isAsked = true;
      void engine.stop();
    });
  await engine.ended;
  if (!isAsked) console.error('Meilisearch has ended by itself.');
  return isAsked ? 0 : 1;
}

process.exitCode = await exitCodeOf(() => run(process.argv.slice(2)), USAGE, console);
