import type { GeoPoint } from './distance.ts';
import { POSTCODE_CENTROIDS } from './postcode-centroids.data.ts';

let known: ReadonlyMap<string, GeoPoint> | undefined;

function readTable(): ReadonlyMap<string, GeoPoint> {
  const rows = POSTCODE_CENTROIDS.trim().split('\n');
  return new Map(
    rows.map((row) => {
      const [postcode = '', lat, lng] = row.split(' ');
      return [postcode, { lat: Number(lat), lng: Number(lng) }];
    }),
  );
}

/** The middle of a postcode; undefined where Australia has none of that number. The table is read when first asked. */
export function postcodeCentroid(postcode: string): GeoPoint | undefined {
  known ??= readTable();
  return known.get(postcode);
}
