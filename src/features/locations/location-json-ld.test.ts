import { expect, it } from 'vitest';
import type { Location } from '#src/config/sections/business/locations-section.ts';
import { schemaOrgProblems } from '../../../tests/fixtures/schema-org.ts';
import { locationJsonLd } from './location-page-content.ts';

const LOCATION = {
  name: 'Valley',
  slug: 'valley',
  location_type: 'sales',
  phone: '07 5550 0110',
  address: { street: '418 Wickham Street', city: 'Fortitude Valley', state: 'qld', postcode: '4006' },
  opening_hours: [
    { weekday: 0, status: 'Closed' },
    { weekday: 1, status: 'Open', open: '08:30', close: '17:30' },
  ],
  special_hours: [
    { date: '2026-12-24', status: 'Open', hours: { begin: '08:30', end: '13:00' } },
    { date: '2026-12-25', status: 'Closed' },
  ],
} as unknown as Location;

const SITE = { origin: 'https://dealer.example', name: 'Dealer', path: '/our-location/valley' };

it('LOC-14 structured data has the open days, and special days in both shapes', () => {
  expect(locationJsonLd(LOCATION, SITE)).toMatchObject({
    '@type': 'AutoDealer',
    url: 'https://dealer.example/our-location/valley',
    address: { addressRegion: 'QLD', postalCode: '4006' },
    openingHoursSpecification: [{ dayOfWeek: 'https://schema.org/Monday', opens: '08:30', closes: '17:30' }],
    specialOpeningHoursSpecification: [
      { validFrom: '2026-12-24', opens: '08:30', closes: '13:00' },
      { validFrom: '2026-12-25', opens: '00:00', closes: '00:00' },
    ],
  });
});

it('LOC-13 LOC-14 structured data follows schema.org, for a dealer and a workshop', () => {
  const full = {
    ...{ ...LOCATION, landline_phone: '07 3550 0110' },
    image: { image: { url: '/pictures/valley.webp', alt: '' } },
    address: { ...LOCATION.address, lat: -27.45, long: 153.03 },
  };
  for (const location of [LOCATION, full, { ...full, location_type: 'service' as const }])
    expect(schemaOrgProblems(locationJsonLd(location, SITE))).toEqual([]);
});

it.each(['qld', 'nsw'] as const)('LOC-13 structured data names the state: %s', (state) => {
  const moved = { ...LOCATION, address: { ...LOCATION.address, state } };
  expect(locationJsonLd(moved, SITE)).toMatchObject({ address: { addressRegion: state.toUpperCase() } });
});

it('CONT-263 structured data has no rating of the business, though its page shows one', () => {
  const rated = { ...LOCATION, average_rating: 4.8, review_count: 188 };
  expect(JSON.stringify(locationJsonLd(rated, SITE))).not.toMatch(/rating|review/i);
});

it('LOC-12 a workshop is not marked as a dealer for search engines', () => {
  const workshop = { ...LOCATION, location_type: 'service-and-parts' as const };
  expect(locationJsonLd(workshop, SITE)).toMatchObject({ '@type': 'AutoRepair' });
});

it('LOC-13 structured data has both numbers and the picture where there are two and one', () => {
  expect(locationJsonLd(LOCATION, SITE)).toMatchObject({ telephone: '07 5550 0110' });
  expect(locationJsonLd(LOCATION, SITE)).not.toHaveProperty('image');
  const known = {
    ...LOCATION,
    landline_phone: '07 3550 0110',
    image: { image: { url: '/pictures/valley.webp', alt: '' } },
  };
  expect(locationJsonLd(known, SITE)).toMatchObject({
    telephone: ['07 5550 0110', '07 3550 0110'],
    image: 'https://dealer.example/pictures/valley.webp',
  });
});
