import { expect, it } from 'vitest';
import { formatReviewDate, formatTimeAgo } from './dealer-reviews.ts';

it.each([
  ['2026-11-25', 'today'],
  ['2026-11-26', 'today'],
  ['2026-11-24', 'yesterday'],
  ['2026-11-20', '5 days ago'],
  ['2026-11-18', 'last week'],
  ['2026-09-21', '2 months ago'],
  ['2025-11-20', 'last year'],
  ['2023-01-01', '3 years ago'],
])('CONT-10 a review of %s is from %s', (day, words) => {
  expect(formatTimeAgo(day, '2026-11-25')).toBe(words);
});

it('CONT-10 a dealer’s own words of a day come before ours', () => {
  const review = { review_date: '2026-09-21' };
  expect(formatReviewDate(review, '2026-11-25')).toEqual({ day: '21 September 2026', ago: '2 months ago' });
  const own = { ...review, review_date_in_words: 'Spring', created_at_time_ago_in_words: 'a while ago' };
  expect(formatReviewDate(own, '2026-11-25')).toEqual({ day: 'Spring', ago: 'a while ago' });
});
