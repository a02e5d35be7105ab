import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Location } from '#src/config/sections/business/locations-section.ts';
import { DRAWN_MAP, mapPins, mapScale } from './location-maps.ts';

const at = (slug: string, city: string, lat?: number, long?: number, street = slug) =>
  ({ slug, address: { street, city, lat, long } }) as unknown as Location;

it('LOC-02 towns lie as on a map: north is up, east is right, one pin a town', () => {
  const pins = mapPins([
    at('lakes', 'North Lakes', -27.2247, 153.0175),
    at('valley', 'Valley', -27.4549, 153.0402),
    at('service', 'Valley', -27.4545, 153.0407),
    at('wood', 'Springwood', -27.6127, 153.1277),
  ]);
  expect(pins.map(({ name, slugs }) => [name, ...slugs])).toEqual([
    ['North Lakes', 'lakes'],
    ['Valley', 'valley', 'service'],
    ['Springwood', 'wood'],
  ]);
  const [lakes, valley, wood] = pins;
  expect([lakes, valley, wood].map((pin) => pin?.y)).toEqual([40, 111, 160]);
  expect(lakes && valley && wood && lakes.x < valley.x && valley.x < wood.x).toBe(true);
});

it('LOC-02 in a single town the pins are its addresses', () => {
  const pins = mapPins([
    at('sales', 'Heatherbrae', -32.7893, 151.7331, '2318 Pacific Highway'),
    at('parts', 'Heatherbrae', -32.7893, 151.7331, '2318 Pacific Highway'),
    at('workshop', 'Heatherbrae', -32.7921, 151.7302, '9 Griffin Street'),
  ]);
  expect(pins.map(({ name, slugs }) => [name, ...slugs])).toEqual([
    ['2318 Pacific Highway', 'sales', 'parts'],
    ['9 Griffin Street', 'workshop'],
  ]);
});

it('LOC-02 there is no map of one address, or of places without a position', () => {
  expect(mapPins([at('a', 'A', -27, 153, '1 High Street'), at('b', 'A', -27, 153, '1 High Street')])).toEqual(
    [],
  );
  expect(mapPins([at('a', 'A'), at('b', 'B', -27, 153)])).toEqual([]);
});

it('LOC-02 every pin is within the drawing, wherever in Australia the towns are', () => {
  const place = fc.tuple(
    fc.double({ min: -44, max: -9, noNaN: true }),
    fc.double({ min: 96, max: 168, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(place, { minLength: 2, maxLength: 9 }), (points) => {
      for (const { x, y } of mapPins(points.map(([lat, long], n) => at(`p${n}`, `Town ${n}`, lat, long)))) {
        expect(x).toBeGreaterThanOrEqual(DRAWN_MAP.inset);
        expect(x).toBeLessThanOrEqual(DRAWN_MAP.width - DRAWN_MAP.inset);
        expect(y).toBeGreaterThanOrEqual(DRAWN_MAP.inset);
        expect(y).toBeLessThanOrEqual(DRAWN_MAP.height - DRAWN_MAP.inset);
      }
    }),
  );
});

it.each([
  ['towns 43 km apart', [-27.2247, 153.0175], [-27.6127, 153.1277], { length: 56, text: '20 km' }],
  ['streets 400 m apart', [-32.7893, 151.7331], [-32.7921, 151.7302], { length: 77, text: '200 m' }],
] as const)('LOC-02 the map of %s has a scale in round numbers', (_, [lat, long], other, scale) => {
  expect(mapScale([at('a', 'A', lat, long), at('b', 'B', ...other)])).toEqual(scale);
});

it('LOC-02 a map without a distance has no scale', () => {
  expect(mapScale([at('a', 'A', -27, 153), at('b', 'B', -27, 153)])).toBeUndefined();
  expect(mapScale([at('a', 'A')])).toBeUndefined();
});
