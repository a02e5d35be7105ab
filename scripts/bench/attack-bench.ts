import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { assetsFolder } from '#src/dealer-files/release/release-folders.ts';
import { MAX_VALUES } from '#src/features/search/search-state.ts';
import { readLiveCode } from '#src/publishing/release/code-release.ts';
import { type ServeProcess, startServeProcess } from '../programs/serve-process.ts';
import { ACCOUNT_ATTACKS } from './attack/account-attacks.ts';
import { ask, pipelineUnread } from './attack/attacker.ts';
import {
  ATTACKS,
  type Attack,
  type AttackSize,
  crowdedAddress,
  figure,
  type Target,
} from './attack/attacks.ts';
import { measureFeeds } from './attack/feed-attacks.ts';
import { HEADER_ATTACKS } from './attack/header-attacks.ts';
import { longTexts } from './attack/long-texts.ts';
import { isRunning, openDescriptors, residentMegabytes } from './attack/process-figures.ts';
import { startShopper } from './attack/shopper.ts';
import { type BenchRun, sized } from './bench-run.ts';
import { type Measurement, percentile } from './measurement.ts';
import { type PreparedDemo, prepareDemo } from './prepared-demo.ts';

const ATTACKED = 'riverbend';
const WATCHED = 'brightkey';
const OTHER_DEALER = 'aldermoor';
const MOST_OTHER_MS = 100;
const SMALL_LIMIT = 1024;
/** For `--only`: the feeds of a hostile supplier. */
const FEEDS = 'feeds';

/** An account at a processor that does not respond: a vehicle is held, and free again. Mails wait. */
const ACCOUNTS = {
  ...{ DEALER_RIVERBEND_STRIPE_KEY: 'sk_bench', DEALER_RIVERBEND_STRIPE_WEBHOOK: 'whsec_bench' },
  PAYMENTS_URL: 'http://127.0.0.1:9',
  ...{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'sites@forecourt.example' },
};

const FULL: AttackSize = {
  ...{ aborted: 10_000, connections: 60, requestsEach: 100, seconds: 10 },
  ...{ lockSeconds: 14, renditions: 560, warmUps: 20, samples: 200, settleMs: 2000 },
};
const TINY: AttackSize = {
  ...{ aborted: 40, connections: 4, requestsEach: 10, seconds: 0.4 },
  ...{ lockSeconds: 0.5, renditions: 4, warmUps: 1, samples: 5, settleMs: 200 },
};

const start = ({ dealersDir, dist, env }: PreparedDemo, openFiles?: number): Promise<ServeProcess> =>
  startServeProcess({
    dealersDir,
    dist,
    env: {
      ...env,
      ...ACCOUNTS,
      LEAD_LIMITS: 'address=99999/99999 phone=99999 site=99999/99999',
      DELIVER_LEADS: 'no',
    },
    ...(openFiles === undefined ? {} : { openFiles }),
  });

/** Runs one attack on a server while a shopper of another dealer looks at a cached page there. */
async function measured(
  { port, serving }: ServeProcess,
  attack: Attack,
  target: Omit<Target, 'port' | 'pid'>,
  size: AttackSize,
) {
  const home = { port, host: `${OTHER_DEALER}.localhost`, path: '/' };
  await ask(home, home.path);
  const pid = serving();
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

/** The attack that once ended a process with few file descriptors left. */
async function fewDescriptors(demo: PreparedDemo, size: AttackSize): Promise<Measurement> {
  const server = await start(demo, SMALL_LIMIT);
  const victim = { port: server.port, host: `${ATTACKED}.localhost` };
  try {
    const sockets = await pipelineUnread(victim, '/contact', {
      connections: Math.ceil(size.connections / 3),
      requestsEach: size.requestsEach,
    });
    await wait(size.settleMs);
    for (const socket of sockets) socket.destroy();
    const { status } = await ask(victim, '/contact', { from: '127.0.0.1' });
    const isAlive = isRunning(server.serving()) && status > 0 && status < 500;
    return figure(`deaths by pipelined requests with ${SMALL_LIMIT} descriptors`, isAlive ? 0 : 1, '', {
      atMost: 0,
    });
  } finally {
    await server.stop('SIGKILL');
  }
}

type Stocked = {
  images: { id: string }[];
  make: string;
  car_type: string;
  simple_body?: string;
  simple_fuel?: string;
  colour?: string;
  status: string;
  reserved?: boolean;
  payment_processors?: string[];
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

/** SIGTERM under load: no connection may be reset, and the process has to end. */
async function drain(demo: PreparedDemo, size: AttackSize): Promise<Measurement[]> {
  const server = await start(demo);
  const victim = { port: server.port, host: `${ATTACKED}.localhost` };
  const agent = new Agent({ keepAlive: true });
  let cut = 0;
  let isOver = false;
  const client = async () => {
    while (!isOver) {
      const { failure } = await ask(victim, '/contact', { agent, from: '127.0.0.1' });
      if (failure === undefined) continue;
      // Refused immediately: the server no longer listens, and a load balancer asks another.
      if (failure !== 'ECONNREFUSED') cut += 1;
      return;
    }
  };
  const clients = Array.from({ length: 20 }, client);
  await wait(Math.min(1000, size.seconds * 1000));
  const begun = performance.now();
  await server.stop();
  isOver = true;
  await Promise.all(clients);
  agent.destroy();
  return [
    figure('connections cut off by SIGTERM', cut, '', { atMost: 0 }),
    figure('from SIGTERM to the end of the process', (performance.now() - begun) / 1000, 's', { atMost: 10 }),
  ];
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
      .select(['id', 'slug', 'dealer', 'record'])
      .where('removed_at', 'is', null)
      .orderBy('id')
      .execute();
    const vehicles = rows.map(({ record, ...row }) => ({ ...row, stocked: JSON.parse(record) as Stocked }));
    const ids = vehicles.flatMap(({ stocked: { images } }) => images.map(({ id }) => id));
    const own = vehicles.filter(({ dealer }) => dealer === ATTACKED).map(({ stocked }) => stocked);
    const inStock = vehicles.filter(
      ({ stocked: { status, reserved } }) => status === 'in_stock' && !reserved,
    );
    const reservable = inStock.find(
      ({ dealer, stocked }) => dealer === ATTACKED && stocked.payment_processors?.length,
    );
    const watchable = inStock.find(
      ({ dealer, stocked }) => dealer === WATCHED && stocked.images.length > 0,
    )?.id;
    if (!reservable || !watchable) throw new Error('The demo has no vehicle to reserve or to watch.');
    return { pictures: [...new Set(ids)].sort(), crowded: crowdedQuery(own), reservable, watchable };
  });
  const target = {
    host: `${ATTACKED}.localhost`,
    assets: assetsFolder(demo.dist, readLiveCode(demo.dist).code),
    database: join(demo.env.DATA_DIR ?? '', 'forecourt.db'),
    ...used,
  };
  try {
    const rows: Measurement[] = [];
    if (run.only === undefined || run.only === FEEDS) rows.push(...(await measureFeeds(demo, size)));
    if (run.only === FEEDS) return rows;
    if (run.only === undefined) {
      rows.push(...(await slowestPage(demo, target.crowded, size)), await fewDescriptors(demo, size));
      rows.push(...(await drain(demo, size)));
    }
    // Nothing is measured in a tiny run: one server is enough to show that the attacks work.
    const { only = '' } = run;
    const all = [longTexts, ...HEADER_ATTACKS, ...ACCOUNT_ATTACKS, ...ATTACKS].filter(({ name }) =>
      name.includes(only),
    );
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
