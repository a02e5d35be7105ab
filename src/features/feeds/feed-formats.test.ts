import { parse as parseCsv } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { BODY_TYPES } from '#src/features/vehicle/vehicle.ts';
import {
  advertisedVehicle as advertised,
  type AdvertisedChanges as Changes,
} from '../../../tests/fixtures/advertised-vehicle.ts';
import { FEED_FORMATS } from './feed-formats.ts';
import { googleVehicleAd, metaCatalogueRow, type Reason } from './vehicle-ads.ts';

const GAPS: readonly [Reason, Changes][] = [
  ['no price', { price: null }],
  ['no photo', { photos: [] }],
  ['not in stock yet', { vehicle: { status: 'coming_soon' } }],
  ['not in stock yet', { vehicle: { preorder: true } }],
  ['reserved', { vehicle: { reserved: true } }],
  ['no VIN of 17 characters', { vehicle: { vin: 'JM0KF4WLA0012345O' } }],
  ['no VIN of 17 characters', { vehicle: { vin: undefined } }],
  ['no VIN of 17 characters', { vehicle: { vin: '00000000000000000' } }],
  ['no colour', { vehicle: { colour: undefined } }],
  ['no odometer reading', { vehicle: { km: undefined } }],
];

describe('Google vehicle ads', () => {
  it('PLAT-06 a used car has every attribute that Australia requires, its price with its type', () => {
    expect(googleVehicleAd(advertised())).toEqual({
      cells: {
        ...{ id: 'v1', VIN: 'JM0KF4WLA00123456', store_code: 'YARD-1' },
        ...{ vehicle_fulfillment: 'in_store:YARD-1', google_product_category: '916' },
        link_template: 'https://yard.example/cars/cx-5?store={store_code}',
        image_link: 'https://yard.example/images/a.jpg',
        additional_image_link: 'https://yard.example/images/b.jpg',
        ...{ price: '32990.00 AUD', vehicle_price_type: 'drive_away_price', condition: 'used' },
        ...{ certified_pre_owned: '', brand: 'Mazda', model: 'CX-5', trim: 'Touring', year: '2022' },
        ...{ mileage: '41230 km', color: 'Soul Red', body_style: 'suv' },
      },
    });
  });

  it.each([
    ['drive_away', 'drive_away_price'],
    ['estimated_drive_away', 'estimated_drive_away_price'],
    ['excluding_government_charges', 'excluding_government_charges_price'],
  ] as const)('PLAT-06 the price type %s is sent as %s', (type, sent) => {
    expect(googleVehicleAd(advertised({ price: { cents: 100_000, type } }))).toMatchObject({
      cells: { vehicle_price_type: sent },
    });
  });

  it.each([
    ...GAPS,
    ['no car', { vehicle: { item_type: 'caravan' } }],
    [
      'a new car whose price excludes government charges',
      { vehicle: { car_type: 'new' }, price: { cents: 100, type: 'excluding_government_charges' } },
    ],
  ] as readonly [Reason, Changes][])('PLAT-06 a vehicle is left out of it for "%s"', (reason, changes) => {
    expect(googleVehicleAd(advertised(changes))).toEqual({ reasons: [reason] });
  });

  it('PLAT-06 a new car needs no odometer reading', () => {
    expect(googleVehicleAd(advertised({ vehicle: { car_type: 'new', km: undefined } }))).toMatchObject({
      cells: { condition: 'new', mileage: '0 km' },
    });
  });
});

describe('Meta vehicle catalogue', () => {
  it('PLAT-06 a vehicle has every field a catalogue requires', () => {
    const row = metaCatalogueRow(advertised());
    if (!('cells' in row)) throw new Error('It was left out.');
    expect(row.cells).toMatchObject({
      ...{ vehicle_id: 'v1', vin: 'JM0KF4WLA00123456', title: '2022 Mazda CX-5 Touring', year: '2022' },
      ...{ description: 'One owner, full history.', 'mileage.value': '41230', 'mileage.unit': 'KM' },
      ...{ body_style: 'SUV', exterior_color: 'Soul Red', price: '32990.00 AUD', state_of_vehicle: 'USED' },
      ...{ transmission: 'AUTOMATIC', fuel_type: 'GASOLINE', drivetrain: 'AWD', availability: 'AVAILABLE' },
    });
    expect(JSON.parse(row.cells.image ?? '')).toHaveLength(2);
    expect(JSON.parse(row.cells.address ?? '')).toMatchObject({ country: 'AU' });
  });

  it.each(GAPS)('PLAT-06 a vehicle is left out of it for "%s"', (reason, changes) => {
    expect(metaCatalogueRow(advertised(changes))).toEqual({ reasons: [reason] });
  });

  it.each(BODY_TYPES)('PLAT-06 it has a word for the body %s', (simple_body) => {
    const row = metaCatalogueRow(advertised({ vehicle: { simple_body } }));
    expect('cells' in row && row.cells.body_style).toMatch(/^[A-Z]+$/);
  });
});

describe('a written feed', () => {
  const twins = [advertised(), advertised({ vehicle: { stocknum: 'U101' } })];

  it('PLAT-06 sends each VIN once, and says which vehicle it left out', () => {
    const { vehicles, leftOut } = FEED_FORMATS.google.write(twins);
    expect(vehicles).toBe(1);
    expect(leftOut).toEqual([{ vehicle: 'U101', reasons: ['the same VIN as another vehicle'] }]);
  });

  it('PLAT-06 can be read again, whatever a dealer wrote', () => {
    const odd = { make: 'Rolls\t"Royce"', model: 'A,B;C', colour: 'Red\nand "blue"' };
    const { text } = FEED_FORMATS.google.write([advertised({ vehicle: odd })]);
    const [row] = parseCsv(text, { columns: true, delimiter: '\t' }) as Record<string, string>[];
    expect(row).toMatchObject({ brand: 'Rolls "Royce"', model: 'A,B;C', color: 'Red and "blue"' });
  });

  it('PLAT-06 of the whole stock also holds vehicles without a price, a photo or a VIN', () => {
    const bare = advertised({ price: null, photos: [], vehicle: { vin: undefined, reserved: true } });
    const { text, leftOut } = FEED_FORMATS.json.write([bare]);
    expect(leftOut).toEqual([]);
    expect(JSON.parse(text).vehicles).toMatchObject([
      { price_aud: '', price_type: '', availability: 'reserved', photos: '' },
    ]);
  });

  it('PLAT-06 without vehicles has no rows', () => {
    expect(FEED_FORMATS.csv.write([])).toMatchObject({ vehicles: 0, leftOut: [] });
    expect(JSON.parse(FEED_FORMATS.json.write([]).text)).toEqual({ vehicles: [] });
  });
});
