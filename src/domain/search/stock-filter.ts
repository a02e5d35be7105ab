import type { StockRules } from '#src/config/sections/stock.ts';
import { type Clock, zonedDate } from '../clock.ts';
import { DAY_MS } from '../duration.ts';

/** A text as the engine's filter language writes it. */
export const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;

const listed = (texts: readonly string[]) => `[${texts.map(quoted).join(', ')}]`;

export type StockFilterRules = Omit<StockRules, 'feed' | 'defaultPriceType'>;

function availability(rules: StockFilterRules, nowMs: number): string {
  if (rules.inStockOnly) return 'status = "in_stock"';
  const onSale = 'status IN ["in_stock", "coming_soon"]';
  if (rules.include_sold_cars_days === 0) return onSale;
  const since = Math.floor((nowMs - rules.include_sold_cars_days * DAY_MS) / 1000);
  return `(${onSale} OR (status = "sold" AND sold_at >= ${since}))`;
}

/**
 * What shoppers of a dealer may see (SRCH-14, SRCH-30, CFG-04, CFG-05), evaluated now: on 1 January a year of
 * stock leaves by itself.
 * @returns a filter of the search engine, conditions joined by AND
 */
export function stockFilter(
  dealer: { slug: string; timeZone: string; stock: StockFilterRules },
  clock: Clock,
): string {
  const { stock, slug, timeZone } = dealer;
  const now = clock.now();
  const conditions = [
    `dealer = ${quoted(slug)}`,
    'show_on_dealer_website = true',
    availability(stock, now.getTime()),
    stock.maxAgeYears !== null && `year >= ${zonedDate(now, timeZone).year - stock.maxAgeYears}`,
    stock.usedOnly && 'car_type = "used"',
    stock.excludedMakes.length > 0 && `make NOT IN ${listed(stock.excludedMakes)}`,
    stock.excludedStockNumbers.length > 0 && `stocknum NOT IN ${listed(stock.excludedStockNumbers)}`,
  ];
  return conditions.filter((condition) => condition !== false).join(' AND ');
}
