import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { readEnvironment } from '#src/config/environment.ts';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { importStock } from '#src/features/stock/server/importing/import-stock.ts';
import { importPictures } from '#src/features/stock/server/pictures/import-pictures.ts';
import { encodeImage } from '#src/platform/images/encode-image.ts';
import { imageFolders } from '#src/platform/images/image-store.ts';
import { IMAGE_WIDTHS, imageUrl } from '#src/platform/images/image-url.ts';
import { createSiteServer } from '#src/server/http/site-server.ts';
import { foldersIn } from '#src/server/http/static-files.ts';
import { createImageRoute } from '#src/server/images/image-route.ts';
import { openServices, type Services } from '#src/server/services.ts';
import { type BenchRun, sized } from './bench-run.ts';
import { hostileAddresses } from './hostile-addresses.ts';
import { HOSTILE_PATHS } from './hostile-paths.ts';
import { type Measurement, percentile } from './measurement.ts';

const WARM_UPS = 20;
const ORIGINAL = { width: 2400, height: 1600 };
const TINY_ORIGINAL = { width: 480, height: 320 };
const IDS = ['red', 'green', 'blue'] as const;
const SECRET = 'outside the folder of originals';

type Site = { port: number; host: string };

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(address && typeof address === 'object' ? address.port : 0);
    }),
  );

const agent = new Agent({ keepAlive: true });

/** Sends the path unchanged; fetch would normalise it first. */
const ask = ({ port, host }: Site, path: string): Promise<{ status: number; type: string; body: Buffer }> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, agent, headers: { host } }, (res) => {
      const { 'content-type': type = '' } = res.headers;
      buffer(res).then((body) => resolve({ status: res.statusCode ?? 0, type, body }), reject);
    })
      .on('error', reject)
      .end();
  });

/** Noise replaces photographs, which compress as badly. */
async function drawOriginals(folder: string, size: typeof ORIGINAL): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const id of IDS) {
    await sharp({
      create: { ...size, channels: 3, background: id, noise: { type: 'gaussian', mean: 128, sigma: 30 } },
    })
      .jpeg()
      .toFile(join(folder, `${id}.jpg`));
  }
  writeFileSync(join(folder, '..', 'secret.txt'), SECRET);
}

async function sampleTimes(site: Site, paths: readonly string[], samples: number): Promise<number[]> {
  const times: number[] = [];
  for (let at = -WARM_UPS; at < samples; at += 1) {
    const started = performance.now();
    await ask(site, paths.at(at % paths.length) ?? '');
    if (at >= 0) times.push(performance.now() - started);
  }
  return times;
}

const timeRows = (times: number[], when: string, goal?: number): Measurement[] =>
  [50, 95].map((percent) => ({
    area: 'images',
    figure: `made picture, ${when}, p${percent}`,
    value: percentile(times, percent),
    unit: 'ms',
    ...(percent === 95 && goal !== undefined ? { goal: { atMost: goal } } : {}),
    against: `${times.length} answers`,
  }));

const made = IDS.flatMap((id) => [
  imageUrl({}, { id }, { width: 320, crop: '4x3' }),
  imageUrl({}, { id }, { width: 960 }),
]);

/** One at a time, first alone and then while other pictures are being made. */
async function cachedTimes(site: Site, samples: number): Promise<Measurement[]> {
  const quiet = await sampleTimes(site, made, samples);
  const others = IDS.flatMap((id) =>
    IMAGE_WIDTHS.map((width) => ask(site, imageUrl({}, { id }, { width, format: 'jpg', crop: '1x1' }))),
  );
  const busy = await sampleTimes(site, made, samples);
  await Promise.all(others);
  return [...timeRows(quiet, 'else idle', 20), ...timeRows(busy, 'while others are made')];
}

async function encodesOfColdRequests(folder: string, atOnce: number): Promise<Measurement> {
  let encodes = 0;
  const route = createImageRoute({
    originalsFolder: imageFolders(folder).originalsFolder,
    cacheFolder: join(folder, 'cold'),
    maxCacheBytes: Number.POSITIVE_INFINITY,
    log: { error: () => undefined },
    encode: (...work) => {
      encodes += 1;
      return encodeImage(...work);
    },
  });
  const server = createServer((req, res) => void route.answer(req, res, async () => []));
  const site = { port: await listen(server), host: 'localhost' };
  const path = imageUrl({}, { id: 'red' });
  const answers = await Promise.all(Array.from({ length: atOnce }, () => ask(site, path)));
  server.closeAllConnections();
  server.close();
  await route.stop();
  const good = answers.filter(({ status, type }) => status === 200 && type === 'image/webp').length;
  return {
    ...{
      area: 'images',
      figure: `encodes for ${atOnce} simultaneous cold requests`,
      // Responses that are not pictures prove nothing.
      value: good === atOnce ? encodes : Number.NaN,
      unit: '',
    },
    ...{ goal: { atMost: 1 }, against: `${good} answered 200` },
  };
}

/** Every address in a row of its own: a cell with one bad address is refused whole. */
async function hostileHits(
  services: Services,
  dealer: DealerConfig,
  site: Site,
  folder: string,
): Promise<Measurement> {
  let hits = 0;
  const canary = createServer((_, res) => {
    hits += 1;
    res.end();
  });
  const addresses = hostileAddresses(await listen(canary));
  const rows = addresses.map((images, at) => ({
    stocknum: `S${at}`,
    make: 'Kia',
    model: 'Rio',
    year: 2024,
    images,
  }));
  writeFileSync(join(folder, 'feed.json'), JSON.stringify(rows));
  const feed: DealerConfig['stock']['feed'] = {
    file: 'feed.json',
    format: 'json',
    encoding: 'utf-8',
    delimiter: ',',
    mode: 'full',
    columns: {},
    values: {},
    constants: { status: 'in_stock', car_type: 'used' },
    emptyWords: [],
    maxRemovedShare: 1,
    alwaysRemovable: 5,
    maxPriceShift: 10,
    maxPriceJumps: 1,
  };
  const importing = { ...dealer, stock: { ...dealer.stock, feed } };
  const { pictured } = await importStock(services, importing, { dealersDir: folder });
  const { asked } = await importPictures(services, dealer.slug, pictured);
  canary.closeAllConnections();
  canary.close();

  for (const path of HOSTILE_PATHS) {
    const { status, body } = await ask(site, path);
    if (status === 200 || body.includes(SECRET)) hits += 1;
  }
  return {
    area: 'images',
    figure: `hits of ${addresses.length + HOSTILE_PATHS.length} hostile addresses and paths`,
    ...{
      value: hits,
      unit: '',
      goal: { atMost: 0 },
      against: `${asked} of them past the reading of the feed`,
    },
  };
}

async function unlistedWidths(site: Site): Promise<Measurement> {
  const paths = [1, 100, 321, 641, 1281, 2000, 20_000].map((width) => `/images/red/v1/w${width}-q75.webp`);
  const answers = await Promise.all(paths.map((path) => ask(site, path)));
  return {
    ...{ area: 'images', figure: 'unlisted widths answered with 400', unit: '%' },
    value: (100 * answers.filter(({ status }) => status === 400).length) / paths.length,
    goal: { atLeast: 100 },
  };
}

/** CFG-22: the image route of a real site server over originals of its own, and the import of hostile addresses. */
export async function benchImages(run: BenchRun): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-images-'));
  const [dealer] = loadDealers('dealers').dealers;
  if (!dealer) throw new Error('The bench needs a dealer file in dealers/.');
  const services = await openServices({
    env: readEnvironment({ SITE_SECRET: 'x'.repeat(32), DATA_DIR: folder, LOG_LEVEL: 'silent' }),
    dealers: [dealer],
  });
  const sitesFolder = join(folder, 'sites');
  mkdirSync(sitesFolder);
  const server = createSiteServer({
    services,
    folders: foldersIn(sitesFolder),
    code: () => ({ name: 'bench', renderPage: async () => undefined }),
  });
  try {
    await drawOriginals(imageFolders(folder).originalsFolder, sized(run, ORIGINAL, TINY_ORIGINAL));
    const site = { port: await listen(server), host: `${dealer.slug}.localhost` };
    return [
      ...(await cachedTimes(site, sized(run, 300, 6))),
      await encodesOfColdRequests(folder, sized(run, 100, 10)),
      await hostileHits(services, dealer, site, folder),
      await unlistedWidths(site),
    ];
  } finally {
    agent.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await server.settled();
    await services.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
