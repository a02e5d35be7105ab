import type { Review } from '#src/config/sections/reviews.ts';
import { DAY_MS } from '../duration.ts';
import { formatDate } from '../vehicle/display-text.ts';

/** Longest first, with the fewest days it is said from. */
const UNITS = [
  { unit: 'year', days: 365 },
  { unit: 'month', days: 30 },
  { unit: 'week', days: 7 },
  { unit: 'day', days: 1 },
] as const;

const AGO = new Intl.RelativeTimeFormat('en-AU', { numeric: 'auto' });

/** CONT-10: "2 months ago"; "today" for a day to come, because the reader's clock may be behind. */
export function formatTimeAgo(day: string, today: string): string {
  const days = Math.max(0, Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS));
  const { unit, days: length } = UNITS.find((each) => days >= each.days) ?? { unit: 'day', days: 1 };
  return AGO.format(-Math.floor(days / length), unit);
}

type Dated = Pick<Review, 'review_date' | 'review_date_in_words' | 'created_at_time_ago_in_words'>;

/** CONT-10: the day of a review and how long ago it was; a dealer's own words come first. */
export const formatReviewDate = (review: Dated, today: string) => ({
  day: review.review_date_in_words ?? formatDate(review.review_date),
  ago: review.created_at_time_ago_in_words ?? formatTimeAgo(review.review_date, today),
});
