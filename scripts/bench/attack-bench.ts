import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { assetsFolder } from '#src/dealer-files/release/release-folders.ts';
import { MAX_VALUES } from '#src/features/search/search-state.ts';
import { readLiveCode } from '#src/publishing/release/code-release.ts';
import { isRunning } from '#src/publishing/release/running-servers.ts';
import { type ServeProcess, startServeProcess } from '../programs/serve-process.ts';
import { ask } from './attack/attacker.ts';
import {
  ATTACKS,
  type Attack,
  type AttackSize,
  crowdedAddress,
  figure,
  type Target,
} from './attack/attacks.ts';
import { FEED_ATTACKS } from './attack/feed-attacks.ts';
import { openDescriptors, residentMegabytes } from './attack/process-figures.ts';
import { startShopper } from './attack/shopper.ts';
import { type BenchRun, type Measurement, percentile, sized } from './measurement.ts';
import { type PreparedDemo, prepareDemo } from './recorded-stack.ts';

const ATTACKED = 'riverbend';
const OTHER_DEALER = 'aldermoor';
const MOST_OTHER_MS = 100;

const FULL: AttackSize = {
  ...{ aborted: 10_000, connections: 60, requestsEach: 100, seconds: 10 },
  ...{ renditions: 560, warmUps: 20, samples: 200, settleMs: 2000 },
};
const TINY: AttackSize = {
  ...{ aborted: 40, connections: 4, requestsEach: 10, seconds: 0.4 },
  ...{ renditions: 4, warmUps: 1, samples: 5, settleMs: 200 },
};

const start = ({ dealersDir, dist, env }: PreparedDemo): Promise<ServeProcess> =>
  startServeProcess({ dealersDir, dist, env: { ...env, FEED_HOSTS: '127.0.0.1:*' } });

/** Runs one attack on a server while a shopper of another dealer looks at a cached page there. */
async function measured(
  { port, pid }: ServeProcess,
  attack: Attack,
  target: Omit<Target, 'port' | 'pid'>,
  size: AttackSize,
) {
  const home = { port, host: `${OTHER_DEALER}.localhost`, path: '/' };
  await ask(home, home.path);
  const before = openDescriptors(pid);
  const shopper = startShopper(home);
  await wait(Math.min(size.settleMs, size.seconds * 1000));
  const own = await attack.run({ ...target, port, pid }, size);
  const seen = await shopper.stop();
  const peak = residentMegabytes(pid);
  await wait(size.settleMs);
  const named = (measurement: Measurement) => ({
    ...measurement,
    figure: `${measurement.figure}: ${attack.name}`,
  });
  return [
    ...own,
    figure(
      'p99 of another dealer’s cached page',
      percentile(
        seen.map(({ ms }) => ms),
        99,
      ),
      'ms',
      {
        atMost: MOST_OTHER_MS,
      },
    ),
    figure('of these not answered with 200', seen.filter(({ status }) => status !== 200).length, '', {
      atMost: 0,
    }),
    figure('descriptors left open', Math.max(0, openDescriptors(pid) - before), 'open', { atMost: 5 }),
    figure('memory afterwards', peak, 'MB'),
    figure('deaths', isRunning(pid) ? 0 : 1, '', { atMost: 0 }),
  ].map(named);
}

type Stocked = {
  images: { id: string }[];
  make: string;
  car_type: string;
  simple_body?: string;
  simple_fuel?: string;
  colour?: string;
};

/** Forty refinements over five facets, each with a vehicle in stock. */
function crowdedQuery(vehicles: readonly Stocked[]): string {
  const valuesOf = (facet: string, of: (vehicle: Stocked) => string | undefined, most: number) =>
    [...new Set(vehicles.map(of))].slice(0, most).flatMap((value) => (value ? [[facet, value]] : []));
  const refinements = [
    ...valuesOf('car_type', ({ car_type }) => car_type, 3),
    ...valuesOf('body', ({ simple_body }) => simple_body, 8),
    ...valuesOf('fuel', ({ simple_fuel }) => simple_fuel, 4),
    ...valuesOf('colour', ({ colour }) => colour, 10),
    ...valuesOf('make', ({ make }) => make, MAX_VALUES),
  ].slice(0, MAX_VALUES);
  return new URLSearchParams(refinements).toString();
}

/** The slowest page that one address may ask for, one at a time. */
async function slowestPage(demo: PreparedDemo, crowded: string, size: AttackSize): Promise<Measurement[]> {
  const server = await start(demo);
  const victim = { port: server.port, host: `${ATTACKED}.localhost` };
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  let largest = 0;
  try {
    for (let n = -size.warmUps; n < size.samples; n++) {
      const { ms, bytes, status } = await ask(victim, crowdedAddress({ crowded }, n), { agent });
      // A page that was not rendered has no rendering time.
      if (n >= 0) times.push(status === 200 ? ms : Number.NaN);
      largest = Math.max(largest, bytes);
    }
    return [
      figure('p95 of the most crowded search page, one at a time', percentile(times, 95), 'ms', {
        atMost: 60,
      }),
      figure('its weight', largest / 1000, 'KB'),
    ];
  } finally {
    agent.destroy();
    await server.stop('SIGKILL');
  }
}

/**
 * The effect of one client on all others: each attack runs against its own server (a tiny run shares one), with a shopper of another dealer
 * timed meanwhile, and descriptors, memory, failures and deaths counted.
 */
export async function benchAttack(run: BenchRun): Promise<Measurement[]> {
  const size = sized(run, FULL, TINY);
  const { used, ...demo } = await prepareDemo(async ({ services }) => {
    const rows = await services.db
      .selectFrom('vehicles')
      .select(['dealer', 'record'])
      .where('removed_at', 'is', null)
      .orderBy('id')
      .execute();
    const vehicles = rows.map(({ dealer, record }) => ({ dealer, stocked: JSON.parse(record) as Stocked }));
    const ids = vehicles.flatMap(({ stocked: { images } }) => images.map(({ id }) => id));
    const own = vehicles.filter(({ dealer }) => dealer === ATTACKED).map(({ stocked }) => stocked);
    return { pictures: [...new Set(ids)].sort(), crowded: crowdedQuery(own) };
  });
  const target = {
    demo,
    host: `${ATTACKED}.localhost`,
    assets: assetsFolder(demo.dist, readLiveCode(demo.dist).code),
    ...used,
  };
  try {
    const rows: Measurement[] = [];
    if (run.only === undefined) rows.push(...(await slowestPage(demo, target.crowded, size)));
    // Nothing is measured in a tiny run: one server is enough to show that the attacks work.
    const { only = '' } = run;
    const all = [...FEED_ATTACKS, ...ATTACKS].filter(({ name }) => name.includes(only));
    const batches = run.isTiny ? [all] : all.map((attack) => [attack]);
    for (const attacks of batches) {
      const server = await start(demo);
      try {
        for (const attack of attacks) rows.push(...(await measured(server, attack, target, size)));
      } finally {
        await server.stop('SIGKILL');
      }
    }
    return rows;
  } finally {
    await demo.meilisearch.stop();
  }
}
