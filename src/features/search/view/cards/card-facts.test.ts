import { expect, it } from 'vitest';
import { distanceText } from './CardFacts.tsx';

it.each([
  [0, 'less than 1 km away'],
  [1, '1 km away'],
  [1234, '1,234 km away'],
])('LOC-11 a card of a vehicle %i km away says so', (distance_km, text) => {
  expect(distanceText({ distance_km })).toBe(text);
});

it('LOC-11 a card says no distance where the search names no place', () => {
  expect(distanceText({})).toBeNull();
});
