import { expect, it } from 'vitest';
import { schemaOrgProblems } from '../../../tests/fixtures/schema-org.ts';
import { breadcrumbJsonLd } from './site-routes.ts';

it('NAV-11 breadcrumbs for search engines have full addresses, counted from one', () => {
  const crumbs = [
    { name: 'Home', path: '/' },
    { name: 'Locations', path: '/dealer-locator' },
  ];
  const list = breadcrumbJsonLd(crumbs, 'https://a.example');
  expect(schemaOrgProblems(list)).toEqual([]);
  expect(list).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1, name: 'Home', item: { '@id': 'https://a.example/' } },
      { position: 2, name: 'Locations', item: { '@id': 'https://a.example/dealer-locator' } },
    ],
  });
});
