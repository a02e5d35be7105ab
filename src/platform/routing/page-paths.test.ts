import { expect, it } from 'vitest';
import { configured } from '../../../tests/fixtures/configured.ts';
import { brandStockPath, stockedModel, stockPath } from './page-paths.ts';
import { resolveAddress } from './resolve-address.ts';

it.each([
  ['Porsche', 'Porsche 911', '911'],
  ['Mercedes-Benz', 'Mercedes Benz C-Class', 'C-Class'],
  ['Isuzu UTE', 'MU-X', 'MU-X'],
  ['Mini', 'Mini', 'Mini'],
  ['Land Rover', 'Landmark', 'Landmark'],
])('CONT-07 the stock of %s has the model "%s" as %s', (make, name, model) => {
  expect(stockedModel({ make, name })).toBe(model);
});

it('CONT-07 the page of the Porsche 911 links to the stock of the 911', () => {
  expect(stockPath('Porsche', stockedModel({ make: 'Porsche', name: 'Porsche 911' }))).toBe(
    '/search/porsche/911',
  );
});

it('CONT-01 a certified programme leads to certified used cars, any other brand to its make', () => {
  expect(brandStockPath({ title: 'Toyota', certified: false })).toBe('/search/toyota');
  expect(brandStockPath({ title: 'Our Certified', certified: true })).toBe(
    '/search/used-cars?certified=true',
  );
  expect(brandStockPath({ title: 'Our Certified', make: 'Kia', certified: true })).toBe(
    '/search/used-cars?certified=true&make=Kia',
  );
});

it('CFG-08 saved vehicles have a page only if some vehicle has a heart', () => {
  const kindOf = (settings: Record<string, unknown>) =>
    resolveAddress(configured(settings), { pathname: '/saved-cars', search: '' }).kind;
  expect(kindOf({})).toBe('page');
  expect(kindOf({ 'card.favourites': false })).toBe('unknown');
  expect(
    kindOf({ 'dealerships.0.switches.favourites': false, 'dealerships.1.switches.favourites': false }),
  ).toBe('unknown');
});
