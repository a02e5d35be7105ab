import type { SavedChange } from '#src/features/account/saved-cars/saved-change.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import type { SavedCarsProps } from '#src/features/search/view/saved-cars/SavedCars.tsx';
import type { SavedListEntry } from '#src/features/search/view/saved-cars/SavedEntries.tsx';

/** A fixed date, so that the samples do not change. */
export const SAMPLE_NOW_MS = Date.parse('2026-07-10T00:00:00Z');
const LONG_AGO = Date.parse('2026-01-10T00:00:00Z') / 1000;
const YESTERDAY = Date.parse('2026-07-09T00:00:00Z') / 1000;

const PLAIN: CardDocument = {
  id: 'sample',
  slug: 'sample',
  name: '2022 Toyota HiLux SR5',
  title: '2022 Toyota HiLux',
  badge: 'SR5 Double Cab 4x4',
  make: 'Toyota',
  model: 'HiLux',
  item_type: 'car',
  car_type: 'used',
  status: 'in_stock',
  tag: null,
  certified: false,
  reserved: false,
  created_at_timestamp: LONG_AGO,
  km: 41_250,
  transmission: 'Automatic',
  fuel: 'Diesel',
  location_name: 'Main yard',
  city: 'Moorooka',
  pricing: {
    price: 5_299_000,
    offer_price: null,
    subscription_price: null,
    before_price: null,
    preorder: false,
    price_type: 'drive_away',
  },
  repayment: null,
  drive_away: null,
  image_id: null,
  image_version: null,
  photos_count: 0,
  seats: 5,
  body: 'ute',
  measures: null,
  dealership_slug: null,
  reservable: false,
  vin: null,
};

/** A card in every state. */
export const SAMPLE_CARDS: readonly { state: string; car: CardDocument }[] = [
  { state: 'In stock', car: PLAIN },
  {
    state: 'Reduced, with a repayment',
    car: {
      ...PLAIN,
      id: 'reduced',
      pricing: { ...PLAIN.pricing, before_price: 5_499_000 },
      repayment: {
        weeklyCents: 24_310,
        interestRate: 7.49,
        comparisonRate: 8.62,
        termYears: 5,
        source: 'computed',
      },
    },
  },
  { state: 'Below the market', car: { ...PLAIN, id: 'below', below_market: 160_000 } },
  { state: 'At the market', car: { ...PLAIN, id: 'fair', below_market: 0 } },
  {
    state: 'Price without government charges',
    car: {
      ...PLAIN,
      id: 'excluding',
      pricing: { ...PLAIN.pricing, price_type: 'excluding_government_charges' },
      drive_away: [55_310, 55_290, 55_470, 55_860, 56_080, 55_830, 56_180, 57_430],
    },
  },
  { state: 'New arrival', car: { ...PLAIN, id: 'arrival', created_at_timestamp: YESTERDAY } },
  { state: 'Tag of the dealer', car: { ...PLAIN, id: 'tagged', tag: 'One owner' } },
  { state: 'Electric', car: { ...PLAIN, id: 'electric', fuel: 'Electric' } },
  { state: 'Reserved', car: { ...PLAIN, id: 'reserved', reserved: true } },
  { state: 'Coming soon', car: { ...PLAIN, id: 'coming', status: 'coming_soon' } },
  { state: 'Sold', car: { ...PLAIN, id: 'sold', status: 'sold' } },
  {
    state: 'No price, long name',
    car: {
      ...PLAIN,
      id: 'long',
      title: '2024 Mercedes-Benz Sprinter Transfer 419CDI Extra Long Wheelbase',
      name: '2024 Mercedes-Benz Sprinter Transfer 419CDI Extra Long Wheelbase',
      badge: 'High Roof 9-seat RWD with factory tow pack and rear air conditioning',
      make: 'Mercedes-Benz',
      model: 'Sprinter',
      pricing: { ...PLAIN.pricing, price: null, price_type: null },
    },
  },
];

const carOf = (state: string): CardDocument[] =>
  SAMPLE_CARDS.flatMap((sample) => (sample.state === state ? [sample.car] : []));

const entry = (state: string, change: SavedChange | null): SavedListEntry[] =>
  carOf(state).map((car) => ({ kind: 'card', car, change, hasPage: true }));

const ENTRIES: readonly SavedListEntry[] = [
  ...entry('In stock', null),
  ...entry('Reduced, with a repayment', { kind: 'less', text: '$2,000 less than when you saved it.' }),
  ...entry('Tag of the dealer', { kind: 'more', text: '$500 more than when you saved it.' }),
  ...entry('Reserved', null),
  ...entry('Sold', { kind: 'sold', text: 'This car has been sold.' }),
  {
    kind: 'gone',
    id: 'gone',
    name: '2019 Mazda CX-5 Touring',
    change: { kind: 'gone', text: 'This car is no longer listed.' },
  },
];

/** FAV-06: a saved vehicle in every state of its list. */
export const SAMPLE_SAVED: NonNullable<SavedCarsProps['watchlist']> = {
  entries: ENTRIES,
  cars: ENTRIES.map((each) =>
    each.kind === 'card'
      ? { ...each.car, primary_image_url: '' }
      : { id: each.id, name: each.name ?? '', slug: each.id, make: '', model: '', primary_image_url: '' },
  ),
};
