import type { Location } from '#src/config/sections/locations.ts';

/** What a browser may know of the maps service. */
export type MapService = { zoom: number; embed?: string | undefined; key?: string | undefined };

const HOLE = /\{(lat|long|zoom|key)\}/g;

/**
 * LOC-15: address of the map of a place, at the service the dealer names.
 * @returns undefined where no service, no position or no key is known that the address needs
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
