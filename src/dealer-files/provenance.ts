import { type Layer, ownerAt, partAt } from './layers.ts';

/** One value of a resolved configuration and the source that set it. */
export type Provenance = {
  /** Dotted path, "locations.0.phone". */
  path: string;
  /** A text, number, switch or null; an empty list or object. */
  value: unknown;
  /** `template metro`, `_shared/<group>.json`, `<slug>.json`, `<slug>/<content file>` or `default`. */
  origin: string;
};

export const DEFAULT_ORIGIN = 'default';

function originOf(layers: readonly Layer[], keys: readonly string[]): string {
  const owner = ownerAt(layers, keys);
  if (!owner?.written) return DEFAULT_ORIGIN;
  return partAt(owner.layer, keys)?.origin ?? owner.layer.origin;
}

/**
 * CFG-01: every single value below a place of a resolved configuration, in its order.
 * @param layers lowest first
 * @param value the value at `keys`
 */
export function provenanceOf(
  layers: readonly Layer[],
  value: unknown,
  keys: readonly string[] = [],
): Provenance[] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (entries.length > 0) return entries.flatMap(([key, item]) => provenanceOf(layers, item, [...keys, key]));
  return [{ path: keys.join('.'), value, origin: originOf(layers, keys) }];
}
