import * as v from 'valibot';
import { askService, type Service } from '../ask-service.ts';
import type { Geocoding } from './geocoding.ts';

/** Australia with its islands. */
const PointSchema = v.object({
  latitude: v.pipe(v.number(), v.minValue(-55), v.maxValue(-9)),
  longitude: v.pipe(v.number(), v.minValue(96), v.maxValue(168)),
});

/**
 * Places over HTTP. `POST {url}/v1/places/search` with `{ address, country: "AU" }` and the key as bearer token: 200
 * with
 * `{ latitude, longitude }` in degrees, or 404.
 */
export const httpGeocoding = (service: Service): Geocoding => ({
  async locate(address) {
    const answer = await askService(service, '/v1/places/search', { address, country: 'AU' });
    if (answer.kind === 'nothing') return { kind: 'nowhere' };
    if (answer.kind === 'unavailable') return { kind: 'unavailable', reason: answer.reason };
    const parsed = v.safeParse(PointSchema, answer.body);
    if (!parsed.success) return { kind: 'unavailable', reason: 'the response is not as documented' };
    return { kind: 'found', point: { lat: parsed.output.latitude, lng: parsed.output.longitude } };
  },
});
