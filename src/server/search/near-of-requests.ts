import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { GeoPoint } from '#src/domain/location/distance.ts';
import { hasDistances } from '#src/domain/search/has-distances.ts';
import type { Near } from '#src/domain/search/search-state.ts';
import type { SearchRequest } from '#src/wire/search.ts';
import type { Services } from '../services.ts';

/** What requests of one search ask distances from, which is the same in all of them; undefined where they do not. */
export function nearOfRequests(dealer: DealerConfig, requests: readonly SearchRequest[]): Near | undefined {
  const asking = requests.find(({ params }) => params.near !== undefined && params.near.trim() !== '');
  if (!asking?.params.near || !hasDistances(dealer)) return undefined;
  return { place: asking.params.near, km: asking.params.within ?? null };
}

/** Where that is; `isNowhere` where no such place is known. */
export async function locateNear(
  { locate }: Pick<Services, 'locate'>,
  near: Near | undefined,
): Promise<{ near?: GeoPoint & { km: number | null }; isNowhere: boolean }> {
  const point = near && (await locate(near.place));
  return point ? { near: { ...point, km: near.km }, isNowhere: false } : { isNowhere: near !== undefined };
}
