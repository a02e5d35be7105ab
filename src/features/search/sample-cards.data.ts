import type { CardDocument } from '#src/domain/search/card-document.ts';

/** The date of the samples, so that they look the same every day. */
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

/** A card in every possible state, by the state's name. */
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
