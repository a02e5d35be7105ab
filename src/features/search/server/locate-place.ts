import { LRUCache } from 'lru-cache';
import { type Environment, MADE_UP } from '#src/config/environment.ts';
import { type GeoPoint, isPostcode } from '#src/features/locations/distance.ts';
import { postcodeCentroid } from '#src/features/locations/postcode-centroid.ts';
import { type Geocoding, httpGeocoding, localGeocoding } from '#src/features/locations/server/geocoding.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';

/** Where a place is; undefined where it is nowhere, or where nothing says so now. */
export type LocatePlace = (place: string) => Promise<GeoPoint | undefined>;

const MOST_PLACES_KEPT = 1000;
/** Addresses asked about in an hour, which may cost the dealer money; postcodes are known. */
const MOST_ASKED_AN_HOUR = 500;

/** Decision 31: addresses are looked up over HTTP, or by the local stand-in of the demo; without either none is known. */
export function geocodingOf(
  env: Pick<Environment, 'GEOCODING_URL' | 'GEOCODING_KEY'>,
): Geocoding | undefined {
  if (!env.GEOCODING_URL) return undefined;
  return env.GEOCODING_URL === MADE_UP
    ? localGeocoding()
    : httpGeocoding({ url: env.GEOCODING_URL, key: env.GEOCODING_KEY });
}

/** LOC-11: postcodes from our own table, anything else from the service, each address once. */
export function createLocator(geocoding: Geocoding | undefined, clock: Clock): LocatePlace {
  const known = new LRUCache<string, { point: GeoPoint | undefined }>({ max: MOST_PLACES_KEPT });
  let hour = 0;
  let asked = 0;

  function mayAsk(): boolean {
    const now = Math.floor(clock.now().getTime() / HOUR_MS);
    if (now !== hour) [hour, asked] = [now, 0];
    asked += 1;
    return asked <= MOST_ASKED_AN_HOUR;
  }

  return async (place) => {
    const address = place.trim().toLowerCase();
    if (isPostcode(address)) return postcodeCentroid(address);
    if (!geocoding || address === '') return undefined;
    const before = known.get(address);
    if (before) return before.point;
    if (!mayAsk()) return undefined;
    const outcome = await geocoding.locate(address);
    if (outcome.kind === 'unavailable') return undefined;
    const point = outcome.kind === 'found' ? outcome.point : undefined;
    known.set(address, { point });
    return point;
  };
}
