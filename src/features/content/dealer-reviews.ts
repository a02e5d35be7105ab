import type { Dealership, Location } from '#src/config/sections/business/locations-section.ts';
import type { Review, ReviewsConfig } from '#src/config/sections/business/reviews-section.ts';
import { formatDate } from '#src/features/vehicle/text/display-text.ts';
import { formatNumber } from '#src/platform/number/number-format.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';

/** CONT-10: an average of 0 to 5 and the number of reviews. */
type ReviewSummary = { average: number; count: number; source?: string | undefined };

type Rated = Pick<Location | Dealership, 'average_rating' | 'review_count'>;

function ratingOf({ average_rating: average, review_count: count }: Rated): ReviewSummary | undefined {
  return average === undefined || !count ? undefined : { average, count };
}

function averageOf(items: readonly Review[]): ReviewSummary | undefined {
  const sum = items.reduce((total, { rating }) => total + rating, 0);
  return items.length === 0 ? undefined : { average: sum / items.length, count: items.length };
}

/**
 * The first summary found: of a location, its dealership, or the site.
 * @param places most specific first
 */
export function reviewSummary(
  reviews: ReviewsConfig,
  places: readonly (Rated | undefined)[] = [],
): ReviewSummary | undefined {
  for (const place of places) {
    const own = place && ratingOf(place);
    if (own) return own;
  }
  const { summary, items } = reviews;
  return summary
    ? { average: summary.average_rating, count: summary.count, source: summary.source }
    : averageOf(items);
}

/** CONT-10: only above the minimum, and never if reviews are hidden. */
export const showsBadge = (
  { hidden, minimumRating }: Pick<ReviewsConfig, 'hidden' | 'minimumRating'>,
  summary: ReviewSummary | undefined,
): summary is ReviewSummary => !hidden && summary !== undefined && summary.average > minimumRating;

type Place = Pick<Location, 'slug'>;

/** CONT-02: newest first, without those hidden by title. */
export function allReviews({ hidden, items, hiddenTitles }: ReviewsConfig): Review[] {
  if (hidden) return [];
  return items
    .filter(({ title }) => title === undefined || !hiddenTitles.includes(title))
    .toSorted((a, b) => b.review_date.localeCompare(a.review_date));
}

/** CONT-02, CONT-261: at most `quantity`; of a location those about it and those about no one location. */
export const shownReviews = (reviews: ReviewsConfig, place?: Place): Review[] =>
  allReviews(reviews)
    .filter(({ location }) => !place || location === undefined || location === place.slug)
    .slice(0, reviews.quantity);

/** CONT-260: "Google review"; without a source "Review". */
export const reviewKind = ({ source }: Pick<Review, 'source'>): string =>
  source === undefined ? 'Review' : `${source} review`;

/** "429 Google reviews" */
export const countText = ({ count, source }: ReviewSummary): string =>
  [formatNumber(count), source, count === 1 ? 'review' : 'reviews'].filter(Boolean).join(' ');

/** Longest first, with their minimum number of days. */
const UNITS = [
  { unit: 'year', days: 365 },
  { unit: 'month', days: 30 },
  { unit: 'week', days: 7 },
  { unit: 'day', days: 1 },
] as const;

const AGO = new Intl.RelativeTimeFormat('en-AU', { numeric: 'auto' });

/** CONT-10: "2 months ago"; "today" for future dates, because the reader's clock may be behind. */
export function formatTimeAgo(day: string, today: string): string {
  const days = Math.max(0, Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS));
  const { unit, days: length } = UNITS.find((each) => days >= each.days) ?? { unit: 'day', days: 1 };
  return AGO.format(-Math.floor(days / length), unit);
}

type Dated = Pick<Review, 'review_date' | 'review_date_in_words' | 'created_at_time_ago_in_words'>;

/** CONT-10: date and age of a review; the dealer's own text takes precedence. */
export const formatReviewDate = (review: Dated, today: string) => ({
  day: review.review_date_in_words ?? formatDate(review.review_date),
  ago: review.created_at_time_ago_in_words ?? formatTimeAgo(review.review_date, today),
});

export const STARS = 5;
/** CONT-02: maximum number of full stars; the next one is partial. */
const MAX_FULL = 4;

/** Fill of each star, 0 to 1, for a rating of 0 to 5: 4.8 → 1, 1, 1, 1, 0.8. */
export function starFills(rating: number): { share: number; isPartial: boolean }[] {
  const full = Math.min(MAX_FULL, Math.floor(rating));
  const part = Math.min(1, rating - full);
  return Array.from({ length: STARS }, (_, at) => {
    if (at < full) return { share: 1, isPartial: false };
    return at === full && part > 0 ? { share: part, isPartial: true } : { share: 0, isPartial: false };
  });
}

/** `4.8`, `5.0` */
export const ratingText = (rating: number): string => rating.toFixed(1);

/** Path of a star in a viewBox of 24. */
const STAR = 'M12 2.5l2.9 6.2 6.6.8-4.9 4.6 1.3 6.7-5.9-3.4-5.9 3.4 1.3-6.7-4.9-4.6 6.6-.8z';
export const STAR_EDGE = 24;
/** Horizontal distance between stars. */
export const STAR_STEP = 26.4;
/** Path of a row of stars. */
export const STAR_ROW = STAR + `m${STAR_STEP} 0${STAR.slice(STAR.indexOf('l'))}`.repeat(STARS - 1);
