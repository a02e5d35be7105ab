import { expect, it } from 'vitest';
import { dropdownLinks } from '#src/config/public/routes/menu.ts';
import { holdsCurrent, isCurrent } from './menu.ts';

const USED = { label: 'Used', href: '/search/used-cars' };
const STOCK = { links: [USED], brands: [] };

it('CFG-09 the entry of the page shown is marked, whatever the query of its link', () => {
  expect(isCurrent('/search/used-cars?body=ute', '/search/used-cars')).toBe(true);
  expect(isCurrent('/search/used-cars', '/search')).toBe(false);
  expect(isCurrent(undefined, '/')).toBe(false);
});

it('CFG-09 a dropdown knows whether the page shown is in it, brands of a mega menu included', () => {
  expect(holdsCurrent(STOCK, '/search/used-cars')).toBe(true);
  expect(holdsCurrent(STOCK, '/about-us')).toBe(false);
  const brand = {
    label: 'Kia',
    href: '/kia/overview',
    logo: undefined,
    more: [{ label: 'In stock', href: '/search/kia' }],
  };
  expect(holdsCurrent({ links: [], brands: [brand] }, '/search/kia')).toBe(true);
});

it('CFG-09 an entry that is a link and a dropdown leads its own list once', () => {
  const paths = (href?: string) => dropdownLinks({ label: 'Stock', href }, [USED]).map((link) => link.href);
  expect(paths('/search')).toEqual(['/search', '/search/used-cars']);
  expect(paths('/search/used-cars')).toEqual(['/search/used-cars']);
  expect(paths()).toEqual(['/search/used-cars']);
});
