import { expect, it } from 'vitest';
import { dropdownLinks, holdsCurrent, isCurrent, needsOwnLine } from './site-menus.ts';

const USED = { label: 'Used', href: '/search/used-cars' };
const STOCK = { label: 'Stock', href: undefined, links: [USED], brands: [] };

it('CFG-09 the entry of the page shown is marked, and none that leads to a part of it', () => {
  expect(isCurrent('/search/used-cars', '/search/used-cars')).toBe(true);
  expect(isCurrent('/search/used-cars', '/search/used-cars?page=2')).toBe(true);
  expect(isCurrent('/search/used-cars?body=ute', '/search/used-cars')).toBe(false);
  expect(isCurrent('/search/used-cars?body=ute', '/search/used-cars?body=ute')).toBe(true);
  expect(isCurrent('/search/used-cars', '/search')).toBe(false);
  expect(isCurrent(undefined, '/')).toBe(false);
});

it('CFG-09 a dropdown knows whether the page shown is in it, also among its brands', () => {
  expect(holdsCurrent(STOCK, '/search/used-cars')).toBe(true);
  expect(holdsCurrent(STOCK, '/about-us')).toBe(false);
  const brands = [{ title: 'Used', logo: undefined, links: [USED] }];
  expect(holdsCurrent({ ...STOCK, links: [], brands }, '/search/used-cars')).toBe(true);
  expect(holdsCurrent({ ...STOCK, href: '/search' }, '/search')).toBe(true);
});

it('CFG-09 an entry that is a link and a dropdown is first in its own list, once', () => {
  const linked = { ...STOCK, href: '/search' };
  expect(dropdownLinks(linked).map(({ href }) => href)).toEqual(['/search', '/search/used-cars']);
  expect(dropdownLinks({ ...linked, href: '/search/used-cars' })).toEqual([USED]);
  expect(dropdownLinks(STOCK)).toEqual([USED]);
});

it('CFG-09 few entries are beside the name, many or long ones in a separate line', () => {
  const entries = (count: number, label: string) =>
    Array.from({ length: count }, () => ({ ...STOCK, label }));
  expect(needsOwnLine(entries(5, 'Our Stock'))).toBe(true);
  expect(needsOwnLine(entries(5, 'Stock'))).toBe(false);
  expect(needsOwnLine([])).toBe(false);
});
