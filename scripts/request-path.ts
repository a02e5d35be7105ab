import { randomUUID } from 'node:crypto';
import { Session } from 'node:inspector/promises';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { leadsPath } from '#src/features/leads/endpoints/lead-endpoints.ts';
import { CONTACT_SAMPLE } from '#src/server/routes/endpoints.ts';
import { ask } from './bench/attack/attacker.ts';
import { startSeparateStack } from './demo/separate-stack.ts';

/**
 * The modules of this project that run between a request and its response, for a search page and for a lead:
 * `npx node scripts/request-path.ts`. Loading a module does not count, nor do tables and schemas, which are data.
 */
const MOST_MODULES = 20;
const DEALER = 'riverbend';
/** Modules that run in every round belong to the request; timers and workers run in some. */
const ROUNDS = 5;
const DATA = /\.data\.ts$|\/config\/sections\/|-(?:schema|endpoints|tables)\.ts$|\/tables\.ts$/;

/** Paths below the project, of modules with a function that ran. */
async function modulesRun(session: Session, work: () => Promise<void>): Promise<Set<string>> {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  const ran = result.filter(
    ({ url, functions }) =>
      url.startsWith('file:') &&
      functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
  );
  return new Set(ran.map(({ url }) => relative(resolve('.'), fileURLToPath(url))));
}

async function inEveryRound(session: Session, work: (round: number) => Promise<void>): Promise<string[]> {
  const rounds: Set<string>[] = [];
  await work(-1);
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await modulesRun(session, () => work(round)));
  const [first = new Set<string>(), ...others] = rounds;
  return [...first].filter(
    (file) => file.startsWith('src/') && !DATA.test(file) && others.every((round) => round.has(file)),
  );
}

// A reader may close the pipe early: `| head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const stack = await startSeparateStack('request-path');
const session = new Session();
session.connect();
await session.post('Profiler.enable');
const victim = { port: stack.port, host: `${DEALER}.localhost` };

/** @throws Error for a status other than 2xx */
async function request(path: string, body?: string): Promise<void> {
  const { status } = await ask(victim, path, { from: '127.0.0.1', ...(body === undefined ? {} : { body }) });
  if (status < 200 || status > 299) throw new Error(`${path} answered ${status}.`);
}

const paths = {
  // Every address is different, so that none comes from the cache.
  'a search page': (round: number) =>
    request(`/search/new-used-and-demo-cars?price=${5000 + (round + 1) * 500}:90000`),
  'a lead': (round: number) =>
    request(
      leadsPath('contact'),
      JSON.stringify({ ...CONTACT_SAMPLE, message: `Path ${round}`, submission_key: randomUUID() }),
    ),
};
try {
  for (const [name, work] of Object.entries(paths)) {
    const modules = (await inEveryRound(session, work)).sort();
    console.log(`\n${name}: ${modules.length} modules (goal: ${MOST_MODULES})`);
    for (const file of modules) console.log(`  ${file}`);
  }
} finally {
  session.disconnect();
  await stack.stop();
}
