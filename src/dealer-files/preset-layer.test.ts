import { afterEach, beforeEach, expect, it } from 'vitest';
import { readArguments } from '../../scripts/dealers/dealer-arguments.ts';
import { runShow } from '../../scripts/dealers/run-dealers.ts';
import { dealerFolder, recordedTerminal } from '../../tests/fixtures/dealer-folder.ts';
import { formatProblem } from './config-problem.ts';
import { loadDealer } from './load-dealers.ts';
import { mergeLayers, provenanceOf } from './settings-layers.ts';

const SLUG = 'kookaburra-cars';
let dealers: ReturnType<typeof dealerFolder>;
beforeEach(() => {
  dealers = dealerFolder();
});
afterEach(() => dealers.remove());

/** Loads the dealer with this feed. */
function load(feed: object, group?: object) {
  const stock = dealers.read('riverbend').stock as object;
  if (group) dealers.put('_shared/outback', { stock: { feed: group } });
  dealers.change(SLUG, { ...(group && { group: 'outback' }), stock: { ...stock, feed } });
  return loadDealer(dealers.file(SLUG));
}

function sound(feed: object, group?: object) {
  const loaded = load(feed, group);
  if ('problems' in loaded) throw new Error(loaded.problems.map(formatProblem).join('\n'));
  return { ...loaded, feed: loaded.dealer.stock.feed };
}

function mistakes(feed: object, group?: object): string {
  const loaded = load(feed, group);
  const problems = 'problems' in loaded ? loaded.problems : [];
  return problems.map(formatProblem).join('\n').replaceAll(dealers.folder, 'dealers');
}

it('FEED-17 with a preset a dealer file says only where the feed comes from', () => {
  const { feed } = sound({ preset: 'homenet', file: 'stock.csv' });
  expect(feed).toMatchObject({
    file: 'stock.csv',
    format: 'csv',
    dates: 'MM/DD/YYYY',
    columns: { stocknum: 'Stock', km: [{ column: 'Miles', unit: 'miles' }] },
    constants: { status: 'in_stock' },
  });
});

it('FEED-17 the dealer file overrides a preset: single values and sources as a whole, mappings key by key', () => {
  const { feed } = sound({
    preset: 'homenet',
    url: 'https://feeds.example/stock.csv',
    dates: 'DD/MM/YYYY',
    columns: { km: { column: 'Kilometres' }, price: 'Retail', nvic: 'NVIC' },
    values: { simple_fuel: { Gas: 'LPG', Steam: '' } },
    constants: { car_type: 'used' },
    emptyWords: ['?'],
  });
  expect(feed).toMatchObject({ dates: 'DD/MM/YYYY', emptyWords: ['?'] });
  expect(feed?.columns).toMatchObject({
    km: { column: 'Kilometres' },
    price: 'Retail',
    nvic: 'NVIC',
    stocknum: 'Stock',
  });
  expect(feed?.columns.km).not.toHaveProperty('unit');
  expect(feed?.values.simple_fuel).toMatchObject({ Gas: 'LPG', Steam: '', CNG: '' });
  expect(feed?.constants).toEqual({ status: 'in_stock', car_type: 'used' });
});

it('FEED-17 a group may name the preset; its own values come before, those of the dealer file last', () => {
  const group = { preset: 'homenet', every: 30, columns: { price: 'Group price', km: 'Group km' } };
  const { feed } = sound({ file: 'stock.csv', columns: { km: 'Own km' } }, group);
  expect(feed).toMatchObject({ preset: 'homenet', every: 30 });
  expect(feed?.columns).toMatchObject({ stocknum: 'Stock', price: 'Group price', km: 'Own km' });
  expect(sound({ preset: 'vauto', file: 'stock.csv' }, group).feed?.columns.stocknum).toBe('Stock #');
});

it('FEED-17 columns that only the preset names may be missing, those that the dealer file names may not', () => {
  const { feed } = sound({ preset: 'homenet', file: 'stock.csv', columns: { price: 'SellingPrice' } });
  expect(feed?.optionalColumns).toEqual(expect.arrayContaining(['Stock', 'Miles', 'ImageList']));
  expect(feed?.optionalColumns).not.toContain('SellingPrice');
});

it('FEED-17 an unknown preset is named with the nearest one, and nothing that it would have brought is asked for', () => {
  expect(mistakes({ preset: 'homnet', file: 'stock.csv' })).toMatch(
    /^dealers\/kookaburra-cars\.json: stock\.feed\.preset\n {2}expected {2}one of the presets autoscout24, .*\n {2}received {2}"homnet"\n {2}remedy {4}Did you mean "homenet"\?$/,
  );
  expect(mistakes({ preset: '__proto__', file: 'stock.csv' })).toContain('remedy    Choose one of them');
});

it('FEED-17 an unknown preset of a group is a mistake of its file', () => {
  expect(mistakes({ file: 'stock.csv' }, { preset: 'v-auto' })).toMatch(
    /^dealers\/_shared\/outback\.json: stock\.feed\.preset\n[\s\S]*Did you mean "vauto"\?\n {2}left out {2}kookaburra-cars\.json$/,
  );
});

it('FEED-17 a wrong value over a preset is located in the file that has it', () => {
  const feed = { preset: 'homenet', file: 'stock.csv', dates: 'US', columns: { km: 7 } };
  const found = mistakes(feed);
  expect(found).toContain('dealers/kookaburra-cars.json: stock.feed.dates\n');
  expect(found).toContain('dealers/kookaburra-cars.json: stock.feed.columns.km\n');
  expect(found.match(/^dealers\//gm)).toHaveLength(2);
});

it('FEED-17 the source of each value is shown: the preset, the dealer file, or the default', () => {
  const { layers, dealer } = sound({
    preset: 'homenet',
    file: 'stock.csv',
    columns: { price: 'Retail' },
    values: { simple_fuel: { Gas: 'LPG' } },
  });
  const origins = Object.fromEntries(
    provenanceOf(layers, dealer.stock.feed, ['stock', 'feed']).map(({ path, origin }) => [path, origin]),
  );
  expect(origins).toMatchObject({
    'stock.feed.preset': 'kookaburra-cars.json',
    'stock.feed.format': 'preset homenet',
    'stock.feed.columns.price': 'kookaburra-cars.json',
    'stock.feed.columns.km.0.unit': 'preset homenet',
    'stock.feed.values.simple_fuel.Gas': 'kookaburra-cars.json',
    'stock.feed.values.simple_fuel.CNG': 'preset homenet',
    'stock.feed.mode': 'default',
  });
  const { terminal, out } = recordedTerminal();
  const request = readArguments(['show', SLUG, 'stock.feed.format', '--dealers-dir', dealers.folder]);
  expect(runShow(request, terminal)).toBe(0);
  expect(out()).toMatch(/^stock\.feed\.format +preset homenet +"csv"$/);
});

it('FEED-17 a release holds what the preset said when it was published', () => {
  const { layers } = sound({ preset: 'homenet', file: 'stock.csv' });
  expect(mergeLayers(layers)).toMatchObject({
    stock: { feed: { preset: 'homenet', format: 'csv', columns: { stocknum: 'Stock' } } },
  });
});
