import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { toPublicConfig } from '#src/config/public/public-config.ts';
import { FACETS } from '#src/features/search/facets/facets.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import { decodeSearch } from '#src/features/search/url/url-codec.ts';
import { searchSettings } from '#src/features/search/view/make-search-settings.ts';
import { SAMPLE_CARDS } from '#src/features/search/view/samples/sample-cards.data.ts';
import { SEARCH_FORM_ID } from '#src/features/search/view/search-anchors.ts';
import type { SearchSettings } from '#src/features/search/view/search-settings.ts';
import { configured } from '../../../../../tests/fixtures/configured.ts';
import { SearchApp } from './SearchApp.tsx';
import { searchServerState } from './server-state.ts';

const NOW = new Date('2026-07-10T00:00:00Z');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const placeOf = (at: string, parent: object, name: string) =>
  Array.isArray(parent) ? `${at}[]` : `${at}.${name}`;

/** Settings that note which of their properties are read. */
function watched<T extends object>(value: T, read: Set<string>, at = ''): T {
  return new Proxy(value, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name);
      if (typeof name === 'symbol' || !Object.hasOwn(target, name)) return found;
      const path = placeOf(at, target, name);
      read.add(path);
      return isObject(found) ? watched(found, read, path) : found;
    },
  });
}

/** The places of all values; items of a list share theirs. */
const placesOf = (value: unknown, at = ''): string[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, one]) => placesOf(one, placeOf(at, value, name)))
    : [at];

async function render(settings: SearchSettings, hits: readonly CardDocument[], address = '') {
  const facets = Object.fromEntries(FACETS.map(({ name }) => [name, { one: 1 }]));
  const result = { index: 'vehicles', nbHits: hits.length, nbPages: 2, page: 0, query: '' };
  const app = {
    settings,
    scope: { path: '/search/used-cars', lists: {} },
    first: decodeSearch(new URLSearchParams(address)),
    nowMs: NOW.getTime(),
  };
  const serverState = await searchServerState(app, async (requests) => ({
    results: (requests as unknown[]).map(() => ({ ...result, hits, facets, facets_stats: {} })),
  }));
  return renderToString(<SearchApp {...app} serverState={serverState} />);
}

it('SRCH-07 searches bring browsers no setting that no part of their screen reads', async () => {
  const site = toPublicConfig(
    configured({ 'search.promos': [{ start: '2026-07-01', node: { label: 'Sell', href: '/trade-in' } }] }),
  );
  const settings = searchSettings(site, NOW);
  const read = new Set<string>();
  const shown = watched(settings, read);
  const cars = SAMPLE_CARDS.flatMap(({ car }) =>
    site.dealerships.map(({ slug }) => ({ ...car, dealership_slug: slug })),
  );
  await render(shown, cars);
  await render(shown, [], 'make=Toyota&fuel=Diesel');
  await render(shown, cars, 'sortBy=price_asc');
  const [car] = cars;
  if (!car) throw new Error('No sample');
  for (const item_type of ['motorcycle', 'caravan', 'truck'] as const)
    await render(shown, [{ ...car, item_type, tag: 'Test Drive Only' }]);
  const byTheWeek = { ...car, pricing: { ...car.pricing, subscription_price: 25_000 } };
  await render(watched({ ...settings, subscription: true }, read), [byTheWeek]);
  const reserving = {
    ...{ ...settings, card: { ...settings.card, buttons: ['reserve' as const] } },
    switches: Object.fromEntries(
      Object.entries(settings.switches).map(([slug, switches]) => [
        slug,
        { ...switches, reserve: true, checkout: true },
      ]),
    ),
  };
  await render(watched(reserving, read), [{ ...car, reservable: true }]);
  expect([...new Set(placesOf(settings))].filter((place) => !read.has(place))).toEqual([]);
});

it('SRCH-01 browsers put nothing back into the search form by themselves', async () => {
  const html = await render(searchSettings(toPublicConfig(configured()), NOW), []);
  const form = new RegExp(`<form[^>]*id="${SEARCH_FORM_ID}"[^>]*>`).exec(html)?.[0];
  expect(form).toMatch(/ autocomplete="off"/i);
});
