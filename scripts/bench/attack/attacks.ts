import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FACETS } from '#src/features/search/facets/facets.ts';
import { SEARCH_PATH } from '#src/features/search/search-index.ts';
import { PAGE_SIZE } from '#src/features/search/search-state.ts';
import { IMAGE_CROPS, IMAGE_QUALITIES, IMAGE_WIDTHS, imageUrl } from '#src/platform/images/image-url.ts';
import { type Measurement, rowsOf } from '../measurement.ts';
import type { PreparedDemo } from '../recorded-stack.ts';
import { abortMany, ask, flood, type Outcome, pipelineUnread, type Victim } from './attacker.ts';

export type AttackSize = {
  aborted: number;
  connections: number;
  requestsEach: number;
  seconds: number;
  renditions: number;
  warmUps: number;
  samples: number;
  /** How long a server is left idle before its open descriptors and memory are counted. */
  settleMs: number;
};

export type Target = Victim & {
  demo: PreparedDemo;
  /** Of the process that serves. */
  pid: number;
  /** Folder of the hashed files. */
  assets: string;
  pictures: readonly string[];
  /** As many refinements of vehicles it has as one address may hold, as a query. */
  crowded: string;
};

export type Attack = {
  name: string;
  /** @returns the attack's own figures; its effect on others is measured around it */
  run(target: Target, size: AttackSize): Promise<Measurement[]>;
};

const SEARCH_PAGE = '/search/new-used-and-demo-cars';
const LIST_FACETS = FACETS.filter(({ kind }) => kind === 'list').map(({ name }) => name);
/** The largest search one body may request (`src/features/search/api/search-schema.ts`). */
const LEGAL_REQUESTS = 20;
const LEGAL_FACETS_EACH = 3;

export const figure = rowsOf('attack');

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

/** As much as a form takes. */
const SPACES = 60_000;
/** With the rest of a request nearly as much as Node takes of one. */
const SLASHES = 15_000;
/** One request that takes longer delays every shopper of every dealer by as much. */
const LONGEST_MS = 200;

const FORM = 'application/x-www-form-urlencoded';
const spaced = (field: string) => `${field}=1${'+'.repeat(SPACES)}x`;

/** Of a number, a path and an address of a client, each as the worst input of a careless regular expression. */
const REQUESTS: readonly { path: string; body?: string; type?: string }[] = [
  { path: `/a${'/'.repeat(SLASHES)}b/` },
  { path: '/enquire/find-similar', body: spaced('budget'), type: FORM },
  { path: '/enquire/quick-quote', body: spaced('purchasePrice'), type: FORM },
  { path: '/enquire/sell-your-car', body: spaced('odometer'), type: FORM },
  { path: '/api/leads/contact', body: JSON.stringify({ message: ' '.repeat(SPACES) }) },
];

const longTexts: Attack = {
  name: 'texts that may take the square of their length',
  async run(target) {
    const outcomes = [];
    for (const { path, ...options } of REQUESTS) outcomes.push(await ask(target, path, options));
    return [
      figure('longest of them', Math.max(...outcomes.map(({ ms }) => ms)), 'ms', { atMost: LONGEST_MS }),
      figure(
        'responses of 5xx or none to them',
        outcomes.filter(({ status }) => status === 0 || status >= 500).length,
        '',
        {
          atMost: 0,
        },
      ),
    ];
  },
};

/** In this order: attacks that may end the server come last. */
export const ATTACKS: readonly Attack[] = [
  longTexts,
  oddInput,
  crowdedAddresses,
  legalAddresses,
  expensiveSearches,
  renditions,
  abortedFiles,
  unreadPipelines,
];
