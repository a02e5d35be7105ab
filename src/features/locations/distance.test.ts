import { expect, it } from 'vitest';
import { distanceKm } from './distance.ts';
import { postcodeCentroid } from './postcode-centroid.ts';

const BRISBANE = { lat: -27.4698, lng: 153.0251 };
const SYDNEY = { lat: -33.8688, lng: 151.2093 };
const PERTH = { lat: -31.9523, lng: 115.8613 };

it.each([
  ['Brisbane to Sydney', BRISBANE, SYDNEY, 731],
  ['Brisbane to Perth', BRISBANE, PERTH, 3606],
  ['a quarter of the equator', { lat: 0, lng: 0 }, { lat: 0, lng: 90 }, 10_007.5],
  ['pole to pole', { lat: 90, lng: 0 }, { lat: -90, lng: 120 }, 20_015.1],
  ['nowhere', BRISBANE, BRISBANE, 0],
])('LOC-11 the great circle from %s', (_, from, to, km) => {
  expect(Math.abs(distanceKm(from, to) - km)).toBeLessThan(km * 0.002 + 0.01);
  expect(distanceKm(to, from)).toBeCloseTo(distanceKm(from, to), 9);
});

it('LOC-11 a postcode has a middle, and one that is nowhere has none', () => {
  const toowoomba = postcodeCentroid('4350');
  expect(toowoomba && distanceKm(toowoomba, { lat: -27.5606, lng: 151.9539 })).toBeLessThan(5);
  const sydney = postcodeCentroid('2000');
  expect(sydney && distanceKm(sydney, SYDNEY)).toBeLessThan(2);
  expect(postcodeCentroid('0800')).toBeDefined();
  for (const nowhere of ['0000', '9998', '435', '43500', 'abcd', '', '__proto__'])
    expect(postcodeCentroid(nowhere), nowhere).toBeUndefined();
});
