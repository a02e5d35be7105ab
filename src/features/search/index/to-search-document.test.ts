import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { FACET_NAMES } from '#src/config/sections/stock/search-section.ts';
import { repaymentDisplay } from '#src/features/finance/repayment-display.ts';
import { type StockedVehicle, type Vehicle, VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { toCard } from './search-document.ts';
import { type DocumentSettings, documentBasis, toSearchDocument } from './to-search-document.ts';

const place = (slug: string, city: string, primary: boolean) => ({
  slug,
  name: `Yard ${city}`,
  primary,
  visible: slug !== 'depot',
  distribution_locations: slug === 'dubbo' ? ['depot'] : [],
  dealership: 'group',
  address: { city, state: 'nsw' },
});

const SETTINGS = {
  locations: [
    place('newcastle', 'Newcastle', true),
    place('dubbo', 'Dubbo', false),
    place('depot', 'Nyngan', false),
  ],
  dealerships: [{ slug: 'group', name: 'The Group' }],
  stock: { defaultPriceType: { used: 'excluding_government_charges' } },
  finance: {
    provider: 'Manual',
    showRepayments: true,
    interestRate: 8,
    comparisonRate: null,
    hiddenDealerships: [],
  },
  timeZone: 'Australia/Sydney',
  onRoad: { estimates: true, budgetFilter: 'auto' },
  state: 'qld',
  verticals: ['cars'],
  vehiclePage: { marketPrice: true },
} as unknown as DocumentSettings;

function documentOf(more: Partial<Vehicle & StockedVehicle>, settings = SETTINGS) {
  const { id, slug, firstSeenAt, listedAt, soldAt, ...fields } = {
    id: 'a1',
    slug: 'a-car',
    firstSeenAt: '2026-03-01T00:00:00.000Z',
    listedAt: '2026-03-01T00:00:00.000Z',
    soldAt: null,
    ...more,
  };
  const vehicle = v.parse(VehicleSchema, {
    make: 'Toyota',
    model: 'HiLux',
    year: 2021,
    car_type: 'used',
    status: 'in_stock',
    ...fields,
  });
  const stocked = {
    ...vehicle,
    ...{ id, slug, firstSeenAt, listedAt, soldAt, dealer: 'yard', updatedAt: firstSeenAt, removedAt: null },
    advertised: null,
  };
  return toSearchDocument(stocked, settings, fixedClock('2026-03-02T00:00:00Z'));
}

describe('the search document', () => {
  it('SRCH-245 lists every body word, of which a card shows the shape', () => {
    const document = documentOf({ simple_body: 'suv', other_bodies: ['ev'] });
    expect([document.body, toCard(document).body]).toEqual([['suv', 'ev'], 'suv']);
  });

  it('SRCH-04 holds every facet by its name', () => {
    expect(FACET_NAMES.filter((name) => !(name in documentOf({})))).toEqual([]);
    expect(documentOf({ badge: 'SR5', simple_body: 'ute', seats: 5 })).toMatchObject({
      make_model: 'Toyota HiLux',
      body: 'ute',
      seats: 5,
      title: '2021 Toyota HiLux',
      name: '2021 Toyota HiLux SR5',
      created_at_timestamp: 1_772_323_200,
    });
  });

  it('CARD-03 VDP-07 the word null of a feed is no badge, tag, colour or feature of a card', () => {
    const texts = [
      'badge',
      'series',
      'bodyconfiguration',
      'stocknum',
      'vin',
      'regplate',
      'colour',
      'tag',
      'city',
    ];
    const said = Object.fromEntries(texts.map((field) => [field, field.length % 2 ? 'null' : 'NULL']));
    const document = documentOf({ ...said, filtered_features: ['null', 'Towbar'], categories: ['Null'] });
    expect(JSON.stringify(document)).not.toMatch(/"null"/i);
    expect(document).toMatchObject({ badge: null, tag: null, filtered_features: ['Towbar'], categories: [] });
  });

  it('SRCH-04 the price is that which is shown, in dollars, with its band', () => {
    expect(documentOf({ price: 3_299_000 })).toMatchObject({ price: 32_990, price_range: '30000-40000' });
    expect(documentOf({ price: 3_299_000, offer_price: 2_999_000 })).toMatchObject({ price: 29_990 });
    expect(documentOf({ price: 12_000_000 })).toMatchObject({ price_range: '100000+' });
  });

  it('SRCH-04 a price that is not shown is no facet value either', () => {
    const unknown = { price: null, price_range: null };
    expect(documentOf({ price: 3_299_000, car_type: 'new' })).toMatchObject(unknown);
    expect(documentOf({ price: 100 })).toMatchObject(unknown);
    expect(documentOf({})).toMatchObject(unknown);
  });

  it('SRCH-210 the drive-away price in a state is the estimate, or the price if that is all', () => {
    const inQld = (more: Parameters<typeof documentOf>[0]) => documentOf(more).drive_away_qld;
    const used = { price: 3_000_000, cylinders: 4 };
    expect(inQld(used)).toBeGreaterThan(30_900);
    expect(documentOf(used).drive_away_vic).not.toBe(inQld(used));
    expect(inQld({ ...used, price_type: 'drive_away' })).toBe(30_000);
    expect(inQld({ ...used, price_type: 'drive_away', item_type: 'caravan' })).toBe(30_000);
    expect(inQld({ ...used, item_type: 'caravan' })).toBeNull();
    expect(inQld({ ...used, item_type: 'part', price_type: 'drive_away' })).toBeNull();
    expect(inQld({})).toBeNull();
  });

  it('CARD-210 a card has the estimates of all states, and none for a drive-away price', () => {
    const used = { price: 3_000_000, cylinders: 4 };
    const { drive_away, drive_away_act, drive_away_wa } = documentOf(used);
    expect(drive_away).toHaveLength(8);
    expect([drive_away?.[0], drive_away?.at(-1)]).toEqual([drive_away_act, drive_away_wa]);
    expect(documentOf({ ...used, price_type: 'drive_away' }).drive_away).toBeNull();
  });

  it('FIN-213 documents are stale in another month, when a registration may have ended', () => {
    const basis = (now: string, onRoad = SETTINGS.onRoad) =>
      documentBasis({ ...SETTINGS, onRoad }, fixedClock(now));
    const off = { ...SETTINGS.onRoad, estimates: false };
    expect(basis('2026-03-31T00:00:00Z')).toBe(basis('2026-03-02T00:00:00Z'));
    expect(basis('2026-04-01T00:00:00Z')).not.toBe(basis('2026-03-31T00:00:00Z'));
    expect(basis('2026-04-01T00:00:00Z', off)).toBe(basis('2026-03-31T00:00:00Z', off));
  });

  it('FIN-06 a repayment too small to be shown is in no weekly band', () => {
    const withWeek = (paymentWeek: number) =>
      documentOf({
        price: 3_299_000,
        finance_lenders: { Manual: { interestRate: 8, comparisonRate: 9, paymentWeek } },
      });
    expect(withWeek(2_501)).toMatchObject({ weekly_price_range: '0-50', weekly_price: 25 });
    expect(withWeek(2_500)).toMatchObject({ weekly_price_range: null, weekly_price: null });
  });

  it('SRCH-04 a weekly budget filters by the very figure that cards show', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300_000 }), (paymentWeek) => {
        const entry = { interestRate: 8, comparisonRate: 9, termYears: 5, paymentWeek };
        const { weekly_price, repayment } = documentOf({
          price: 3_299_000,
          finance_lenders: { Manual: entry },
        });
        const shown = repayment && repaymentDisplay(repayment);
        if (shown?.kind !== 'amount') return weekly_price === null;
        expect(shown.amountText).toBe(`$${(weekly_price as number).toLocaleString('en-AU')} / week`);
        return true;
      }),
    );
  });

  it('SRCH-14 says when the car was sold, in seconds', () => {
    expect(documentOf({ status: 'sold', soldAt: '2026-03-01T00:00:00.500Z' }).sold_at).toBe(1_772_323_200);
    expect(documentOf({}).sold_at).toBeNull();
  });

  it('CARD-06 a placeholder is no picture', () => {
    const images = [{ id: 'no-photo' }, { id: 'hilux-1' }];
    expect(documentOf({ images })).toMatchObject({ image_id: 'hilux-1', photos_count: 1 });
    const none = { images: images.slice(0, 1) };
    expect(documentOf(none)).toMatchObject({ image_id: null, photos_count: 0, custom_rank: -1 });
    const spin_images = Array.from({ length: 8 }, (_, at) => ({ id: `spin-${at}`, version: 2 }));
    const spun = { image_id: 'spin-0', image_version: 2, photos_count: 0, custom_rank: 0 };
    expect(documentOf({ ...none, spin_images })).toMatchObject(spun);
  });

  it('CFG-22 the first picture stands with the version of its content', () => {
    const images = [
      { id: 'no-photo', version: 9 },
      { id: 'hilux-1', version: 4 },
    ];
    expect(documentOf({ images })).toMatchObject({ image_id: 'hilux-1', image_version: 4 });
    expect(documentOf({ images: [{ id: 'hilux-1' }] })).toMatchObject({ image_version: null });
  });

  it.each([
    [
      'in the city the feed names, sold by a location',
      { location_slug: 'dubbo', city: 'Perth', state: 'wa' },
      'Yard Dubbo',
      'Perth',
      'wa',
    ],
    [
      'in a city as its location spells it',
      { location_slug: 'dubbo', city: 'DUBBO' },
      'Yard Dubbo',
      'Dubbo',
      'nsw',
    ],
    ['in the city of its location', { location_slug: 'dubbo' }, 'Yard Dubbo', 'Dubbo', 'nsw'],
    ['at the primary location', {}, 'Yard Newcastle', 'Newcastle', 'nsw'],
    ['where the feed says, elsewhere', { city: 'Perth', state: 'wa' }, null, 'Perth', 'wa'],
    ['in the state the feed says', { state: 'wa' }, null, null, 'wa'],
    ['in a city of the dealer’s state', { city: 'Cairns' }, null, 'Cairns', 'qld'],
    ['in the suburb of its private seller', { private_suburb: 'Coorparoo' }, null, 'Coorparoo', 'qld'],
    [
      'in the suburb of its private seller, sold by a location',
      { private_suburb: 'Orange', location_slug: 'dubbo' },
      'Yard Dubbo',
      'Orange',
      'nsw',
    ],
  ])('LOC-10 SRCH-04 a car is %s', (_where, fields, location_name, city, state) => {
    expect(documentOf(fields)).toMatchObject({ location_name, city, state, dealership_name: 'The Group' });
  });

  it('LOC-13 a car is listed at its own location and those it is distributed to; its card shows the first', () => {
    const at = (fields: Partial<Vehicle>) => {
      const document = documentOf(fields);
      return [document.location_name, toCard(document).location_name];
    };
    const both = ['Yard Newcastle', 'Yard Dubbo'];
    expect(at({ distribution_locations: ['dubbo'] })).toEqual([both, 'Yard Newcastle']);
    expect(at({ location_slug: 'dubbo', distribution_locations: ['newcastle', 'dubbo', 'closed'] })).toEqual([
      both.toReversed(),
      'Yard Dubbo',
    ]);
    expect(at({ location_slug: 'dubbo', distribution_locations: ['depot'] })).toEqual([
      'Yard Dubbo',
      'Yard Dubbo',
    ]);
    expect(at({ location_slug: 'depot' })).toEqual([both, 'Yard Newcastle']);
    expect(at({ private_suburb: 'Orange', distribution_locations: ['dubbo'] })).toEqual([
      'Yard Dubbo',
      'Yard Dubbo',
    ]);
    expect(at({ distribution_locations: ['closed'] })).toEqual(['Yard Newcastle', 'Yard Newcastle']);
  });

  it('LOC-13 a private seller’s car is where its postcode is', () => {
    const document = documentOf({ private_suburb: 'Coorparoo', private_postcode: '4151' });
    expect(document).toMatchObject({ city: 'Coorparoo', _geo: { lat: -27.501, lng: 153.062 } });
  });

  it('FIN-09 other finance, places, price types or years make documents out of date, other settings do not', () => {
    const clock = fixedClock('2026-12-31T12:00:00Z');
    const basisOf = (more: object) => documentBasis({ ...SETTINGS, ...more } as DocumentSettings, clock);
    const basis = basisOf({});
    expect(basisOf({ finance: { ...SETTINGS.finance, interestRate: 9 } })).not.toBe(basis);
    expect(basisOf({ locations: [] })).not.toBe(basis);
    expect(basisOf({ stock: { defaultPriceType: {} } })).not.toBe(basis);
    expect(documentBasis(SETTINGS, fixedClock('2026-12-31T13:00:00Z'))).not.toBe(basis);
    expect(basisOf({ verticals: ['caravans'] })).not.toBe(basis);
    expect(basisOf({ vehiclePage: { marketPrice: false } })).not.toBe(basis);
    expect(basisOf({ name: 'Renamed' })).toBe(basis);
  });
});

it('CARD-250 a document has the position of the price that is shown, where the dealer shows market prices', () => {
  const car = { price: 2_400_000, autograb_data: { average_market_price: 2_560_000 } };
  expect(documentOf(car).below_market).toBe(160_000);
  expect(documentOf({ ...car, offer_price: 2_300_000 }).below_market).toBe(260_000);
  expect(documentOf({ ...car, price_type: undefined, car_type: 'new' }).below_market).toBeNull();
  expect(documentOf({ price: 2_400_000 }).below_market).toBeNull();
  const silent = { ...SETTINGS, vehiclePage: { marketPrice: false } };
  expect(documentOf(car, silent).below_market).toBeNull();
});

it('CARD-252 a document has the photos that follow the first, five with it, and no placeholder', () => {
  const image = (id: string) => ({ id, version: 2 });
  const images = ['a', 'placeholder', 'b', 'c', 'd', 'e', 'f'].map(image);
  expect(documentOf({ images }).more_images).toEqual(['b', 'c', 'd', 'e'].map((id) => ({ id, version: 2 })));
  expect(documentOf({ images: images.slice(0, 2) }).more_images).toEqual([]);
});

it('CARD-03 is dated by its listing; without a date, what a first import brought is older than any new arrival', () => {
  const day = (car: Partial<StockedVehicle>) =>
    new Date(Number(documentOf(car).created_at_timestamp) * 1000).toISOString().slice(0, 10);
  expect(day({ listedAt: '2026-02-20T00:00:00.000Z' })).toBe('2026-02-20');
  expect(day({ listedAt: null })).toBe('2025-12-30');
});
