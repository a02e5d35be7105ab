import * as v from 'valibot';
import { expect, it } from 'vitest';
import { type Review, ReviewsSchema } from '#src/config/sections/business/reviews-section.ts';
import {
  allReviews,
  countText,
  reviewKind,
  reviewSummary,
  shownReviews,
  showsBadge,
} from './dealer-reviews.ts';

const review = (id: string, change: Partial<Review> = {}) => ({
  id,
  customer_name: 'Priya',
  text: 'Good people.',
  rating: 5,
  review_date: '2026-05-01',
  ...change,
});
const config = (settings: object) => v.parse(ReviewsSchema, settings);
const ids = (settings: object) => shownReviews(config(settings)).map(({ id }) => id);

it('CONT-02 twelve reviews are shown unless the dealer says otherwise, newest first', () => {
  const items = Array.from({ length: 20 }, (_, at) =>
    review(`r${at}`, { review_date: `2026-05-${String(at + 1).padStart(2, '0')}` }),
  );
  expect(ids({ items })).toEqual(
    items
      .map(({ id }) => id)
      .reverse()
      .slice(0, 12),
  );
  expect(ids({ items, quantity: 2 })).toEqual(['r19', 'r18']);
});

it('CONT-02 a review hidden by its title is replaced by the next', () => {
  const items = [review('a', { title: 'Off topic' }), review('b'), review('c', { title: 'Fine' })];
  expect(ids({ items, hiddenTitles: ['Off topic'], quantity: 2 })).toEqual(['b', 'c']);
});

it('CONT-02 with reviews hidden there are none', () => {
  expect(ids({ items: [review('a')], hidden: true })).toEqual([]);
});

it('CONT-10 the badge is shown above the minimum, not at it, and never if reviews are hidden', () => {
  const of = (average: number) => ({ average, count: 10 });
  const reviews = config({});
  expect([3.9, 4, 4.01, 4.8].map((average) => showsBadge(reviews, of(average)))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(showsBadge(config({ minimumRating: 4.8 }), of(4.8))).toBe(false);
  expect(showsBadge(config({ hidden: true }), of(5))).toBe(false);
  expect(showsBadge(reviews, undefined)).toBe(false);
});

it('CONT-10 a place has the summary of itself, else of its dealership, else of the site', () => {
  const reviews = config({
    summary: { average_rating: 4.8, count: 429 },
    items: [review('a', { rating: 1 })],
  });
  const [own, shared] = [
    { average_rating: 4.6, review_count: 20 },
    { average_rating: 4.5, review_count: 90 },
  ];
  expect(reviewSummary(reviews, [own, shared])).toEqual({ average: 4.6, count: 20 });
  expect(reviewSummary(reviews, [{}, shared])).toEqual({ average: 4.5, count: 90 });
  expect(reviewSummary(reviews, [{ average_rating: 5, review_count: 0 }, undefined])).toEqual({
    average: 4.8,
    count: 429,
  });
});

it('CONT-10 without a summary it is worked out from the reviews, and without any there is none', () => {
  const items = [review('a', { rating: 5 }), review('b', { rating: 4 })];
  expect(reviewSummary(config({ items }))).toEqual({ average: 4.5, count: 2 });
  expect(reviewSummary(config({}))).toBeUndefined();
});

it('CONT-261 a location has its own reviews and those about no one location', () => {
  const items = [review('a', { location: 'moorooka' }), review('b'), review('c', { location: 'springwood' })];
  const of = (slug: string) => shownReviews(config({ items }), { slug }).map(({ id }) => id);
  expect(of('moorooka')).toEqual(['a', 'b']);
  expect(of('north-lakes')).toEqual(['b']);
  expect(ids({ items })).toEqual(['a', 'b', 'c']);
});

it('CONT-262 all reviews are more than are shown beside other things, and none if they are hidden', () => {
  const items = ['a', 'b', 'c'].map((id) => review(id));
  expect(allReviews(config({ items, quantity: 1 }))).toHaveLength(3);
  expect(allReviews(config({ items, hidden: true }))).toEqual([]);
});

it('CONT-260 a review and a summary name their source', () => {
  expect([reviewKind({ source: 'Google' }), reviewKind({})]).toEqual(['Google review', 'Review']);
  const summary = { average_rating: 4.8, count: 1429, source: 'Google' };
  expect(countText(reviewSummary(config({ summary })) ?? { average: 0, count: 0 })).toBe(
    '1,429 Google reviews',
  );
});
