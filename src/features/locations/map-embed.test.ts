import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Location } from '#src/config/sections/business/locations-section.ts';
import { directionsUrl } from './location-directory.ts';
import { mapEmbedUrl } from './location-maps.ts';

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
