import { OFF_PAGE, previewAddress } from '#src/routing/preview-address.ts';

/** Where the preview is. */
export type Place = { base: string; here: string };

/** Parts of pages that only a server makes. */
const PARTS = /^\/(?:cars\/[^/]+\/(?:similar|view\.json)|viewed-cars|saved-cars\/list)$/;

/** The file of an address that a script asks for; undefined where the preview has none. */
export function toPlace(address: string, { base }: Place): string | undefined {
  const [path = ''] = address.split('?', 1);
  if (PARTS.test(path)) return undefined;
  const placed = previewAddress(address, base);
  return placed === base + OFF_PAGE ? undefined : placed;
}
