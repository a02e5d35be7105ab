import { expect, it } from 'vitest';
import type { Location, SpecialHours } from '#src/config/sections/business/locations-section.ts';
import { checkedDealer, placesAndWords } from '../../../tests/fixtures/checked-dealer.ts';
import { checkHours } from './location-checks.ts';
import { checkReviews } from './review-checks.ts';

const { dealer, yard } = checkedDealer();
const closed = (date: string, location_id?: string): SpecialHours => ({
  date,
  status: 'Closed',
  location_id,
});
const at = (id: string, special_hours: SpecialHours[]): Location => ({
  ...yard,
  id,
  slug: `yard-${id}`,
  special_hours,
});
const findings = (...locations: Location[]) => placesAndWords(checkHours({ ...dealer, locations }));

it('LOC-14 a special day is listed once for a location', () => {
  expect(
    findings(at('1', [closed('2026-12-25'), closed('2026-12-26')]), at('2', [closed('2026-12-25')])),
  ).toEqual([]);
  expect(findings(at('1', [closed('2026-12-25'), closed('2026-12-26'), closed('2026-12-25')]))).toEqual([
    ['locations.0.special_hours.2.date', '2026-12-25 for location 1 again'],
  ]);
});

it('LOC-14 a special day that names another location counts for that one', () => {
  expect(findings(at('1', [closed('2026-12-25', '2')]), at('2', []))).toEqual([]);
  expect(findings(at('1', [closed('2026-12-25', '2')]), at('2', [closed('2026-12-25')]))).toEqual([
    ['locations.1.special_hours.0.date', '2026-12-25 for location 2 again'],
  ]);
});

it('CFG-03 special hours are for a location of the file', () => {
  expect(findings(at('1', [closed('2026-12-25', '9')]))).toEqual([
    ['locations.0.special_hours.0.location_id', '"9"'],
  ]);
});

it('CONT-261 a review is about a location of the file, or about none', () => {
  const review = { id: 'r', customer_name: 'Priya', text: 'Fine.', rating: 5, review_date: '2026-05-01' };
  const of = (location?: string) =>
    placesAndWords(
      checkReviews({ ...dealer, reviews: { ...dealer.reviews, items: [{ ...review, location }] } }),
    );
  expect([of(), of(yard.slug)]).toEqual([[], []]);
  expect(of('nowhere')).toEqual([['reviews.items.0.location', '"nowhere"']]);
});
