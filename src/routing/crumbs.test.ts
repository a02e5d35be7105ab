import { expect, it } from 'vitest';
import { breadcrumbJsonLd } from './crumbs.ts';

it('NAV-11 search engines are given the way home with full addresses, counted from one', () => {
  const crumbs = [
    { name: 'Home', path: '/' },
    { name: 'Locations', path: '/dealer-locator' },
  ];
  expect(breadcrumbJsonLd(crumbs, 'https://a.example')).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1, name: 'Home', item: 'https://a.example/' },
      { position: 2, name: 'Locations', item: 'https://a.example/dealer-locator' },
    ],
  });
});
