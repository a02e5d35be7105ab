import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readEnvironment } from '#src/config/environment.ts';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { importStock } from '#src/features/stock/server/importing/import-stock.ts';
import { buildPreview, type Preview } from '#src/publishing/preview/build-preview.ts';
import { openServices } from '#src/server/services.ts';
import { makeDemoStock } from '../demo-stock/make-demo-stock.ts';
import { type BenchRun, sized } from './bench-run.ts';
import { type Measurement, median } from './measurement.ts';

const DEALER = 'riverbend';
const VEHICLES = 500;
const TIMES = 3;

/** The demo’s feed of a large dealer, cut to so many vehicles. */
function writeStock(folder: string, vehicles: number): string {
  const dealersDir = join(folder, 'dealers');
  mkdirSync(dealersDir);
  for (const path of [`${DEALER}.json`, DEALER, '_shared'])
    cpSync(join('dealers', path), join(dealersDir, path), { recursive: true });
  const file = join(dealersDir, `${DEALER}.json`);
  const dealer = JSON.parse(readFileSync(file, 'utf8')) as { stock: { feed: { file: string } } };
  dealer.stock.feed.file = join(folder, 'demo-stock', `${DEALER}.ndjson`);
  writeFileSync(file, JSON.stringify(dealer));
  makeDemoStock({ dataDir: folder, dealersDir, today: new Date() });
  const rows = readFileSync(dealer.stock.feed.file, 'utf8').split('\n').slice(0, vehicles);
  writeFileSync(dealer.stock.feed.file, rows.join('\n'));
  return dealersDir;
}

const perSecond = ({ pictures, pictureSeconds }: Preview) => pictures.made / pictureSeconds;

/** PLAT-04: a preview of 500 vehicles, first with every rendition to be made, then from the cache. */
export async function benchPreview(run: BenchRun): Promise<Measurement[]> {
  mkdirSync('.data', { recursive: true });
  const folder = resolve(mkdtempSync(join('.data', 'bench-preview-')));
  const vehicles = sized(run, VEHICLES, 3);
  try {
    const dealersDir = writeStock(folder, vehicles);
    const { AVIF_EFFORT } = process.env;
    const environment = {
      DATA_DIR: folder,
      SITE_SECRET: 'x'.repeat(32),
      LOG_LEVEL: 'silent',
      // Tiny runs show that it works: the fastest encoder will do.
      AVIF_EFFORT: run.isTiny ? '0' : AVIF_EFFORT,
    };
    const { dealers } = loadDealers(dealersDir);
    const services = await openServices({ env: readEnvironment(environment), dealers });
    for (const dealer of dealers) await importStock(services, dealer, { dealersDir });
    await services.close();
    const build = () =>
      buildPreview({
        dealer: DEALER,
        dealersDir,
        base: '/previews/bench',
        outDir: join(folder, 'previews', DEALER),
        environment,
      });
    const cold = await build();
    const cached: Preview[] = [];
    for (let at = 0; at < sized(run, TIMES, 1); at += 1) cached.push(await build());
    const [last = cold] = cached;
    const of = `${last.vehicles} vehicles, ${last.pages} pages, ${last.pictures.written} pictures`;
    const row = (figure: string, value: number, unit: string, more: Partial<Measurement> = {}) => ({
      area: 'preview',
      ...{ figure, value, unit },
      ...more,
    });
    return [
      row('with renditions cached', median(cached.map(({ seconds }) => seconds)), 's', {
        goal: { atMost: 10 },
        against: `median of ${cached.length}; ${of}`,
      }),
      row('of it, pictures from the cache', median(cached.map(({ pictureSeconds }) => pictureSeconds)), 's'),
      row('with no rendition cached', cold.seconds, 's', {
        against: `${cold.pictures.made} made, ${perSecond(cold).toFixed(1)} a second`,
      }),
      row('stock to search, compressed', last.snapshotKilobytes, 'KB', {
        against: `${((last.snapshotKilobytes * 1000) / last.vehicles).toFixed(0)} bytes a vehicle`,
      }),
      row('pictures that are missing', last.pictures.missing.length, '', { goal: { atMost: 0 } }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
