import type { Dealership, Location } from '#src/config/sections/locations.ts';
import type { Review, ReviewsConfig } from '#src/config/sections/reviews.ts';

/** CONT-10: an average of 0 to 5 and the number of reviews. */
export type ReviewSummary = { average: number; count: number };

type Rated = Pick<Location | Dealership, 'average_rating' | 'review_count'>;

function ratingOf({ average_rating: average, review_count: count }: Rated): ReviewSummary | undefined {
  return average === undefined || !count ? undefined : { average, count };
}

function averageOf(items: readonly Review[]): ReviewSummary | undefined {
  const sum = items.reduce((total, { rating }) => total + rating, 0);
  return items.length === 0 ? undefined : { average: sum / items.length, count: items.length };
}

/**
 * The summary shown: of the place itself, else of its dealership, else of the site.
 * @param places from the most to the least particular
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
  return summary ? { average: summary.average_rating, count: summary.count } : averageOf(items);
}

/** CONT-10: above the minimum, not at it, and never where reviews are hidden. */
export const showsBadge = (
  { hidden, minimumRating }: Pick<ReviewsConfig, 'hidden' | 'minimumRating'>,
  summary: ReviewSummary | undefined,
): summary is ReviewSummary => !hidden && summary !== undefined && summary.average > minimumRating;

/** CONT-02: newest first, without those hidden by title, at most `quantity`. */
export function shownReviews({ hidden, items, hiddenTitles, quantity }: ReviewsConfig): Review[] {
  if (hidden) return [];
  return items
    .filter(({ title }) => title === undefined || !hiddenTitles.includes(title))
    .toSorted((a, b) => b.review_date.localeCompare(a.review_date))
    .slice(0, quantity);
}
