/** Stars drawn for a rating. */
export const STARS = 5;
/** CONT-02: at most this many full stars; the next star is drawn in part. */
const MOST_FULL = 4;

/** How much of each star is filled, 0 to 1, for a rating of 0 to 5: 4.8 → 1, 1, 1, 1, 0.8. */
export function starFills(rating: number): { share: number; isPartial: boolean }[] {
  const full = Math.min(MOST_FULL, Math.floor(rating));
  const part = Math.min(1, rating - full);
  return Array.from({ length: STARS }, (_, at) => {
    if (at < full) return { share: 1, isPartial: false };
    return at === full && part > 0 ? { share: part, isPartial: true } : { share: 0, isPartial: false };
  });
}

/** `4.8`, `5.0` */
export const ratingText = (rating: number): string => rating.toFixed(1);
