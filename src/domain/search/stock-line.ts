import type { CardDocument } from './card-document.ts';

/** A model, or a badge of one, with what is in stock of it. */
export type StockLine = {
  name: string;
  /** For sale now. */
  count: number;
  /** The lowest priced one for sale, whose picture is shown for all. */
  cheapest: CardDocument | undefined;
  /** Stored body types, the most frequent first. */
  bodies: readonly string[];
};

/** The stock that a page's link leads to. */
export type LinkedStock = {
  /** As the search page says it, with vehicles to come and just sold. */
  count: number;
  /** For sale now. */
  inStock: number;
  /** The lowest priced one for sale. */
  cheapest: CardDocument | undefined;
  cars: readonly CardDocument[];
  lines: readonly StockLine[];
};

export const NO_STOCK: LinkedStock = { count: 0, inStock: 0, cheapest: undefined, cars: [], lines: [] };
