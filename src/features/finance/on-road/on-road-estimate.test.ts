import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { OnRoadSchema } from '#src/config/sections/finance/on-road-section.ts';
import { VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { type OnRoadSite, vehicleOnRoad } from './on-road-estimate.ts';

const SITE = {
  stock: { defaultPriceType: {} },
  onRoad: v.parse(OnRoadSchema, {}),
  state: 'qld',
  locations: [],
} satisfies OnRoadSite;

const vehicle = (fields: object) =>
  v.parse(VehicleSchema, {
    ...{ make: 'Mazda', model: 'CX-5', year: 2022, car_type: 'used', status: 'in_stock' },
    ...{ price: 3_000_000, price_type: 'excluding_government_charges', cylinders: 4 },
    ...fields,
  });

const estimate = (fields: object, site: Partial<OnRoadSite> = {}, state: OnRoadSite['state'] = 'qld') =>
  vehicleOnRoad(vehicle(fields), { ...SITE, ...site }, { state, date: '2026-11-30' });

const kinds = (...of: Parameters<typeof estimate>) => estimate(...of)?.lines.map(({ kind }) => kind);

describe('FIN-210 an estimate is made', () => {
  it('of a price that excludes government charges, stated or by default', () => {
    expect(estimate({})?.totalCents).toBeGreaterThan(3_000_000);
    const defaultPriceType = { used: 'excluding_government_charges' } as const;
    expect(estimate({ price_type: undefined }, { stock: { defaultPriceType } })).toBeDefined();
  });

  it.each([
    ['a drive-away price', { price_type: 'drive_away' }],
    ['an estimated drive-away price', { price_type: 'estimated_drive_away' }],
    ['a price without a type', { price_type: undefined }],
    ['a price on request', { price: undefined }],
    ['a caravan', { item_type: 'caravan' }],
    ['a part', { item_type: 'part' }],
    ['a truck above 4.5 tonnes', { item_type: 'truck', grossvehiclemass: 8000 }],
    ['a truck of unknown mass', { item_type: 'truck' }],
  ])('but not of %s', (_, fields) => {
    expect(estimate(fields)).toBeUndefined();
  });

  it('but not of a weekly price', () => {
    expect(estimate({ subscription_price: 20_000 }, { subscription: true })).toBeUndefined();
  });

  it('and of a light truck and a motorcycle', () => {
    expect(estimate({ item_type: 'truck', grossvehiclemass: 4490 })).toBeDefined();
    expect(estimate({ item_type: 'motorcycle' })).toBeDefined();
  });

  it('FIN-210 not where the dealer has them off', () => {
    expect(estimate({}, { onRoad: v.parse(OnRoadSchema, { estimates: false }) })).toBeUndefined();
  });
});

describe('FIN-213 the lines', () => {
  const NEW_REGISTRATION = ['price', 'duty', 'registration', 'ctp', 'plates'];

  it('of a vehicle without registration have registration, CTP and plates', () => {
    expect(kinds({ car_type: 'new' })).toEqual(NEW_REGISTRATION);
    expect(kinds({ rego_expiry: '2026-11-30' })).toEqual(NEW_REGISTRATION);
  });

  it('name CTP with the registration where a state charges both as one', () => {
    expect(kinds({}, {}, 'tas')).toEqual(['price', 'duty', 'registration', 'plates']);
    expect(estimate({}, {}, 'tas')?.lines[2]?.label).toBe('Registration and MAIB premium, 12 months');
  });

  it('of a registered one have the transfer, in its own state', () => {
    expect(kinds({ rego_expiry: '2027-05-31' })).toEqual(['price', 'duty', 'transfer']);
    expect(kinds({ rego_expiry: '2027-05-31' }, {}, 'nsw')).toEqual(NEW_REGISTRATION);
    expect(kinds({ rego_expiry: '2027-05-31', state: 'NSW' }, {}, 'nsw')).toEqual([
      'price',
      'duty',
      'transfer',
    ]);
  });

  it('are worked out from the offer, which is the price to pay', () => {
    expect(estimate({ offer_price: 2_500_000 })?.lines.slice(0, 2)).toEqual([
      { kind: 'price', label: 'Advertised price', amountCents: 2_500_000 },
      { kind: 'duty', label: 'Stamp duty in QLD', amountCents: 75_000 },
    ]);
  });
});

it('FIN-214 the dealer’s own charge for its condition is a line', () => {
  const onRoad = v.parse(OnRoadSchema, { dealerCharge: { new: 1995 } });
  expect(estimate({ car_type: 'new' }, { onRoad })?.lines.at(-1)).toEqual({
    kind: 'dealer',
    label: 'Dealer delivery',
    amountCents: 199_500,
  });
  expect(kinds({ car_type: 'used' }, { onRoad })).not.toContain('dealer');
});

describe('FIN-215 an estimate says', () => {
  it('for whom it is, its sources and the day the figures were looked up', () => {
    const { basis, sources, asOf } = estimate({}, {}, 'act') ?? {};
    expect(basis?.[0]).toBe(
      'An estimate for a private buyer in the ACT, worked out from the advertised price.',
    );
    expect(sources?.[0]?.href).toMatch(/^https:\/\/www\.revenue\.act\.gov\.au\//);
    expect(asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('that luxury car tax is in the price of a new car above the threshold', () => {
    const LUXURY = 'Luxury car tax is in the price already.';
    expect(estimate({ car_type: 'demo', price: 9_000_000 })?.basis).toContain(LUXURY);
    expect(estimate({ car_type: 'used', price: 9_000_000 })?.basis).not.toContain(LUXURY);
    expect(estimate({ car_type: 'new' })?.basis).not.toContain(LUXURY);
  });

  it('until when a registration that comes with it runs', () => {
    const UNTIL = 'Its registration runs until 31 May 2027 and comes with it.';
    expect(estimate({ rego_expiry: '2027-05-31' })?.basis).toContain(UNTIL);
    expect(estimate({ rego_expiry: '2027-05-31' }, {}, 'nsw')?.basis).not.toContain(UNTIL);
  });

  it('that the engine is assumed where its cylinders are not listed', () => {
    expect(estimate({ cylinders: undefined })?.basis.join(' ')).toContain('We assumed a common engine');
    expect(estimate({ cylinders: undefined, simple_fuel: 'Electric' })?.basis.join(' ')).not.toContain(
      'assumed',
    );
  });
});
