import * as v from 'valibot';

/** PLAT-26: what a feed may change without being forced. */
export const guardEntries = {
  maxRemovedShare: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(1),
      v.description(
        'PLAT-26: most of the stock, and of what the site shows, that one import may remove, mark as sold or hide (0.2 is 20 %); a larger change is refused unless forced',
      ),
    ),
    0.2,
  ),
  alwaysRemovable: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.maxValue(100_000),
      v.description(
        'PLAT-26: number of vehicles any import may remove, mark as sold or hide, whatever their share of the stock',
      ),
    ),
    5,
  ),
  maxPriceShift: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(10),
      v.description(
        'PLAT-26: how far one import may move the median price, or the share of vehicles with a price (0.3 is 30 %). A larger change is refused unless forced. Applies once 20 vehicles in stock have a price',
      ),
    ),
    0.3,
  ),
  maxPriceJumps: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(1),
      v.description(
        'PLAT-26: most of the prices of one import that may be more than three times, or less than a third, of the last price of their vehicle, or of the median of its model and year (0.1 is 10 %). Each is reported; more are refused unless forced. Two are always allowed',
      ),
    ),
    0.1,
  ),
};
