import type { PublicConfig } from '#src/config/public/public-config.ts';
import type { Location } from '#src/config/sections/business/locations-section.ts';

/** Public settings of the maps service. */
type MapService = { zoom: number; embed?: string | undefined; key?: string | undefined };

/** LOC-13: maps settings of a location, with its own key if it has one. */
export const mapOf = (
  map: MapService & { keys: Readonly<Record<string, string>> },
  { slug }: Pick<Location, 'slug'>,
): MapService => ({ ...map, key: map.keys[slug] ?? map.key });

const HOLE = /\{(lat|long|zoom|key)\}/g;

/**
 * LOC-15: embed URL of a location's map.
 * @returns undefined if the service, position or required key is missing
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

/** CSP directives for pages with embedded maps (LOC-15). */
export const mapDirectives = ({ map: { embed } }: Pick<PublicConfig, 'map'>): `frame-src ${string}`[] =>
  embed === undefined ? [] : [`frame-src ${new URL(embed.replaceAll(/\{\w+\}/g, '0')).origin}`];

/** A town on the drawn map, or an address if all are in one town, in drawing units, with its locations. */
type MapPin = { x: number; y: number; name: string; slugs: string[] };

/** A scale bar in drawing units, and its distance: `20 km`, `500 m`. */
type MapScale = { length: number; text: string };

/** In drawing units. */
export const DRAWN_MAP = { width: 320, height: 200, inset: 40 } as const;

type Placed = { location: Location; lat: number; long: number };

const hasPosition = (location: Location): Placed[] => {
  const { lat, long } = location.address;
  return lat === undefined || long === undefined ? [] : [{ location, lat, long }];
};

const middle = (numbers: readonly number[]) => (Math.min(...numbers) + Math.max(...numbers)) / 2;

/** Centre of the drawing, and units per degree of latitude and longitude. */
function frameOf(placed: readonly Placed[]) {
  const lat = middle(placed.map((one) => one.lat));
  const long = middle(placed.map((one) => one.long));
  // A degree of longitude gets shorter away from the equator.
  const shrink = Math.cos((lat * Math.PI) / 180);
  const wide = Math.max(...placed.map((one) => Math.abs(one.long - long) * shrink));
  const high = Math.max(...placed.map((one) => Math.abs(one.lat - lat)));
  const { width, height, inset } = DRAWN_MAP;
  const scale = Math.min((width / 2 - inset) / (wide || 1), (height / 2 - inset) / (high || 1));
  return { lat, long, unitsPerLat: scale, unitsPerLong: shrink * scale, hasExtent: wide + high > 0 };
}

/**
 * Relative positions of towns with locations, north up and to scale; one pin per town, or per address within a single
 * town.
 * @returns empty for fewer than two
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
const MAX_BAR = 80;

/** The longest scale bar that is 1, 2 or 5 times a power of ten; undefined without distances. */
export function mapScale(locations: readonly Location[]): MapScale | undefined {
  const placed = locations.flatMap(hasPosition);
  if (placed.length === 0) return undefined;
  const { unitsPerLat, hasExtent } = frameOf(placed);
  if (!hasExtent) return undefined;
  const unitsPerMetre = unitsPerLat / METRES_PER_DEGREE;
  const most = MAX_BAR / unitsPerMetre;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = ([5, 2].find((times) => times * power <= most) ?? 1) * power;
  return {
    length: Math.round(metres * unitsPerMetre),
    text: metres < 1000 ? `${metres} m` : `${metres / 1000} km`,
  };
}
