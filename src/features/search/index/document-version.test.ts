import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { DOCUMENT_VERSION, type DocumentSettings, toSearchDocument } from './to-search-document.ts';

/** Raise `DOCUMENT_VERSION` with it. */
const KNOWN = { version: 18, fingerprint: '6316338546801e9c' };

const SETTINGS = {
  locations: [
    {
      ...{ slug: 'newcastle', name: 'Yard Newcastle', primary: true, visible: true, dealership: 'group' },
      distribution_locations: [],
      address: { city: 'Newcastle', state: 'nsw', postcode: '2300' },
    },
    {
      ...{ slug: 'depot', name: 'Depot', primary: false, visible: false, dealership: 'group' },
      distribution_locations: ['newcastle'],
      address: { city: 'Nyngan', state: 'nsw', lat: -31.56, long: 147.19 },
    },
  ],
  dealerships: [{ slug: 'group', name: 'The Group' }],
  stock: { defaultPriceType: { used: 'excluding_government_charges', new: 'drive_away' } },
  finance: {
    ...{
      provider: 'Manual',
      showRepayments: true,
      interestRate: 8,
      comparisonRate: 8.5,
      hiddenDealerships: [],
    },
  },
  timeZone: 'Australia/Sydney',
  onRoad: { estimates: true, budgetFilter: 'auto' },
  state: 'qld',
  verticals: ['cars'],
  vehiclePage: { marketPrice: true },
} as unknown as DocumentSettings;

const VEHICLES = [
  {},
  { badge: 'SR5', series: 'GUN126R', colour: 'Glacier White', km: 45_000, seats: 5, simple_body: 'ute' },
  { price: 4_599_000, simple_fuel: 'Diesel', simple_drive: '4WD', simple_transmission: 'Automatic' },
  { price: 12_000_000, car_type: 'new', custom_rank: 3, tag: 'runout sale', certified: true },
  { status: 'sold', soldAt: '2026-02-20T00:00:00.000Z', price: 1_000_000, offer_price: 900_000 },
  { location_slug: 'depot', reserved: true, vin: 'JT123456789012345', stocknum: 'U1' },
  { private_suburb: 'Dubbo', private_postcode: '2830', state: 'nsw', item_type: 'motorcycle', model: 'GS' },
  { item_type: 'part', part_name: 'Canopy', part_number: 'CN-1' },
  { simple_body: 'suv', other_bodies: ['ev'] },
];

const documents = () =>
  VEHICLES.map((more, n) => {
    const { soldAt, ...fields } = { soldAt: null, ...more } as { soldAt: string | null };
    const vehicle = v.parse(VehicleSchema, {
      ...{ make: 'Toyota', model: 'HiLux', year: 2021, car_type: 'used', status: 'in_stock' },
      ...fields,
    });
    const at = '2026-03-01T00:00:00.000Z';
    const stocked = {
      ...vehicle,
      ...{ id: `a${n}`, slug: `car-${n}`, dealer: 'yard', soldAt, removedAt: null, advertised: null },
      ...{ firstSeenAt: at, listedAt: at, updatedAt: at },
    };
    return toSearchDocument(stocked, SETTINGS, fixedClock('2026-03-02T00:00:00Z'));
  });

/** Whatever the order of keys. */
const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

it('PLAT-03 a change of the search document has a new version, so that the next import sends it', () => {
  const text = JSON.stringify(documents(), sorted);
  const fingerprint = createHash('sha256').update(text).digest('hex').slice(0, 16);
  expect(
    { version: DOCUMENT_VERSION, fingerprint },
    'the document has changed: raise DOCUMENT_VERSION, and set both in this test',
  ).toEqual(KNOWN);
});
