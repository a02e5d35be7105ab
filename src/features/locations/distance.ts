import { formatNumber } from '#src/platform/number/number-format.ts';

/** Degrees. */
export type GeoPoint = { lat: number; lng: number };

/** LOC-11. */
const EARTH_RADIUS_KM = 6371;
export const INVALID_POSTCODE = 'Invalid postcode';

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** LOC-11: great-circle distance by the haversine formula. */
export function distanceKm(from: GeoPoint, to: GeoPoint): number {
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2;
  const chord =
    half(from.lat, to.lat) + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * half(from.lng, to.lng);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Nearest first; unknown distances last. */
export const byDistance = (a: { km: number | undefined }, b: { km: number | undefined }): number =>
  (a.km ?? Number.POSITIVE_INFINITY) - (b.km ?? Number.POSITIVE_INFINITY) || 0;

/** `less than 1 km`, `12 km`. */
export const kmText = (km: number): string => (km < 1 ? 'less than 1 km' : `${formatNumber(km)} km`);

export const POSTCODE_DIGITS = 4;

/** An Australian postcode: four digits. */
export const isPostcode = (text: string): boolean => /^\d{4}$/.test(text);
