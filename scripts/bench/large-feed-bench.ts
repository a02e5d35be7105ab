import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { FeedSchema } from '#src/config/sections/stock/feed-section.ts';
import { FEED_PROCESS_OPTIONS } from '#src/server/feed-process/feed-process.ts';
import type { MeasuredImport, MeasuredTask } from './measured-import.ts';
import { type BenchRun, type Measurement, rowsOf, sized } from './measurement.ts';

const MODELS = [
  ['Toyota', 'Corolla'],
  ['Mazda', 'CX-5'],
  ['Ford', 'Ranger'],
  ['Kia', 'Sportage'],
] as const;
const COMMENT = 'One owner and full service history. Drives well and is ready to go today.';

/** A vehicle with the columns that most feeds have. */
function vehicleAt(at: number): Record<string, string> {
  const [make, model] = MODELS[at % MODELS.length] ?? MODELS[0];
  return {
    ...{ stocknum: `S${at}`, make, model, badge: `SX ${at % 7}`, year: String(2006 + (at % 20)) },
    ...{ price: String(20_000 + ((at * 37) % 9000)), km: String(20_000 + ((at * 131) % 180_000)) },
    ...{ colour: 'Red', simple_body: 'sedan', simple_transmission: 'Automatic', simple_fuel: 'Petrol' },
    ...{ seats: '5', doors: '4', dealercomments: COMMENT },
    images: [1, 2, 3].map((n) => `https://img.example/${at}/${n}.jpg`).join('|'),
  };
}

type Format = 'csv' | 'xml' | 'json';

const WRITTEN: Record<
  Format,
  { start: string; row(cells: Record<string, string>, at: number): string; end: string }
> = {
  csv: {
    start: `${Object.keys(vehicleAt(0)).join(',')}\n`,
    row: (cells) => `${Object.values(cells).join(',')}\n`,
    end: '',
  },
  xml: {
    start: '<stock>\n',
    row: (cells) =>
      `<vehicle>${Object.entries(cells)
        .map(([name, text]) => `<${name}>${text}</${name}>`)
        .join('')}</vehicle>\n`,
    end: '</stock>\n',
  },
  json: {
    start: '{"vehicles":[\n',
    row: (cells, at) => `${at === 0 ? '' : ',\n'}${JSON.stringify(cells)}`,
    end: ']}\n',
  },
};

function writeFeed(file: string, format: Format, count: number): void {
  const { start, row, end } = WRITTEN[format];
  const out = openSync(file, 'w');
  writeSync(out, start);
  for (let at = 0; at < count; at += 1) writeSync(out, row(vehicleAt(at), at));
  writeSync(out, end);
  closeSync(out);
}

/** Imports a feed twice in a process of its own, with the memory of the one that reads feeds. */
function measure(
  { folder, dealer, env }: { folder: string; dealer: DealerConfig; env: NodeJS.ProcessEnv },
  format: Format,
  count: number,
): MeasuredImport {
  const own = join(folder, `${format}-${count}`);
  mkdirSync(own);
  const file = join(own, `stock.${format}`);
  writeFeed(file, format, count);
  const constants = { status: 'in_stock', car_type: 'used' };
  const feed = v.parse(FeedSchema, { file, format, columns: {}, constants });
  const task: MeasuredTask = {
    env: { ...env, DATA_DIR: join(own, 'data') },
    dealer: { ...dealer, stock: { ...dealer.stock, feed } },
    dealersDir: own,
  };
  const script = join(import.meta.dirname, 'measured-import.ts');
  try {
    const said = execFileSync(process.execPath, [...FEED_PROCESS_OPTIONS, script, JSON.stringify(task)], {
      encoding: 'utf8',
    });
    return JSON.parse(said) as MeasuredImport;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

const total = ({ seconds: [first, again] }: MeasuredImport): number => first + again;

/** FEED-25: the time of each format side by side, and the memory of the largest feeds. */
export function benchLargeFeeds(run: BenchRun, place: Parameters<typeof measure>[0]): Measurement[] {
  const row = rowsOf('import');
  const count = sized(run, 20_000, 200);
  const largest = sized(run, 200_000, 400);
  const of = (format: Format) => measure(place, format, count);
  const [csv, xml, json] = [of('csv'), of('xml'), of('json')];
  const timed = (format: string, { rows, seconds: [first, again] }: MeasuredImport) =>
    row(
      `${rows} vehicles in ${format}, twice`,
      first + again,
      's',
      undefined,
      `${first.toFixed(1)} s, and ${again.toFixed(1)} s unchanged`,
    );
  return [
    timed('CSV', csv),
    timed('XML', xml),
    timed('JSON', json),
    row('XML beside CSV', total(xml) / total(csv), 'times', { atMost: 2 }),
    ...(['csv', 'xml'] as const).map((format) => {
      const { residentMb, seconds } = measure(place, format, largest);
      return row(
        `memory of ${largest} vehicles in ${format.toUpperCase()}, twice`,
        residentMb,
        'MB',
        { atMost: 300 },
        `${seconds.map((each) => `${each.toFixed(0)} s`).join(' and ')}`,
      );
    }),
  ];
}
