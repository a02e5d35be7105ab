import { describe, expect, it } from 'vitest';
import { guessColumns, type SampledColumn } from './guess-columns.ts';

const column = (name: string, ...cells: string[]): SampledColumn => ({ name, cells, filled: 1 });

const fieldsOf = (...columns: SampledColumn[]) =>
  Object.fromEntries(guessColumns(columns).map(({ field, source }) => [field, source]));

describe('the likeliest columns of a feed', () => {
  it('FEED-18 are found by what suppliers call them, in capitals, with marks and inside elements', () => {
    expect(
      fieldsOf(
        column('Stock_No', 'U1'),
        column('vehicle/brand/name', 'Kia'),
        column('Modell', 'Rio'),
        column('@BuildYear', '2019'),
        column('Odometer (km)', '54,200'),
        column('attribute[@name=Colour]', 'Red'),
        column('pricing/amount', '9,990'),
        column('Notes', 'Tidy'),
      ),
    ).toEqual({
      ...{ make: 'vehicle/brand/name', model: 'Modell', year: '@BuildYear', stocknum: 'Stock_No' },
      ...{ price: 'pricing/amount', km: 'Odometer (km)', colour: 'attribute[@name=Colour]' },
      dealercomments: 'Notes',
    });
  });

  it('FEED-18 must hold what the field holds', () => {
    expect(fieldsOf(column('year', 'red', 'blue'), column('Model Year', '2019'))).toEqual({
      year: 'Model Year',
    });
    expect(fieldsOf(column('State', 'Available', 'Sold'))).toEqual({ status: 'State' });
    expect(fieldsOf(column('State', 'QLD', 'NSW'))).toEqual({ state: 'State' });
    expect(fieldsOf(column('Type', 'Sedan', 'Wagon'), column('Body', 'Sedan'))).toMatchObject({
      simple_body: 'Body',
    });
  });

  it('FEED-18 are found by their values, where no name helps', () => {
    const vins = ['6T1BF3EK70X123456', 'JM0KF4WLA00123456', 'KNAPB81ABC7123456'];
    const urls = ['https://a.example/1.jpg', 'https://a.example/2.jpg', 'https://a.example/3.jpg'];
    expect(fieldsOf(column('c7', ...vins), column('c9', ...urls))).toEqual({ vin: 'c7', images: 'c9' });
  });

  it('FEED-18 are numbered columns of photos as one list', () => {
    const photos = ['Photo 10', 'Photo 1', 'Photo 2'].map((name) => column(name, 'https://a.example/1.jpg'));
    expect(fieldsOf(...photos)).toEqual({
      images: { join: ['Photo 1', 'Photo 2', 'Photo 10'], separator: '|' },
    });
  });

  it('FEED-18 are a list of photos with their order', () => {
    const columns = [column('media/href', '["https://a.example/1.jpg"]'), column('media/position', '[1]')];
    expect(fieldsOf(...columns)).toEqual({ images: 'media' });
  });

  it('FEED-18 are the names of features rather than their codes', () => {
    expect(fieldsOf(column('options/code', '["TB"]'), column('options/label', '["Tow bar"]'))).toEqual({
      standardEquipment: 'options/label',
    });
  });

  it('FEED-18 are parts of a title, where make and model have none of their own', () => {
    const title = column('Heading', '2019 Land Rover Defender 110 SE', '2020 Kia Rio');
    expect(Object.keys(fieldsOf(title))).toEqual(['make', 'model', 'year', 'badge']);
    expect(Object.keys(fieldsOf(title, column('Make', 'Kia'), column('Model', 'Rio')))).toEqual([
      'make',
      'model',
    ]);
  });

  it('FEED-18 are prices in cents, if they are too high for dollars', () => {
    expect(fieldsOf(column('price', '2599000', '3899000'))).toEqual({
      price: { column: 'price', unit: 'cents' },
    });
    expect(fieldsOf(column('price', '25990', '389900'))).toEqual({ price: 'price' });
  });

  it('FEED-18 fill each field once, and no field that the settings fill', () => {
    const columns = [column('Make', 'Kia'), column('Brand', 'Kia'), column('Manufacturer', 'Kia')];
    expect(guessColumns(columns)).toHaveLength(1);
    expect(guessColumns(columns, new Set(['make']))).toEqual([]);
  });
});
