import { setTimeout as wait } from 'node:timers/promises';
import { SEARCH_PATH } from '#src/features/search/search-index.ts';
import { IMAGE_CROPS, IMAGE_WIDTHS, imageUrl } from '#src/platform/images/image-url.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import { startServeProcess } from '../programs/serve-process.ts';
import { ask } from './attack/attacker.ts';
import { residentMegabytes } from './attack/process-figures.ts';
import { type BenchRun, type Measurement, rowsOf, sized } from './measurement.ts';
import { prepareDemo } from './recorded-stack.ts';

const CLIENTS = 6;
/** Requests come from this many networks, so that none reaches its limit. */
const NETWORKS = 200;
/** Memory rises and falls between garbage collections, so the means of two sixths of the time are compared. */
const PARTS = 6;

/** Words that stay a text search: names of stock would redirect to another address. */
const WORDS = ['white', 'black', 'turbo', 'canopy', 'sport', 'premium', 'touring', 'limited', 'dual', 'crew'];

type Stock = { host: string; slug: string; picture: string | undefined };

/** The next uncached request of a shopper: a page, picture or search. */
function visitAt(n: number, stock: readonly Stock[]): { host: string; path: string; body?: string } {
  const vehicle = stock[n % stock.length];
  if (!vehicle) throw new Error('The demo has no stock.');
  const { host, slug, picture } = vehicle;
  const round = Math.floor(n / stock.length);
  const word = WORDS[n % WORDS.length];
  switch (n % 5) {
    case 0:
      return { host, path: `/cars/${slug}?round=${round}` };
    case 1:
      return { host, path: `/search/new-used-and-demo-cars?query=${word}&price=${n}:${90_000 + n}` };
    case 2: {
      const params = { query: `${word} ${n}`, facets: ['make', 'model', 'price'], hitsPerPage: 21 };
      return {
        host,
        path: SEARCH_PATH,
        body: JSON.stringify({ requests: [{ indexName: 'vehicles', params }] }),
      };
    }
    case 3: {
      const width = IMAGE_WIDTHS[n % IMAGE_WIDTHS.length] ?? 640;
      const crop = IMAGE_CROPS[round % IMAGE_CROPS.length];
      const format = n % 2 ? 'webp' : 'jpg';
      return {
        host,
        path: picture ? imageUrl({}, { id: picture }, { width, format, ...(crop && { crop }) }) : '/',
      };
    }
    default:
      return { host, path: n % 10 === 4 ? '/' : '/contact' };
  }
}

/** The memory a server uses over an hour of pages, pictures and searches, each requested once. */
export async function benchMemory(run: BenchRun): Promise<Measurement[]> {
  const minutes = sized(run, Number(process.env.BENCH_MINUTES ?? 60), 0.03);
  const { used: stock, ...demo } = await prepareDemo(async ({ services }) => {
    const rows = await services.db
      .selectFrom('vehicles')
      .select(['dealer', 'slug', 'record'])
      .where('removed_at', 'is', null)
      .orderBy('id')
      .execute();
    return rows.map(({ dealer, slug, record }): Stock => {
      const [first] = (JSON.parse(record) as { images: { id: string }[] }).images;
      return { host: `${dealer}.localhost`, slug, picture: first?.id };
    });
  });
  const server = await startServeProcess(demo);
  try {
    const atStart = residentMegabytes(server.pid);
    const ends = performance.now() + minutes * MINUTE_MS;
    const samples: number[] = [];
    let n = 0;
    let failures = 0;
    const shopper = async () => {
      while (performance.now() < ends) {
        const at = n++;
        const { host, path, body } = visitAt(at, stock);
        const { status } = await ask({ port: server.port, host }, path, {
          from: `127.0.1.${(at % NETWORKS) + 1}`,
          ...(body === undefined ? {} : { body }),
        });
        if (status === 0 || status >= 500) failures += 1;
      }
    };
    const sampling = async () => {
      while (performance.now() < ends) {
        samples.push(residentMegabytes(server.pid));
        await wait(Math.min(10_000, minutes * MINUTE_MS * 0.1));
      }
    };
    await Promise.all([sampling(), ...Array.from({ length: CLIENTS }, shopper)]);
    const meanOfPart = (at: number) => {
      const part = samples.slice(
        Math.floor((samples.length * at) / PARTS),
        Math.max(1, Math.floor((samples.length * (at + 1)) / PARTS)),
      );
      return part.reduce((sum, each) => sum + each, 0) / Math.max(1, part.length);
    };
    const row = rowsOf('memory');
    return [
      row('resident after the start', atStart, 'MB'),
      row(`most resident in ${minutes} minutes`, Math.max(...samples), 'MB', { atMost: 600 }),
      row(
        'growth of the mean from its second sixth to its last',
        meanOfPart(PARTS - 1) - meanOfPart(1),
        'MB',
        {
          atMost: 50,
        },
      ),
      row('requests', n, 'requests'),
      row('responses of 5xx, or none', failures, '', { atMost: 0 }),
    ];
  } finally {
    await server.stop('SIGKILL');
    await demo.meilisearch.stop();
  }
}
