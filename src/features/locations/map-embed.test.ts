import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Location } from '#src/config/sections/business/locations-section.ts';
import { directionsUrl } from './location-directory.ts';
import { directoryMap, liveMap, mapDirectives, mapEmbedUrl } from './location-maps.ts';

const ADDRESS: Location['address'] = {
  street: '418 Wickham Street',
  city: 'Fortitude Valley',
  state: 'qld',
  postcode: '4006',
  lat: -27.4549,
  long: 153.0402,
};
const EMBED = 'https://maps.example/view?c={lat},{long}&z={zoom}&key={key}';

it('LOC-15 the embed has position, zoom and key in their places', () => {
  expect(mapEmbedUrl({ zoom: 10, embed: EMBED, key: 'a&b' }, ADDRESS)).toBe(
    'https://maps.example/view?c=-27.4549,153.0402&z=10&key=a%26b',
  );
  expect(mapEmbedUrl({ zoom: 14, embed: 'https://m.example/{long}/{lat}' }, ADDRESS)).toBe(
    'https://m.example/153.0402/-27.4549',
  );
});

it('LOC-15 there is no map without a service, a position, or a required key', () => {
  const { lat: _, ...nowhere } = ADDRESS;
  expect(mapEmbedUrl({ zoom: 10 }, ADDRESS)).toBeUndefined();
  expect(mapEmbedUrl({ zoom: 10, embed: EMBED }, ADDRESS)).toBeUndefined();
  expect(mapEmbedUrl({ zoom: 10, embed: EMBED, key: 'k' }, nowhere)).toBeUndefined();
});

it('CFG-23 no key can change the map’s host', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (key, other) => {
      const [one, two] = [key, other].map((each) =>
        mapEmbedUrl({ zoom: 10, embed: EMBED, key: each }, ADDRESS),
      );
      expect(new URL(one ?? '').origin).toBe('https://maps.example');
      expect(new URL(one ?? '').searchParams.get('key')).toBe(key.toWellFormed());
      expect(one === two).toBe(key === other);
    }),
  );
});

it('LOC-13 directions lead to the exact place if its id is known, else to its page, else to its address', () => {
  const place_url = 'https://maps.example/valley';
  const to = (more: Partial<Location['address']>) => directionsUrl({ ...ADDRESS, ...more });
  expect(to({})).toContain('destination=418+Wickham+Street%2C+Fortitude+Valley+QLD+4006');
  expect(to({ place_url })).toBe(place_url);
  const exact = new URL(to({ place_url, place_id: 'ChIJ/1' }));
  expect(exact.searchParams.get('destination_place_id')).toBe('ChIJ/1');
  expect(exact.searchParams.get('destination')).toContain('Wickham');
});

const TILES = 'https://tiles.example/{z}/{x}/{y}.png';
const place = (slug: string, address: object = ADDRESS, more: object = {}) =>
  ({ slug, name: slug, visible: true, address, ...more }) as Location;
const { lat: _lat, ...UNPLACED } = ADDRESS;
const SERVICE = { zoom: 12, origins: [], keys: {} };

it('LOC-270 a map is drawn from tiles or a style, with the key in its place', () => {
  const tiles = {
    ...SERVICE,
    tiles: `${TILES}?k={key}`,
    attribution: 'Maps',
    keys: { north: 'n' },
    key: 'a&b',
  };
  expect(liveMap({ map: tiles }, place('city'))).toEqual({
    kind: 'drawn',
    map: {
      source: {
        kind: 'tiles',
        address: 'https://tiles.example/{z}/{x}/{y}.png?k=a%26b',
        attribution: 'Maps',
      },
      zoom: 12,
      places: [{ name: 'city', town: 'Fortitude Valley', lat: -27.4549, lng: 153.0402, href: '#place-city' }],
    },
  });
  expect(liveMap({ map: tiles }, place('north'))).toMatchObject({
    map: { source: { address: expect.stringMatching(/\?k=n$/) } },
  });
  expect(
    liveMap({ map: { ...SERVICE, style: 'https://style.example/s.json' } }, place('city')),
  ).toMatchObject({
    map: { source: { kind: 'style', address: 'https://style.example/s.json' } },
  });
});

it('LOC-270 a map needs a service, its key and the position', () => {
  expect(liveMap({ map: SERVICE }, place('city'))).toBeUndefined();
  expect(liveMap({ map: { ...SERVICE, tiles: `${TILES}?{key}` } }, place('city'))).toBeUndefined();
  expect(liveMap({ map: { ...SERVICE, tiles: TILES } }, place('city', UNPLACED))).toBeUndefined();
});

it('LOC-272 several listed locations are on one map, where the service can show them', () => {
  const drawn = { map: { ...SERVICE, tiles: TILES } };
  const named = [place('a'), place('b'), place('hidden', ADDRESS, { visible: false }), place('c', UNPLACED)];
  expect(directoryMap(drawn, named)?.places.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(directoryMap(drawn, [place('a')])).toBeUndefined();
  expect(directoryMap({ map: { ...SERVICE, embed: EMBED, key: 'k' } }, named)).toBeUndefined();
});

it('LOC-270 pages allow the hosts of their map alone', () => {
  expect(mapDirectives({ map: SERVICE })).toEqual([]);
  expect(mapDirectives({ map: { ...SERVICE, embed: EMBED } })).toEqual(['frame-src https://maps.example']);
  const { origin } = new URL('https://tiles.example');
  expect(mapDirectives({ map: { ...SERVICE, tiles: TILES } })).toEqual([
    `connect-src ${origin}`,
    `img-src ${origin}`,
  ]);
  const style = {
    ...SERVICE,
    style: 'https://style.example/s.json?k={key}',
    origins: ['https://glyphs.example'],
  };
  expect(mapDirectives({ map: style })[0]).toBe('connect-src https://style.example https://glyphs.example');
});
