import { expect, it } from 'vitest';
import { dropdownLinks, holdsCurrent, isCurrent } from './menu.ts';

const STOCK = { label: 'Stock', items: [{ label: 'Used', href: '/search/used-cars' }] };

it('CFG-09 the entry of the page shown is marked, whatever the query of its link', () => {
  expect(isCurrent('/search/used-cars?body=ute', '/search/used-cars')).toBe(true);
  expect(isCurrent('/search/used-cars', '/search')).toBe(false);
  expect(isCurrent(undefined, '/')).toBe(false);
});

it('CFG-09 a dropdown knows whether the page shown is in it', () => {
  expect(holdsCurrent(STOCK, '/search/used-cars')).toBe(true);
  expect(holdsCurrent(STOCK, '/about-us')).toBe(false);
});

it('CFG-09 an entry that is a link and a dropdown leads its own list once', () => {
  const linked = { ...STOCK, href: '/search' };
  expect(dropdownLinks(linked).map(({ href }) => href)).toEqual(['/search', '/search/used-cars']);
  expect(dropdownLinks({ ...linked, href: '/search/used-cars' })).toEqual(STOCK.items);
  expect(dropdownLinks(STOCK)).toEqual(STOCK.items);
});
