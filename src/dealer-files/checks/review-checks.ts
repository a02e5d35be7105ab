import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Finding } from '#src/dealer-files/config-problem.ts';

/** CONT-261: a review is about an existing location. */
export function checkReviews({ reviews, locations }: DealerConfig): Finding[] {
  const known = locations.map(({ slug }) => slug);
  return reviews.items.flatMap(({ location }, at) =>
    location === undefined || known.includes(location)
      ? []
      : [
          {
            path: `reviews.items.${at}.location`,
            expected: `the slug of one of this file's locations: ${known.join(', ')}`,
            received: JSON.stringify(location),
            remedy: 'Use one of these slugs, or leave it out for a review of the whole business.',
          },
        ],
  );
}
