import type { PublicConfig } from '#src/config/public/public-config.ts';
import type { Location } from '#src/config/sections/business/locations-section.ts';

/** The maps settings a browser may see. */
export type MapService = { zoom: number; embed?: string | undefined; key?: string | undefined };

/** LOC-13: the maps settings of a location, with its own key where it has one. */
export const mapOf = (
  map: MapService & { keys: Readonly<Record<string, string>> },
  { slug }: Pick<Location, 'slug'>,
): MapService => ({ ...map, key: map.keys[slug] ?? map.key });

const HOLE = /\{(lat|long|zoom|key)\}/g;

/**
 * LOC-15: address of the map of a place, at the service the dealer names.
 * @returns undefined if the service, the position or a key the address needs is missing
 */
export function mapEmbedUrl(
  { embed, zoom, key }: MapService,
  { lat, long }: Location['address'],
): string | undefined {
  const values = { lat, long, zoom, key };
  const isHole = (name: string): name is keyof typeof values => Object.hasOwn(values, name);
  const names = [...(embed ?? '').matchAll(HOLE)].map(([, name = '']) => name).filter(isHole);
  if (embed === undefined || names.some((name) => values[name] === undefined)) return undefined;
  return embed.replaceAll(HOLE, (_, name: string) =>
    isHole(name) ? encodeURIComponent(String(values[name])) : '',
  );
}

/** Directives of the content security policy that a page with maps of the dealer's maps service needs (LOC-15). */
export const mapDirectives = ({ map: { embed } }: Pick<PublicConfig, 'map'>): `frame-src ${string}`[] =>
  embed === undefined ? [] : [`frame-src ${new URL(embed.replaceAll(/\{\w+\}/g, '0')).origin}`];

/** A town on a drawn map, or a street where all are in one town, in the units of the drawing, with its locations. */
export type MapPin = { x: number; y: number; name: string; slugs: string[] };

/** A bar in the units of the drawing, and the distance it covers: `20 km`, `500 m`. */
export type MapScale = { length: number; text: string };

/** Units of the drawn map. */
export const DRAWN_MAP = { width: 320, height: 200, inset: 40 } as const;

type Placed = { location: Location; lat: number; long: number };

const hasPosition = (location: Location): Placed[] => {
  const { lat, long } = location.address;
  return lat === undefined || long === undefined ? [] : [{ location, lat, long }];
};

const middle = (numbers: readonly number[]) => (Math.min(...numbers) + Math.max(...numbers)) / 2;

/** Middle of what is drawn, and how a degree of latitude and of longitude is drawn. */
function frameOf(placed: readonly Placed[]) {
  const lat = middle(placed.map((one) => one.lat));
  const long = middle(placed.map((one) => one.long));
  // A degree of longitude is shorter the farther from the equator.
  const shrink = Math.cos((lat * Math.PI) / 180);
  const wide = Math.max(...placed.map((one) => Math.abs(one.long - long) * shrink));
  const high = Math.max(...placed.map((one) => Math.abs(one.lat - lat)));
  const { width, height, inset } = DRAWN_MAP;
  const scale = Math.min((width / 2 - inset) / (wide || 1), (height / 2 - inset) / (high || 1));
  return { lat, long, unitsPerLat: scale, unitsPerLong: shrink * scale, hasExtent: wide + high > 0 };
}

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
  const { lat, long, unitsPerLat, unitsPerLong } = frameOf(placed);
  const { width, height } = DRAWN_MAP;
  return [...named].map(([name, there]) => ({
    x: Math.round(width / 2 + middle(there.map((one) => one.long - long)) * unitsPerLong),
    y: Math.round(height / 2 - middle(there.map((one) => one.lat - lat)) * unitsPerLat),
    name,
    slugs: there.map(({ location }) => location.slug),
  }));
}

const METRES_PER_DEGREE = 111_195;
const LONGEST_BAR = 80;

/** The scale of the map of these locations: the longest bar of 1, 2 or 5 with zeros. None without a distance. */
export function mapScale(locations: readonly Location[]): MapScale | undefined {
  const placed = locations.flatMap(hasPosition);
  if (placed.length === 0) return undefined;
  const { unitsPerLat, hasExtent } = frameOf(placed);
  if (!hasExtent) return undefined;
  const unitsPerMetre = unitsPerLat / METRES_PER_DEGREE;
  const most = LONGEST_BAR / unitsPerMetre;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = ([5, 2].find((times) => times * power <= most) ?? 1) * power;
  return {
    length: Math.round(metres * unitsPerMetre),
    text: metres < 1000 ? `${metres} m` : `${metres / 1000} km`,
  };
}
