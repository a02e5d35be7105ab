import type { Location } from '#src/config/sections/locations.ts';

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
