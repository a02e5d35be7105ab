import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { priceDisplay, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import {
  CAR_TYPES,
  ITEM_TYPES,
  type StockedVehicle,
  VEHICLE_STATUSES,
  VehicleSchema,
} from '#src/features/vehicle/vehicle.ts';
import { schemaOrgProblems } from '../../../../tests/fixtures/schema-org.ts';
import { vehicleJsonLd } from './vehicle-facts.ts';

type Given = Partial<v.InferInput<typeof VehicleSchema>>;

const vehicle = (more: Given = {}): StockedVehicle => ({
  ...v.parse(VehicleSchema, {
    ...{ make: 'Toyota', model: 'HiLux', year: 2021, badge: 'SR5', car_type: 'used', status: 'in_stock' },
    ...more,
  }),
  ...{ id: 'v1', dealer: 'yard', slug: 'hilux-1', listedAt: null, soldAt: null, removedAt: null },
  ...{ firstSeenAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z', advertised: null },
});

const EVERYTHING: Given = {
  ...{ vin: 'JTMRFREV30D000001', stocknum: 'U1', colour: 'Red', interior_colour: 'Black', km: 45_210 },
  ...{ simple_body: 'ute', simple_transmission: 'Automatic', simple_drive: '4WD', simple_fuel: 'Diesel' },
  ...{ fuel: 'Diesel', seats: 5, doors: 4, price: 4_599_000 },
};
const PRICES: readonly Given[] = [
  {},
  { price: 900 },
  { price: 4_599_000 },
  { price: 4_599_000, offer_price: 4_499_050, before_price: 5_000_000 },
  { preorder: true },
  { subscription_price: 18_000 },
];
const URL_OF_PAGE = 'https://www.yard.example/cars/hilux-1';
const PICTURES = ['https://www.yard.example/images/a/v1/w1280-q75-3x2.jpg'];
const SELLER = {
  ...{ name: 'Yard', url: 'https://www.yard.example' },
  address: { street: '1 A St', city: 'Wallsend', state: 'nsw', postcode: '2287' },
};

/** As a search engine reads it. */
function read(more: Given = {}, { subscriptionSite = false, pictures = [] as string[] } = {}) {
  const shown = vehicle(more);
  const price = priceDisplay(pricingOf(shown, { used: 'drive_away' }), {
    noPriceText: 'Ask',
    subscriptionSite,
  });
  const data = vehicleJsonLd({ vehicle: shown, price, url: URL_OF_PAGE, pictures, seller: SELLER });
  return JSON.parse(JSON.stringify(data));
}

describe('structured data of a vehicle', () => {
  it.each([
    ['car', 'Car'],
    ['motorcycle', 'Motorcycle'],
    ['truck', 'Vehicle'],
    ['caravan', 'Vehicle'],
  ] as const)(
    'VDP-30 CFG-13 a %s is a valid schema.org %s, in every state and with every price',
    (item_type, type) => {
      expect(read({ item_type })['@type']).toBe(type);
      const states = VEHICLE_STATUSES.flatMap((status) =>
        CAR_TYPES.flatMap((car_type) => [false, true].map((reserved) => ({ status, car_type, reserved }))),
      );
      for (const state of states) {
        for (const price of PRICES) {
          for (const subscriptionSite of [false, true]) {
            const given = { item_type, ...state, ...price };
            expect(schemaOrgProblems(read(given, { subscriptionSite })), JSON.stringify(given)).toEqual([]);
          }
        }
        const full = { ...EVERYTHING, item_type, ...state };
        expect(schemaOrgProblems(read(full, { pictures: PICTURES })), JSON.stringify(full)).toEqual([]);
      }
    },
  );

  it('VDP-30 all known facts of a vehicle are in the data', () => {
    expect(ITEM_TYPES.every((item_type) => read({ ...EVERYTHING, item_type }).sku === 'U1')).toBe(true);
    expect(read(EVERYTHING, { pictures: PICTURES })).toMatchObject({
      ...{ vehicleIdentificationNumber: 'JTMRFREV30D000001', sku: 'U1', color: 'Red', image: PICTURES },
      ...{ bodyType: 'Ute', vehicleTransmission: 'Automatic', driveWheelConfiguration: '4WD' },
      ...{ fuelType: 'Diesel', vehicleSeatingCapacity: 5, numberOfDoors: 4, vehicleModelDate: '2021' },
      brand: { '@type': 'Brand', name: 'Toyota' },
    });
  });

  it('VDP-30 the offer has the price shown, in dollars', () => {
    expect(read({ price: 4_599_000 }).offers).toMatchObject({ price: 45_990, priceCurrency: 'AUD' });
    expect(read({ price: 4_599_000, offer_price: 4_499_050 }).offers.price).toBe(44_990.5);
  });

  it('VDP-30 the data has no price if the page shows none', () => {
    for (const hidden of [
      {},
      { price: 900 },
      { preorder: true },
      { price: 4_599_000, car_type: 'new' as const },
    ]) {
      expect(read(hidden).offers).not.toHaveProperty('price');
      expect(read(hidden).offers).not.toHaveProperty('priceCurrency');
    }
  });

  it('VDP-30 a weekly subscription is not the price of the car', () => {
    const { offers } = read({ subscription_price: 18_000, price: 4_599_000 }, { subscriptionSite: true });
    expect(offers).not.toHaveProperty('price');
    expect(offers).not.toHaveProperty('priceCurrency');
  });

  it('VDP-16 availability and condition follow the vehicle', () => {
    expect(read({ status: 'sold' }).offers.availability).toBe('https://schema.org/SoldOut');
    expect(read({ reserved: true }).offers.availability).toBe('https://schema.org/Reserved');
    expect(read({ status: 'coming_soon' }).offers.availability).toBe('https://schema.org/PreOrder');
    expect(read({ preorder: true }).offers.availability).toBe('https://schema.org/PreOrder');
    expect(read({ preorder: true, reserved: true }).offers.availability).toBe('https://schema.org/Reserved');
    expect(read({ status: 'sold', reserved: true }).offers.availability).toBe('https://schema.org/SoldOut');
    expect(read().offers.availability).toBe('https://schema.org/InStock');
    expect(read({ car_type: 'new' }).itemCondition).toBe('https://schema.org/NewCondition');
    expect(read({ car_type: 'demo' }).itemCondition).toBe('https://schema.org/UsedCondition');
  });

  it('VDP-07 null values of a feed are not in the data', () => {
    expect(JSON.stringify(read({ colour: 'null', vin: 'NULL', badge: 'null' }))).not.toMatch(/null/i);
  });

  it('VDP-17 the data holds no phone number, and nothing unknown', () => {
    const text = JSON.stringify(read());
    expect(text).not.toMatch(/telephone|null|undefined/);
    expect(read()).not.toHaveProperty('mileageFromOdometer');
    expect(read({ km: 10 }).mileageFromOdometer).toMatchObject({ value: 10, unitCode: 'KMT' });
  });
});
