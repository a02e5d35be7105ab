import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import type { GeoPoint } from '#src/features/locations/distance.ts';
import { postcodeCentroid } from '#src/features/locations/postcode-centroid.ts';
import { callService, type Service } from '#src/platform/external-services/service-client.ts';
import {
  LATE_MS,
  type ServiceFaultMode,
  UNAVAILABLE_IN,
} from '#src/platform/external-services/service-fault-mode.ts';

type GeocodingOutcome =
  | { kind: 'found'; point: GeoPoint }
  | { kind: 'nowhere' }
  | { kind: 'unavailable'; reason: string };

/** Decision 31: geocodes Australian addresses. Returns failures as outcomes and never rejects. */
export type Geocoding = { locate(address: string): Promise<GeocodingOutcome> };

/** Bounds of Australia with its islands. */
const PointSchema = v.object({
  latitude: v.pipe(v.number(), v.minValue(-55), v.maxValue(-9)),
  longitude: v.pipe(v.number(), v.minValue(96), v.maxValue(168)),
});

/**
 * Geocoding over HTTP: `POST {url}/v1/places/search` with `{ address, country: "AU" }` and the key as bearer token;
 * responds with 200 and `{ latitude, longitude }` in degrees, or 404.
 */
export const httpGeocoding = (service: Service): Geocoding => ({
  async locate(address) {
    const answer = await callService(service, '/v1/places/search', { address, country: 'AU' });
    if (answer.kind === 'nothing') return { kind: 'nowhere' };
    if (answer.kind === 'unavailable') return { kind: 'unavailable', reason: answer.reason };
    const parsed = v.safeParse(PointSchema, answer.body);
    if (!parsed.success) return { kind: 'unavailable', reason: 'the response is not as documented' };
    return { kind: 'found', point: { lat: parsed.output.latitude, lng: parsed.output.longitude } };
  },
});

const POSTCODE_LAST = /(?:^|\s)(\d{4})\s*$/;

type LocalGeocoding = Geocoding & { behave(faultMode: ServiceFaultMode): void };

/** In-process geocoding: resolves an address to the centre of its postcode. */
export function localGeocoding(): LocalGeocoding {
  let faultMode: ServiceFaultMode = 'answers';
  return {
    behave: (next) => {
      faultMode = next;
    },
    async locate(address) {
      const reason = UNAVAILABLE_IN[faultMode];
      if (reason !== undefined) return { kind: 'unavailable', reason };
      if (faultMode === 'late') await wait(LATE_MS);
      const [, postcode = ''] = POSTCODE_LAST.exec(address) ?? [];
      const point = faultMode === 'finds-nothing' ? undefined : postcodeCentroid(postcode);
      return point ? { kind: 'found', point } : { kind: 'nowhere' };
    },
  };
}
