import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldKind } from '#src/features/stock/mapping/feed-fields.data.ts';
import { readCell } from './feed-cell.ts';

const read = (kind: FieldKind, text: string) => {
  const cell = readCell(kind, text);
  return 'value' in cell ? cell.value : 'refused';
};

describe('a feed cell', () => {
  it.each([
    ['dollars', '32990', 3_299_000],
    ['dollars', '$32,990', 3_299_000],
    ['dollars', 'AUD 32 990.50', 3_299_050],
    ['dollars', '20k', 'refused'],
    ['dollars', '$1.2m', 'refused'],
    ['dollars', '20,000 - 25,000', 'refused'],
    ['dollars', '29,9', 'refused'],
    ['dollars', '-500', 'refused'],
    ['dollars', 'call us', 'refused'],
    ['number', '201,123 km', 201_123],
    ['number', '0', 0],
    ['number', '45k', 'refused'],
    ['number', '45.5', 'refused'],
    ['number', '10000-20000', 'refused'],
    ['count', ' 5 Doors'.trim(), 5],
    ['count', '0', undefined],
    ['consumption', '9.5 L / 100 km', 9.5],
    ['consumption', '7.1L/100km (combined)', 7.1],
    ['consumption', '0 L / 100 km', undefined],
    ['consumption', '9,5', 'refused'],
    ['consumption', '14 km/L', 'refused'],
    ['odometer', '62,000 miles', 99_779],
    ['odometer', '62,000 Kms.', 62_000],
    ['odometer', '62,000', 62_000],
    ['odometer', '123,456 klms', 123_456],
    ['odometer', '45,000 kilometers travelled', 45_000],
    ['distance', '450 km range', 450],
    ['consumption', '7.1 L/100km ADR', 7.1],
    ['mass', '3,500 kg towing', 3500],
    ['mass', '3500 (braked)', 3500],
    ['length', '4,800mm long', 4800],
    ['litres', '2.0T', 2],
    ['litres', '3.0 V6', 3],
    ['litres', '2.0 Turbo Diesel', 2],
    ['reserved', '0.0', false],
    ['reserved', '1.0', true],
    ['odometer', '0', 0],
    ['odometer', '62,000 m', 'refused'],
    ['odometer', '45k', 'refused'],
    ['odometer', '45.5', 'refused'],
    ['distance', '300 mi', 483],
    ['distance', '0 km', undefined],
    ['feet', '20.5', 20.5],
    ['feet', '20 ft', 20],
    ['feet', '6.2 m', 20.34],
    ['feet', '6250mm', 20.51],
    ['feet', `20'6"`, 20.5],
    ['feet', '20 ft 6 in', 20.5],
    ['feet', '20 kg', 'refused'],
    ['length', '4.53 m', 4530],
    ['length', '453cm', 4530],
    ['length', '4530', 4530],
    ['length', '4530 m/s', 'refused'],
    ['mass', '1.9 t', 1900],
    ['mass', '2.5 tonne', 2500],
    ['mass', '3,500 kg (braked)', 3500],
    ['mass', '3500', 3500],
    ['mass', '4200 lbs', 'refused'],
    ['volume', '80 Litres', 80],
    ['volume', '21 gal', 'refused'],
    ['cc', '2982cc', 2982],
    ['cc', '3.0 L', 3000],
    ['cc', '350 ci', 'refused'],
    ['litres', '350 ci', 'refused'],
    ['litres', '2.5L Turbo Diesel', 2.5],
    ['litres', '2.5 L', 2.5],
    ['litres', '2,982', 3],
    ['litres', '2982cc', 3],
    ['litres', '1 998 ccm', 2],
    ['litres', '125 cc', 0.125],
    ['litres', '0', undefined],
    ['litres', '1.8 cc', 1.8],
    ['litres', '31', 'refused'],
    ['litres', '0.01', 'refused'],
    ['litres', '40', 0.04],
    ['litres', '49 cc', 0.049],
    ['litres', '30', 30],
    ['litres', '30,100', 'refused'],
    ['postcode', '800', '0800'],
    ['postcode', '822', '0822'],
    ['postcode', '4151', '4151'],
    ['postcode', '0800', '0800'],
    ['postcode', '199', '199'],
    ['body', 'Dual Cab', 'ute'],
    ['body', 'Crew Cab Utility', 'ute'],
    ['body', 'Single Cab Chassis', 'cabChassis'],
    ['body', 'Liftback', 'hatchback'],
    ['boolean', 'Yes', true],
    ['boolean', '0', false],
    ['boolean', 'maybe', 'refused'],
    ['date', '31/3/2027', '2027-03-31'],
    ['date', '2027-03-31T10:00:00Z', '2027-03-31'],
    ['date', '31/02/2027', 'refused'],
    ['date', '2027-02-31', 'refused'],
    ['date', '03-31-27', 'refused'],
    ['text', 'Black  Cloth', 'Black Cloth'],
    ['prose', 'One\n\nTwo', 'One\n\nTwo'],
    ['body', 'Ute / Tray', 'ute'],
    ['body', 'Spaceship', 'refused'],
    ['body', 'constructor', 'refused'],
    ['drive', '2WD', 'refused'],
    ['state', 'AU-VIC', 'vic'],
    ['structure', 'lots', 'refused'],
  ] as const)('PLAT-03 of %s %j gives %j', (kind, text, value) => {
    expect(read(kind, text)).toEqual(value);
  });

  it('PLAT-03 a displacement read as cc is a warning', () => {
    expect(readCell('litres', '2,982')).toMatchObject({
      doubt: { expected: 'litres; 2,982 was taken for cc and stored as 3 L' },
    });
    expect(readCell('litres', '1.8 cc')).toMatchObject({
      doubt: { expected: 'litres; 1.8 cc is too little for cc and was stored as 1.8 L' },
    });
    expect(readCell('litres', '16.1 L')).toEqual({ value: 16.1 });
  });

  it('PLAT-03 lists are separated by | or ;, JSON items keep theirs', () => {
    expect(read('list', 'Leather; Sunroof |Tow bar|')).toEqual(['Leather', 'Sunroof', 'Tow bar']);
    expect(read('list', '["Leather; heated","Sunroof"]')).toEqual(['Leather; heated', 'Sunroof']);
  });

  it('PLAT-03 pictures are ids of stored originals, with or without alt text', () => {
    expect(read('images', 'p-1|p-2')).toEqual([{ id: 'p-1' }, { id: 'p-2' }]);
    expect(read('images', '[{"id":"p-1","alt":"Front"}]')).toEqual([{ id: 'p-1', alt: 'Front' }]);
    expect(read('images', 'P 1')).toBe('refused');
  });

  it('CFG-22 pictures are addresses too, with any separator', () => {
    const one = 'https://pictures.example/a.jpg?size=1,2;3';
    const two = 'http://pictures.example/b.jpg';
    const both = [one, two].map((address) => ({ id: 'awaited', address }));
    for (const separator of ['|', ' | ', ';', ',', ', ', '; ', ' ', '\n']) {
      expect(read('images', one + separator + two)).toEqual(both);
    }
    expect(read('images', JSON.stringify([one, { url: two, alt: 'Rear' }]))).toEqual([
      both[0],
      { ...both[1], alt: 'Rear' },
    ]);
    expect(read('images', `p-1|${two}#top`)).toEqual([{ id: 'p-1' }, both[1]]);
  });

  it.each([
    'ftp://pictures.example/1.jpg',
    'https://user:word@pictures.example/1.jpg',
    'https://',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    '[{"id":"p-1","address":"http://127.0.0.1/"}]',
  ])('CFG-22 %s is no picture', (text) => {
    expect(read('images', text)).toBe('refused');
  });

  it('CFG-22 a space inside an address is encoded, and an escaped ampersand decoded', () => {
    const addresses = (text: string) =>
      (read('images', text) as { address: string }[]).map(({ address }) => address);
    expect(addresses('https://img.example/front view.jpg|https://img.example/rear.jpg')).toEqual([
      'https://img.example/front%20view.jpg',
      'https://img.example/rear.jpg',
    ]);
    expect(addresses('https://img.example/img?w=1&amp;h=2,https://img.example/3 d.jpg')).toEqual([
      'https://img.example/img?w=1&h=2',
      'https://img.example/3%20d.jpg',
    ]);
    expect(addresses('["https://img.example/img?w=1&#38;h=2"]')).toEqual(['https://img.example/img?w=1&h=2']);
  });

  it.each(['|', ';', ',', '; ', '\n'])(
    'CFG-22 of pictures separated by %j the good ones stay',
    (separator) => {
      const cell = readCell(
        'images',
        `https://a.example/a.jpg${separator}noimage.jpg${separator}https://a.example/b.jpg`,
      );
      expect(cell).toMatchObject({
        value: [{ address: 'https://a.example/a.jpg' }, { address: 'https://a.example/b.jpg' }],
        flaws: [{ written: 'noimage.jpg' }],
      });
    },
  );

  it('CFG-22 pictures are objects with their address under the key of the supplier, in the order they state', () => {
    const cell = readCell(
      'images',
      '[{"url":"https://a.example/2.jpg","order":2},{"url":"https://a.example/1.jpg","order":"1","id":77,"alt":"Front"},{"order":3}]',
    );
    expect(cell).toMatchObject({
      value: [
        { id: 'awaited', address: 'https://a.example/1.jpg', alt: 'Front' },
        { id: 'awaited', address: 'https://a.example/2.jpg' },
      ],
      flaws: [{ written: '{"order":3}' }],
    });
    expect(read('images', '[{"src":"https://a.example/1.jpg"}]')).toHaveLength(1);
  });

  it('VDP-03 a spin with a frame that cannot be read is none', () => {
    expect(read('frames', 'f-1|f-2')).toEqual([{ id: 'f-1' }, { id: 'f-2' }]);
    expect(read('frames', 'f-1|F 2')).toBe('refused');
  });

  it.each([
    ['body', 'Sport Utility', 'suv'],
    ['body', 'Sports Utility Vehicle', 'suv'],
    ['body', 'SUV, Crossover', 'suv'],
    ['body', 'SUV/Geländewagen/Pickup', 'suv'],
    ['body', 'Crew Cab Pickup', 'ute'],
    ['body', 'Mini-van, Passenger', 'peopleMover'],
    ['body', 'Coupé', 'coupe'],
    ['body', 'Limousine', 'sedan'],
    ['body', 'Kombi', 'stationWagon'],
    ['body', 'PICKUP', 'ute'],
    ['body', 'Truck', 'refused'],
    ['transmission', 'Constantly Variable Transmission', 'Automatic'],
    ['transmission', 'Sports Automatic Dual Clutch', 'Automatic'],
    ['transmission', 'Schaltgetriebe', 'Manual'],
    ['fuel', 'Gasoline', 'Petrol'],
    ['fuel', 'Petrol - Unleaded ULP', 'Petrol'],
    ['fuel', 'Hybrid with Petrol - Premium', 'Hybrid'],
    ['fuel', 'PLUGIN_HYBRID', 'Hybrid'],
    ['fuel', 'Elektro', 'Electric'],
    ['fuel', 'Gas', 'refused'],
    ['drive', 'All-wheel drive (AWD)', 'AWD'],
    ['drive', '4x4 Dual Range', '4WD'],
    ['car_type', 'CPO', 'used'],
    ['car_type', 'Gebraucht', 'used'],
    ['status', 'AVAILABLE', 'in_stock'],
    ['make', 'Citroën', 'Citroen'],
    ['make', 'MERCEDES BENZ', 'Mercedes-Benz'],
    ['make', 'Mini', 'Mini'],
    ['make', 'Yard Special', 'Yard Special'],
  ] as const)('PLAT-24 the %s of a supplier %j is %s', (kind, text, value) => {
    expect(read(kind, text)).toBe(value);
  });

  it('SRCH-28 amounts inside lender, broker and market data become cents, rates stay', () => {
    expect(read('lenders', '{"Taurus":{"interestRate":7.5,"paymentWeek":128.4}}')).toEqual({
      Taurus: { interestRate: 7.5, paymentWeek: 12_840 },
    });
    expect(read('structure', '{"weeklyRepaymentAmount":128.4,"advertisedRate":7.5}')).toEqual({
      weeklyRepaymentAmount: 12_840,
      advertisedRate: 7.5,
    });
  });

  it('PLAT-03 whole dollars are read in any format', () => {
    fc.assert(
      fc.property(fc.nat(9_999_999), (dollars) => {
        const grouped = dollars.toLocaleString('en-AU');
        for (const text of [String(dollars), grouped, `$${grouped}`, grouped.replaceAll(',', ' ')])
          expect(read('dollars', text)).toBe(dollars * 100);
      }),
    );
  });

  it('PLAT-03 any cell is read or refused and never throws', () => {
    const kinds: FieldKind[] = [
      'dollars',
      'number',
      'odometer',
      'feet',
      'consumption',
      'date',
      'list',
      'images',
      'structure',
      'fuel',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.oneof(fc.string(), fc.json()), (kind, text) => {
        expect(readCell(kind, text)).toBeTypeOf('object');
      }),
    );
  });
});
