import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { SearchRequest } from '#src/features/search/api/search-schema.ts';
import { NEAR_MISS_WORDS } from '#src/features/search/index/near-miss-words.data.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import { prepareSearch } from '#src/features/search/server/pages/prepare-search.ts';
import { searchVehicles } from '#src/features/search/server/search-vehicles.ts';
import { decodeSearch } from '#src/features/search/url/url-codec.ts';
import { stockScope } from '#src/features/stock/visible-stock.ts';
import { presentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import { colourFamily } from '#src/features/vehicle/vehicle-families.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { type DemoStock, openDemoStock } from '../fixtures/demo-feed.ts';

const clock = fixedClock('2026-11-25T02:00:00Z');
const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'relevance-test' };
const ALL = 'new-used-and-demo-cars';

let demo: DemoStock;
/** By dealer, what its searches may find, with what no card shows. */
const listed = new Map<string, Map<string, { car: CardDocument; stocked: StockedVehicle }>>();
beforeAll(async () => {
  demo = await openDemoStock(engine, clock);
  for (const dealer of demo.dealers) listed.set(dealer.slug, await listedBy(dealer));
});
afterAll(() => demo.close());

const search = async (dealer: DealerConfig, params: Partial<SearchRequest['params']>) => {
  const request: SearchRequest = {
    indexName: 'custom_rank',
    params: {
      query: '',
      page: 0,
      hitsPerPage: 21,
      facets: [],
      facetFilters: [],
      numericFilters: [],
      ...params,
    },
  };
  const [result] = (await searchVehicles(demo.services, dealer, [request])).results;
  if (!result) throw new Error('No result');
  return result;
};

async function listedBy(dealer: DealerConfig) {
  const stock = new Map((await presentVehicles(demo.services.db, dealer.slug)).map((one) => [one.id, one]));
  const found = new Map<string, { car: CardDocument; stocked: StockedVehicle }>();
  for (let page = 0; ; page += 1) {
    const { hits } = await search(dealer, { page });
    for (const car of hits) {
      const stocked = stock.get(car.id);
      if (stocked) found.set(car.id, { car, stocked });
    }
    if (hits.length === 0) return found;
  }
}

/** What the box finds. */
const typed = (dealer: DealerConfig, query: string) => search(dealer, { query });

/** What the form without scripts finds, which leads to the address of the filters. */
async function posted(dealer: DealerConfig, query: string) {
  const found = await prepareSearch(demo.services, dealer, ALL, new URLSearchParams({ query }));
  const address = found.kind === 'redirect' ? new URL(found.to, 'http://x').searchParams : { query };
  const state = decodeSearch(new URLSearchParams(address));
  const groups = Object.entries(state.lists).map(([name, values]) =>
    values.map((value) => `${name}:${value}`),
  );
  const bounds = Object.entries(state.ranges).flatMap(([name, { min, max }]) => [
    ...(min === null ? [] : [`${name}>=${min}`]),
    ...(max === null ? [] : [`${name}<=${max}`]),
  ]);
  return search(dealer, { query: state.query, facetFilters: groups, numericFilters: bounds });
}

/** What the engine's own settings find, before any word has become a filter. */
async function unread(dealer: DealerConfig, query: string) {
  const bounds = { sort: [], page: 0, hitsPerPage: 21, facets: [], facetFilters: [], numericFilters: [] };
  const [result] = await demo.services.search.instant([{ ...bounds, query }], stockScope(dealer, clock));
  if (!result) throw new Error('No result');
  return result;
}

/** @param stocked the same vehicle, with what no card shows */
type Judge = (car: CardDocument, stocked: StockedVehicle) => boolean;
const named =
  (make: string, model: RegExp): Judge =>
  (car) =>
    car.make === make && model.test(car.model);
const bodied =
  (...bodies: string[]): Judge =>
  (car) =>
    bodies.includes(String(car.body));
const both =
  (...judges: Judge[]): Judge =>
  (car, stocked) =>
    judges.every((judge) => judge(car, stocked));
const built =
  (year: number): Judge =>
  (_, stocked) =>
    stocked.year === year;
const painted =
  (family: string): Judge =>
  (_, { colour }) =>
    colourFamily(colour ?? '')?.toLowerCase() === family;
const RANGE = 'riverbend';
const YARD = 'kookaburra-cars';

/** Models that are searched for with a year or a colour. */
const NARROWED = [
  ['mazda 3', named('Mazda', /^Mazda3$/)],
  ['hilux', named('Toyota', /^HiLux$/)],
  ['d-max', named('Isuzu', /^D-MAX$/)],
] as const;

/** Words, what every car on the first page is, and the dealers that surely have such cars. */
const TABLE: readonly [query: string, judge: Judge, dealers?: readonly string[]][] = [
  ['mazda 3', named('Mazda', /^Mazda3$/)],
  ['mazda3', named('Mazda', /^Mazda3$/)],
  ['red mazda 3', named('Mazda', /^Mazda3$/)],
  ['land cruiser', named('Toyota', /^LandCruiser/)],
  ['landcruiser', named('Toyota', /^LandCruiser/)],
  ['dual cab', bodied('ute')],
  ['crew cab', bodied('ute')],
  ['double cab', bodied('ute')],
  ['7 seater', ({ seats }) => seats === 7],
  ['3 series', named('BMW', /^M?3\d\d/), [RANGE, 'aldermoor']],
  ['bmw 3 series', named('BMW', /^M?3\d\d/), [RANGE, 'aldermoor']],
  ['c class', named('Mercedes-Benz', /^C\d/)],
  ['cr-v', named('Honda', /^CR-V$/), [RANGE]],
  ['crv', named('Honda', /^CR-V$/), [RANGE]],
  ['mustang', named('Ford', /^Mustang/)],
  ['used suv', ({ car_type, body }) => car_type === 'used' && body === 'suv'],
  ['2020 hilux', named('Toyota', /^HiLux$/)],
  ['2019 hilux', named('Toyota', /^HiLux$/)],
  ['hilux 2019', named('Toyota', /^HiLux$/)],
  ['i30', named('Hyundai', /^i30/)],
  ['i 30', named('Hyundai', /^i30/)],
  ['cx5', named('Mazda', /^CX-5$/)],
  ['cx-5', named('Mazda', /^CX-5$/)],
  ['cx 5', named('Mazda', /^CX-5$/)],
  ['dmax', named('Isuzu', /^D-MAX$/)],
  ['d-max', named('Isuzu', /^D-MAX$/)],
  ['bt50', named('Mazda', /^BT-50$/)],
  ['mux', named('Isuzu', /^MU-X$/)],
  ['x-trail', named('Nissan', /^X-Trail$/)],
  ['xtrail', named('Nissan', /^X-Trail$/)],
  ['merc', ({ make }) => make === 'Mercedes-Benz'],
  ['vw golf', named('Volkswagen', /^Golf/)],
  ['toyta corola', named('Toyota', /^Corolla/)],
  ['white ute', both(bodied('ute'), painted('white'))],
  ['diesel auto', ({ fuel, transmission }) => fuel === 'Diesel' && transmission === 'Automatic'],
];

describe.each([
  ['the box', typed],
  ['the form', posted],
])('words in %s', (_, ask) => {
  it.each(TABLE)(
    'SRCH-02 "%s" finds what is meant and nothing else first, at every dealer that has it',
    async (query, judge, sure = [RANGE, YARD]) => {
      const isMeant = (slug: string, id: string) => {
        const one = listed.get(slug)?.get(id);
        return one !== undefined && judge(one.car, one.stocked);
      };
      const having = demo.dealers.filter(({ slug }) =>
        [...(listed.get(slug)?.keys() ?? [])].some((id) => isMeant(slug, id)),
      );
      expect(having.map(({ slug }) => slug)).toEqual(expect.arrayContaining([...sure]));
      expect(having).not.toEqual([]);
      for (const dealer of having) {
        const { hits } = await ask(dealer, query);
        expect(hits.length, dealer.slug).toBeGreaterThan(0);
        const others = hits.filter(({ id }) => !isMeant(dealer.slug, id));
        expect(
          others.map(({ name }) => name),
          dealer.slug,
        ).toEqual([]);
      }
    },
  );

  it('SRCH-02 with a year or a colour every car found has both, at every dealer that has such cars', async () => {
    const asked = { year: 0, colour: 0 };
    for (const dealer of demo.dealers) {
      const all = [...(listed.get(dealer.slug)?.values() ?? [])];
      const check = async (query: string, judge: Judge) => {
        const meant = new Set(all.filter(({ car, stocked }) => judge(car, stocked)).map(({ car }) => car.id));
        if (meant.size === 0) return 0;
        const { hits, nbHits } = await ask(dealer, query);
        const others = hits.filter(({ id }) => !meant.has(id));
        expect
          .soft(
            others.map(({ name }) => name),
            `${dealer.slug}: ${query}`,
          )
          .toEqual([]);
        expect.soft(nbHits, `${dealer.slug}: ${query}`).toBe(meant.size);
        return 1;
      };
      for (const [model, judge] of NARROWED) {
        for (let year = 2014; year <= 2026; year += 1)
          asked.year += await check(`${year} ${model}`, both(judge, built(year)));
        for (const colour of ['red', 'white', 'blue', 'grey', 'black', 'silver'])
          asked.colour += await check(`${colour} ${model}`, both(judge, painted(colour)));
      }
    }
    expect(Math.min(asked.year, asked.colour)).toBeGreaterThan(10);
  });

  it('SRCH-02 a model comes before those its name begins', async () => {
    for (const [query, model] of [
      ['mustang', 'Mustang'],
      ['toyota corolla', 'Corolla'],
      ['toyta corola', 'Corolla'],
      ['i30', 'i30'],
      ['ranger', 'Ranger'],
    ] as const) {
      const models = (await ask(demo.dealer(RANGE), query)).hits.map((car) => car.model);
      const own = models.filter((one) => one === model);
      expect(own.length, query).toBeGreaterThan(0);
      expect(models.slice(0, own.length), query).toEqual(own);
    }
  });

  it('SRCH-02 a word one letter from another is not taken for a mistyped other', async () => {
    // The engine also reads a word as two: "range r" of a Range Rover R-Dynamic.
    const inTwo = (word: string, text: string) => word === 'ranger' && /\brange\b.*\br\b/.test(text);
    let finding = 0;
    for (const dealer of demo.dealers) {
      for (const word of new Set(NEAR_MISS_WORDS.flat())) {
        const { hits } = await typed(dealer, word);
        finding += Math.min(hits.length, 1);
        for (const { id, name } of hits) {
          const text = JSON.stringify(listed.get(dealer.slug)?.get(id)).toLowerCase();
          expect(text.includes(word) || inTwo(word, text), `${word}: ${name}`).toBe(true);
        }
      }
    }
    expect(finding).toBeGreaterThan(5);
  });

  it('SRCH-02 "cr-v" and "crv", "cx5" and "cx-5" find the same cars', async () => {
    for (const [one, other] of [
      ['cr-v', 'crv'],
      ['cx-5', 'cx5'],
      ['d-max', 'dmax'],
      ['land cruiser', 'landcruiser'],
    ] as const) {
      const ids = async (query: string) => (await ask(demo.dealer(RANGE), query)).hits.map(({ id }) => id);
      expect(await ids(one)).toEqual(await ids(other));
    }
  });

  it.each([
    ['white', /white|crystal pearl|sonic quartz|ice fluo/i],
    ['blue', /blue|eventide|teal/i],
    ['grey', /gr[ea]y|graphite|charcoal|steel|stealth/i],
  ])('SRCH-04 "%s" finds every maker’s name for it, at every dealer', async (word, meant) => {
    for (const dealer of demo.dealers) {
      const stock = await presentVehicles(demo.services.db, dealer.slug);
      const colours = new Map(stock.map(({ id, colour }) => [id, colour ?? '']));
      const { hits, nbHits } = await ask(dealer, word);
      for (const { id } of hits) expect(colours.get(id), dealer.slug).toMatch(meant);
      const all = await search(dealer, { facets: ['colour'] });
      const named = Object.entries(all.facets.colour ?? {}).filter(([name]) => name.toLowerCase() === word);
      expect([nbHits], dealer.slug).toEqual(named.length > 0 ? named.map(([, count]) => count) : [0]);
    }
  });
});

describe('codes', () => {
  it('SRCH-02 every stock number, VIN and registration finds its vehicle alone or first', async () => {
    for (const slug of [RANGE, YARD]) {
      const dealer = demo.dealer(slug);
      const listed = new Set<string>();
      for (let page = 0; page < 60; page += 1) {
        const { hits } = await search(dealer, { page });
        for (const { id } of hits) listed.add(id);
        if (hits.length === 0) break;
      }
      const stock = (await presentVehicles(demo.services.db, slug)).filter(({ id }) => listed.has(id));
      const some = stock.filter((_, at) => at % 9 === 0);
      expect(some.length).toBeGreaterThan(20);
      for (const { id, stocknum, vin, regplate } of some) {
        for (const code of [stocknum, vin, regplate]) {
          if (!code) continue;
          const [first] = (await typed(dealer, code)).hits;
          expect(first?.id, `${slug}: ${code}`).toBe(id);
        }
      }
    }
  });

  it('SRCH-02 a registration is found however it is spaced, and a stock number by its beginning', async () => {
    const dealer = demo.dealer(RANGE);
    const { hits } = await search(dealer, { facetFilters: [['car_type:used']] });
    const stock = await presentVehicles(demo.services.db, RANGE);
    const car = stock.find(({ id, regplate }) => regplate?.length === 6 && hits.some((hit) => hit.id === id));
    if (!car?.regplate || !car.stocknum) throw new Error('No registered car');
    const [head, tail] = [car.regplate.slice(0, 3), car.regplate.slice(3)];
    for (const code of [`${head} ${tail}`, `${head}-${tail}`, car.regplate.toLowerCase()])
      expect((await typed(dealer, code)).hits[0]?.id, code).toBe(car.id);
    const begun = (await typed(dealer, car.stocknum.slice(0, -1))).hits.map(({ id }) => id);
    expect(begun).toContain(car.id);
  });

  it('SRCH-02 a typing error in a number is another number', async () => {
    const dealer = demo.dealer(RANGE);
    for (const query of ['mazda4', 'u99999', 'JMFHEVSP8C0937786']) {
      expect((await unread(dealer, query)).nbHits, query).toBe(0);
      expect((await typed(dealer, query)).nbHits, query).toBe(0);
    }
    const years = new Set((await unread(dealer, 'hilux 2026')).hits.map(({ name }) => name.slice(0, 4)));
    expect([...years]).toEqual(['2026']);
  });
});

describe('the engine’s own settings', () => {
  it.each([
    ['land cruiser', named('Toyota', /^LandCruiser/)],
    ['mazda 3', named('Mazda', /^Mazda3$/)],
    ['cr-v', named('Honda', /^CR-V$/)],
    ['dual cab', bodied('ute')],
    ['merc', ({ make }: CardDocument) => make === 'Mercedes-Benz'],
  ] as const)('SRCH-02 "%s" is found without a filter too', async (query, judge) => {
    const { hits } = await unread(demo.dealer(RANGE), query);
    const [first] = hits;
    const stocked = first && listed.get(RANGE)?.get(first.id)?.stocked;
    expect(first && stocked && judge(first, stocked)).toBe(true);
  });

  it('SRCH-15 a chosen order counts more than how well the words fit', async () => {
    const request: SearchRequest = {
      indexName: 'price_asc',
      params: {
        query: 'corolla',
        page: 0,
        hitsPerPage: 21,
        facets: [],
        facetFilters: [],
        numericFilters: [],
      },
    };
    const [found] = (await searchVehicles(demo.services, demo.dealer(RANGE), [request])).results;
    const prices = (found?.hits ?? []).map(({ pricing }) => pricing.offer_price ?? pricing.price ?? 0);
    expect(prices.length).toBeGreaterThan(10);
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
  });
});
