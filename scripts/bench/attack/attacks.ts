import { readdirSync, renameSync, statSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { FACETS } from '#src/features/search/facets/facets.ts';
import { SEARCH_PATH } from '#src/features/search/search-index.ts';
import { PAGE_SIZE } from '#src/features/search/search-state.ts';
import { IMAGE_CROPS, IMAGE_QUALITIES, IMAGE_WIDTHS, imageUrl } from '#src/platform/images/image-url.ts';
import { type LeadResponse, postLeadTo } from '../leads/post-lead.ts';
import { type Measurement, percentile } from '../measurement.ts';
import { abortMany, ask, flood, type Outcome, pipelineUnread, type Victim } from './attacker.ts';
import { residentMegabytes } from './process-figures.ts';

export type AttackSize = {
  aborted: number;
  connections: number;
  requestsEach: number;
  seconds: number;
  lockSeconds: number;
  renditions: number;
  warmUps: number;
  samples: number;
  /** How long a server is left idle before its open descriptors and memory are counted. */
  settleMs: number;
};

export type Target = Victim & {
  pid: number;
  /** Folder of the hashed files. */
  assets: string;
  database: string;
  pictures: readonly string[];
  /** As many refinements of vehicles it has as one address may hold, as a query. */
  crowded: string;
  /** A vehicle that shoppers can reserve. */
  reservable: { id: string; slug: string };
  /** Id of a vehicle of the dealer with a watchlist. */
  watchable: string;
};

export type Attack = {
  name: string;
  /** @returns the attack's own figures; its effect on others is measured around it */
  run(target: Target, size: AttackSize): Promise<Measurement[]>;
};

/** How long an attacker reads what has arrived on its sockets. */
const READING_MS = 3000;

const SEARCH_PAGE = '/search/new-used-and-demo-cars';
const LIST_FACETS = FACETS.filter(({ kind }) => kind === 'list').map(({ name }) => name);
/** The largest search one body may request (`src/features/search/api/search-schema.ts`). */
const LEGAL_REQUESTS = 20;
const LEGAL_FACETS_EACH = 3;

export const figure = (name: string, value: number, unit = '', goal?: Measurement['goal']): Measurement => ({
  area: 'attack',
  figure: name,
  value,
  unit,
  ...(goal && { goal }),
});

const failed = (outcomes: readonly Outcome[]) =>
  outcomes.filter(({ status }) => status >= 500 && status !== 503).length;

/** The largest published script: more than a socket accepts in one write. */
function largeFile({ assets }: Target): string {
  const [largest = ''] = readdirSync(assets)
    .filter((name) => name.endsWith('.js'))
    .sort((a, b) => statSync(join(assets, b)).size - statSync(join(assets, a)).size);
  return largest;
}

const addressWith = (values: number, n: number) =>
  `${SEARCH_PAGE}?${Array.from(
    { length: values },
    (_, at) => `${LIST_FACETS[at % LIST_FACETS.length]}=${n.toString(36)}${at.toString(36)}`,
  ).join('&')}`;

/** The slowest page there is: every refinement finds something, so that all of them and a page of cards are drawn. */
export const crowdedAddress = ({ crowded }: Pick<Target, 'crowded'>, n: number) =>
  `${SEARCH_PAGE}?${crowded}&price=1:${99_000 + n}`;

/** The largest search one body may request, different each time. */
const expensiveBody = (n: number) =>
  JSON.stringify({
    requests: Array.from({ length: LEGAL_REQUESTS }, (_, at) => ({
      indexName: 'vehicles',
      params: {
        query: `a${n}${at}`,
        facets: LIST_FACETS.slice(0, LEGAL_FACETS_EACH),
        hitsPerPage: at < 2 ? PAGE_SIZE : 0,
      },
    })),
  });

const abortedFiles: Attack = {
  name: 'aborted downloads of a large file',
  async run(target, { aborted }) {
    await abortMany(target, `/_astro/${largeFile(target)}`, aborted);
    return [];
  },
};

const unreadPipelines: Attack = {
  name: 'pipelined requests whose responses are never read, closed',
  async run(target, { connections, requestsEach }) {
    const sockets = await pipelineUnread(target, '/contact', { connections, requestsEach });
    await wait(500);
    for (const socket of sockets) socket.destroy();
    return [];
  },
};

const stalledReaders: Attack = {
  name: 'pipelined requests whose responses are never read, left open',
  async run(target, { connections, requestsEach, seconds }) {
    const before = residentMegabytes(target.pid);
    const sockets = await pipelineUnread(target, '/', { connections, requestsEach });
    let closed = 0;
    for (const socket of sockets) socket.once('close', () => closed++);
    await wait(seconds * 4000);
    // A paused socket notices its end only when it is read, and megabytes have arrived on each.
    for (const socket of sockets) socket.resume();
    await wait(READING_MS);
    const open = sockets.length - closed;
    for (const socket of sockets) socket.destroy();
    return [
      figure('unread sockets still open', open, 'sockets', { atMost: 0 }),
      figure('memory they cost', residentMegabytes(target.pid) - before, 'MB'),
    ];
  },
};

const vanishingFile: Attack = {
  name: 'a file that is replaced while it is read',
  async run(target, { seconds }) {
    const name = largeFile(target);
    const path = `/_astro/${name}`;
    const file = join(target.assets, name);
    const until = performance.now() + seconds * 500;
    const away = `${file}.away`;
    const swapping = (async () => {
      while (performance.now() < until) {
        renameSync(file, away);
        await wait(1);
        renameSync(away, file);
        await wait(1);
      }
    })();
    const outcomes = await flood(target, seconds / 2, 8, () => ({ path }));
    await swapping;
    return [figure('responses of 5xx to it', failed(outcomes), '', { atMost: 0 })];
  },
};

const crowdedAddresses: Attack = {
  name: 'addresses with 22 facets of 40 values',
  async run(target, { seconds }) {
    const outcomes = await flood(target, seconds, 4, (n) => ({ path: addressWith(22 * 40, n) }));
    const largest = Math.max(...outcomes.map(({ bytes }) => bytes)) / 1000;
    return [
      figure('largest response to them', largest, 'KB', { atMost: 1000 }),
      figure('responses of 5xx to them', failed(outcomes), '', { atMost: 0 }),
    ];
  },
};

const legalAddresses: Attack = {
  name: 'the most crowded addresses that are taken',
  async run(target, { seconds }) {
    const outcomes = await flood(target, seconds, 8, (n) => ({ path: crowdedAddress(target, n) }));
    const rendered = outcomes.filter(({ status }) => status === 200).length;
    return [
      figure('pages rendered of them', rendered, '', { atLeast: 1 }),
      figure('responses of 5xx to them', failed(outcomes), '', { atMost: 0 }),
    ];
  },
};

const expensiveSearches: Attack = {
  name: 'search bodies that ask as much as they may',
  async run(target, { seconds }) {
    const outcomes = await flood(target, seconds, 3, (n) => ({ path: SEARCH_PATH, body: expensiveBody(n) }));
    const answered = outcomes.filter(({ status }) => status === 200).length;
    const own = await ask(target, `${SEARCH_PAGE}?query=after`, { from: '127.0.0.1' });
    return [
      figure('answered of them', answered, '', { atLeast: 1 }),
      figure('responses of 5xx to them', failed(outcomes), '', { atMost: 0 }),
      figure('status of a shopper’s search afterwards', own.status, '', { atMost: 200 }),
    ];
  },
};

const sitemaps: Attack = {
  name: 'car sitemaps that do not exist',
  async run(target, { seconds }) {
    const outcomes = await flood(target, seconds / 2, 4, (n) => ({ path: `/sitemap-cars-${n + 1000}.xml` }));
    const times = outcomes.map(({ ms }) => ms);
    return [figure('p95 of a car sitemap that does not exist', percentile(times, 95), 'ms')];
  },
};

const renditions: Attack = {
  name: 'renditions that were not requested before',
  async run(target, size) {
    const addresses = target.pictures
      .flatMap((id) =>
        IMAGE_WIDTHS.flatMap((width) =>
          IMAGE_QUALITIES.flatMap((quality) =>
            [undefined, ...IMAGE_CROPS].map((crop) =>
              imageUrl({}, { id }, { width, quality, format: 'jpg', ...(crop && { crop }) }),
            ),
          ),
        ),
      )
      .slice(0, size.renditions);
    const fresh = target.pictures.at(-1) ?? '';
    const flooding = Promise.all(addresses.map((path) => ask(target, path)));
    await wait(100);
    const other = imageUrl({}, { id: fresh }, { width: 320, quality: 100, format: 'jpg', crop: '1x1' });
    const { ms, status } = await ask(target, other, { from: '127.0.0.1' });
    await flooding;
    return [
      figure('new picture of a shopper meanwhile', status === 200 ? ms : Number.NaN, 'ms', { atMost: 4000 }),
    ];
  },
};

const oddInput: Attack = {
  name: 'input that cannot be read',
  async run(target) {
    const emoji = encodeURIComponent('🚗'.repeat(101));
    const paths = [
      `${SEARCH_PAGE}?query=${emoji}`,
      `/search/used-cars?query=${'a'.repeat(8000)}`,
      '/%E0%A4%A',
      '/cars/%00',
      `${SEARCH_PAGE}?page=99999999999999999999&price=9e99:-1&sortBy=__proto__`,
      `/?query=${emoji}`,
    ];
    const outcomes = await Promise.all(paths.map((path) => ask(target, path)));
    return [
      figure('responses of 5xx to it', failed(outcomes), '', { atMost: 0 }),
      figure('of these without a response', outcomes.filter(({ status }) => status === 0).length, '', {
        atMost: 0,
      }),
    ];
  },
};

/** Refused as promised: 503 and the number to call. */
const isHonestRefusal = ({ status, body }: LeadResponse) => status === 503 && /"phone":"[^"]+"/.test(body);

const heldLock: Attack = {
  name: 'a write lock held by another process',
  async run(target, { lockSeconds }) {
    const database = new DatabaseSync(target.database);
    database.exec('BEGIN IMMEDIATE');
    const agent = new Agent({ keepAlive: true });
    const posted = [1, 2, 3].map((n) => postLeadTo(target.port, agent, (Date.now() % 1_000_000) + n));
    await wait(lockSeconds * 1000);
    database.exec('ROLLBACK');
    const answers = await Promise.all(posted.map((post) => post.catch(() => undefined)));
    agent.destroy();
    const stored = answers.filter((answer) => answer?.leadId !== undefined);
    const isStored = ({ leadId }: LeadResponse) =>
      database.prepare('SELECT 1 FROM leads WHERE id = ?').get(leadId ?? '') !== undefined;
    const missing = stored.filter((answer) => answer && !isStored(answer)).length;
    database.close();
    const refused = answers.filter((answer) => answer && isHonestRefusal(answer)).length;
    return [
      figure('leads thanked for and not stored', missing, '', { atMost: 0 }),
      figure('leads neither stored nor refused with the number to call', 3 - stored.length - refused, '', {
        atMost: 0,
      }),
      figure('leads stored', stored.length, 'of 3'),
    ];
  },
};

/** In this order: attacks that may end the server come last. */
export const ATTACKS: readonly Attack[] = [
  oddInput,
  sitemaps,
  crowdedAddresses,
  legalAddresses,
  expensiveSearches,
  renditions,
  heldLock,
  stalledReaders,
  abortedFiles,
  unreadPipelines,
  vanishingFile,
];
