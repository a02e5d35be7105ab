import type { Vertical } from './identity.ts';

/** CFG-13: what shoppers call the stock, by the vertical a dealer names first. */
const NOUNS: Readonly<Record<Vertical, { one: string; many: string }>> = {
  cars: { one: 'car', many: 'cars' },
  trucks: { one: 'truck', many: 'trucks' },
  motorcycles: { one: 'motorcycle', many: 'motorcycles' },
  caravans: { one: 'caravan', many: 'caravans' },
  parts: { one: 'part', many: 'parts' },
};

/** `{ one: 'caravan', many: 'caravans' }` */
export const stockNoun = ({ verticals }: { verticals: readonly Vertical[] }): { one: string; many: string } =>
  NOUNS[verticals[0] ?? 'cars'];
