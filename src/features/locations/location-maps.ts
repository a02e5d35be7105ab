import type { PublicConfig } from '#src/config/public/public-config.ts';
import type { Location } from '#src/config/sections/business/locations-section.ts';
import { visibleLocations } from './location-directory.ts';

/** Public settings of the maps service. */
type MapService = Omit<PublicConfig['map'], 'keys'>;

type MapSite = Pick<PublicConfig, 'map'>;

/** LOC-13: maps settings of a location, with its own key if it has one. */
export const mapOf = (
  { keys, ...map }: PublicConfig['map'],
  { slug }: Pick<Location, 'slug'>,
): MapService => ({ ...map, key: keys[slug] ?? map.key });

const HOLE = /\{(lat|long|zoom|key)\}/g;

/** Replaces holes; undefined if a value is missing. Other braces, such as those of tiles, are left for the service. */
function filled(address: string, values: Readonly<Record<string, unknown>>): string | undefined {
  const names = [...address.matchAll(HOLE)].map(([, name = '']) => name);
  if (names.some((name) => values[name] === undefined)) return undefined;
  return address.replaceAll(HOLE, (_, name: string) => encodeURIComponent(String(values[name])));
}

/**
 * LOC-15: embed URL of a location's map.
 * @returns undefined if the service, position or required key is missing
 */
export const mapEmbedUrl = (
  { embed, zoom, key }: Pick<MapService, 'embed' | 'zoom' | 'key'>,
  { lat, long }: Location['address'],
): string | undefined => (embed === undefined ? undefined : filled(embed, { lat, long, zoom, key }));

/** A location on a map that the site draws. */
export type MapPlace = { name: string; town: string; lat: number; lng: number; href: string };

/** LOC-270: what a map that the site draws loads: tiles, or a style with its own attribution. */
export type MapSource =
  | { kind: 'tiles'; address: string; attribution: string }
  | { kind: 'style'; address: string };

export type DrawnMap = { source: MapSource; zoom: number; places: MapPlace[] };

/** A map that is loaded on demand: a frame of the service, or drawn by the site. */
export type LiveMap = { kind: 'frame'; address: string } | { kind: 'drawn'; map: DrawnMap };

function mapSource({ tiles, style, attribution = '', key }: MapService): MapSource | undefined {
  const address = filled(style ?? tiles ?? '', { key });
  if (!address) return undefined;
  return style === undefined ? { kind: 'tiles', address, attribution } : { kind: 'style', address };
}

const placeOn = ({ name, slug, address: { city, lat, long } }: Location): MapPlace[] =>
  lat === undefined || long === undefined
    ? []
    : [{ name, town: city, lat, lng: long, href: `#place-${slug}` }];

/** LOC-15, LOC-270: the map of a location; undefined without a service, its key or the position. */
export function liveMap({ map }: MapSite, location: Location): LiveMap | undefined {
  const service = mapOf(map, location);
  const address = mapEmbedUrl(service, location.address);
  if (address !== undefined) return { kind: 'frame', address };
  const source = mapSource(service);
  const places = placeOn(location);
  return source && places.length > 0
    ? { kind: 'drawn', map: { source, zoom: service.zoom, places } }
    : undefined;
}

/** LOC-270: one map of all listed locations; undefined for fewer than two, or if the service cannot show several. */
export function directoryMap({ map }: MapSite, locations: readonly Location[]): DrawnMap | undefined {
  const source = map.embed === undefined ? mapSource(map) : undefined;
  const places = visibleLocations(locations).flatMap(placeOn);
  return source && places.length > 1 ? { source, zoom: map.zoom, places } : undefined;
}

type Directive = `${'frame-src' | 'img-src' | 'connect-src'} ${string}`;

const originOf = (address: string) => new URL(address.replaceAll(/\{\w+\}/g, '0')).origin;

/** CSP directives for pages with maps (LOC-15, LOC-270). */
export function mapDirectives({ map: { embed, tiles, style, origins } }: MapSite): Directive[] {
  if (embed !== undefined) return [`frame-src ${originOf(embed)}`];
  const address = style ?? tiles;
  if (address === undefined) return [];
  const hosts = [...new Set([address, ...(style === undefined ? [] : origins)].map(originOf))].join(' ');
  return [`connect-src ${hosts}`, `img-src ${hosts}`];
}
