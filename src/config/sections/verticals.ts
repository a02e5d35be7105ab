/** CFG-13. */
export const VERTICALS = ['cars', 'trucks', 'motorcycles', 'caravans', 'parts'] as const;
export type Vertical = (typeof VERTICALS)[number];

/** Words for one vehicle and for several. */
export type StockNoun = { one: string; many: string };

const NOUNS = {
  cars: { one: 'car', many: 'cars' },
  trucks: { one: 'truck', many: 'trucks' },
  motorcycles: { one: 'motorcycle', many: 'motorcycles' },
  caravans: { one: 'caravan', many: 'caravans' },
  parts: { one: 'part', many: 'parts' },
} as const;

/** What one vehicle is called, by its type. */
export const itemNoun = (itemType: 'car' | 'truck' | 'motorcycle' | 'caravan' | 'part'): StockNoun =>
  NOUNS[`${itemType}s`];

/** The noun for a site's stock: that of its first vertical that is not parts. */
export function stockNoun(verticals: readonly Vertical[]): StockNoun {
  const main = verticals.find((vertical) => vertical !== 'parts');
  return NOUNS[main ?? 'cars'];
}
