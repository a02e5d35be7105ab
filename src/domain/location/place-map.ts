import type { Location } from '#src/config/sections/locations.ts';

/** A town on a drawn map, or a street where all are in one town, in the units of the drawing, with its locations. */
export type MapPin = { x: number; y: number; name: string; slugs: string[] };

/** Units of the drawn map. */
export const DRAWN_MAP = { width: 320, height: 200, inset: 40 } as const;

type Placed = { location: Location; lat: number; long: number };

const hasPosition = (location: Location): Placed[] => {
  const { lat, long } = location.address;
  return lat === undefined || long === undefined ? [] : [{ location, lat, long }];
};

const middle = (numbers: readonly number[]) => (Math.min(...numbers) + Math.max(...numbers)) / 2;

/**
 * Where towns with locations lie towards each other, north up and in true proportion; one pin for each town. Within a
 * single town they are addresses.
 * @returns none for fewer than two, which say nothing of directions
 */
export function mapPins(locations: readonly Location[]): MapPin[] {
  const placed = locations.flatMap(hasPosition);
  const towns = Map.groupBy(placed, ({ location }) => location.address.city);
  const named = towns.size > 1 ? towns : Map.groupBy(placed, ({ location }) => location.address.street);
  if (named.size < 2) return [];
  const lat = middle(placed.map((one) => one.lat));
  const long = middle(placed.map((one) => one.long));
  // A degree of longitude is shorter the farther from the equator.
  const shrink = Math.cos((lat * Math.PI) / 180);
  const wide = Math.max(...placed.map((one) => Math.abs(one.long - long) * shrink));
  const high = Math.max(...placed.map((one) => Math.abs(one.lat - lat)));
  const { width, height, inset } = DRAWN_MAP;
  const scale = Math.min((width / 2 - inset) / (wide || 1), (height / 2 - inset) / (high || 1));
  return [...named].map(([name, there]) => ({
    x: Math.round(width / 2 + middle(there.map((one) => one.long - long)) * shrink * scale),
    y: Math.round(height / 2 - middle(there.map((one) => one.lat - lat)) * scale),
    name,
    slugs: there.map(({ location }) => location.slug),
  }));
}
