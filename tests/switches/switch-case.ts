/** A value of a switch and what the page then says; `says: null` means none of what the other values say. */
type Shown = readonly [value: unknown, says: string | RegExp | null];

/**
 * One switch of a dealer file, rendered with each of its values.
 *
 * - `switch` its path in a dealer file, "card.chips"; entries of a list by number, "locations.0.image".
 * - `id` the catalogue entry it belongs to.
 * - `page` the address rendered, as shoppers see it.
 * - `values` two or more, each with a text or pattern that the page shows for it and for no other of them. A value of
 *   undefined removes the key.
 * - `given` other settings by path, the same for every value.
 */
export type SwitchCase = {
  switch: string;
  id: string;
  page: string;
  values: readonly [Shown, Shown, ...Shown[]];
  given?: Readonly<Record<string, unknown>>;
};

type Json = Readonly<Record<string, unknown>>;

/** The config with the value at a dotted path, undefined removes it; what lies beside the path is shared, not copied. */
export function withSetting(config: object, path: string, value: unknown): Json {
  const [key = '', ...below] = path.split('.');
  const copy = (Array.isArray(config) ? [...config] : { ...config }) as Record<string, unknown>;
  if (below.length > 0) copy[key] = withSetting(copy[key] ?? {}, below.join('.'), value);
  else if (value === undefined) delete copy[key];
  else copy[key] = value;
  return copy;
}
