import { LRUCache } from 'lru-cache';
import { type Environment, SIMULATED } from '#src/config/environment.ts';
import { type GeoPoint, isPostcode } from '#src/features/locations/distance.ts';
import { postcodeCentroid } from '#src/features/locations/postcode-centroid.ts';
import { type Geocoding, httpGeocoding, localGeocoding } from '#src/features/locations/server/geocoding.ts';
import { locateSuburb } from '#src/features/locations/server/locate-suburb.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';

/**
 * Resolves to undefined if the place is unknown or the geocoder is unavailable.
 * @param homeState the dealer's, for suburbs with a name that several states have
 */
export type LocatePlace = (place: string, homeState?: string) => Promise<GeoPoint | undefined>;

const MAX_CACHED_PLACES = 1000;
/** Lookups may be charged. Postcodes need none. */
const MAX_LOOKUPS_PER_HOUR = 500;

/** Decision 31: the HTTP geocoder, or the local one of the demo; undefined if neither is configured. */
export function geocodingOf(
  env: Pick<Environment, 'GEOCODING_URL' | 'GEOCODING_KEY'>,
): Geocoding | undefined {
  if (!env.GEOCODING_URL) return undefined;
  return env.GEOCODING_URL === SIMULATED
    ? localGeocoding()
    : httpGeocoding({ url: env.GEOCODING_URL, key: env.GEOCODING_KEY });
}

/** LOC-11, LOC-274: postcodes and suburbs are looked up in tables, other places by the geocoder, with a cache. */
export function createLocator(geocoding: Geocoding | undefined, clock: Clock): LocatePlace {
  const cache = new LRUCache<string, { point: GeoPoint | undefined }>({ max: MAX_CACHED_PLACES });
  let hour = 0;
  let lookups = 0;

  function isWithinLimit(): boolean {
    const now = Math.floor(clock.now().getTime() / HOUR_MS);
    if (now !== hour) [hour, lookups] = [now, 0];
    lookups += 1;
    return lookups <= MAX_LOOKUPS_PER_HOUR;
  }

  return async (place, homeState) => {
    const address = place.trim().toLowerCase();
    if (isPostcode(address)) return postcodeCentroid(address);
    const suburb = locateSuburb(address, homeState);
    if (suburb || !geocoding || address === '') return suburb;
    const cached = cache.get(address);
    if (cached) return cached.point;
    if (!isWithinLimit()) return undefined;
    const outcome = await geocoding.locate(address);
    if (outcome.kind === 'unavailable') return undefined;
    const point = outcome.kind === 'found' ? outcome.point : undefined;
    cache.set(address, { point });
    return point;
  };
}
