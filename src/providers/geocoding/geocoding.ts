import type { GeoPoint } from '#src/domain/location/distance.ts';

export type GeocodingOutcome =
  | { kind: 'found'; point: GeoPoint }
  | { kind: 'nowhere' }
  | { kind: 'unavailable'; reason: string };

/** Decision 31: says where an Australian address is. Answers every failure as an outcome and never rejects. */
export type Geocoding = { locate(address: string): Promise<GeocodingOutcome> };
