import * as v from 'valibot';
import { CONDITIONS } from '#src/config/sections/business/identity-section.ts';
import {
  choice,
  flag,
  list,
  maybePicture,
  TextSchema,
  whole,
  words,
} from '#src/config/sections/setting-types.ts';
import { SLUG } from '#src/config/sections/slug.ts';
import { VERTICALS } from '#src/config/sections/stock/stock-terms.ts';

const ExtraSchema = v.strictObject({
  id: v.pipe(
    v.string(),
    v.regex(SLUG, 'a slug: lower-case letters, digits and single hyphens, e.g. "window-tint"'),
    v.maxLength(40, 'at most 40 characters'),
    v.description('VDP-234: its name in links and leads; never reused for another extra'),
  ),
  name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'text that is not empty'),
    v.maxLength(60, 'at most 60 characters'),
    v.description('VDP-234: what shoppers read, "Window tint"'),
  ),
  description: words('VDP-234: one sentence about it'),
  price: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(0),
    v.maxValue(100_000),
    v.description('VDP-234: price fitted, in whole dollars including GST'),
  ),
  kind: choice(['accessory', 'protection'], 'accessory', 'VDP-234: the group it is listed in'),
  picture: maybePicture('VDP-234: its picture'),
  verticals: list(
    v.picklist(VERTICALS, `one of ${VERTICALS.join(', ')}`),
    'VDP-234: kinds of vehicle it fits; empty for all',
  ),
  makes: list(TextSchema, 'VDP-234: makes it fits; empty for all'),
  models: list(TextSchema, 'VDP-234: models it fits, without the make; empty for all'),
  carTypes: list(
    v.picklist(CONDITIONS, `one of ${CONDITIONS.join(', ')}`),
    'VDP-234: conditions it is offered with; empty for all',
  ),
});

export type Extra = v.InferOutput<typeof ExtraSchema>;

/** VDP-230: deals that shoppers put together themselves. */
export const DealsSchema = v.strictObject({
  enabled: flag(
    false,
    'VDP-230: whether vehicles with a price have a page where shoppers build a deal: trade-in, finance, extras, delivery, deposit',
  ),
  extras: v.optional(
    v.pipe(
      v.array(ExtraSchema),
      v.maxLength(40, 'at most 40 extras'),
      v.check(
        (extras) => new Set(extras.map(({ id }) => id)).size === extras.length,
        'an id of its own for each extra',
      ),
      v.description('VDP-234: accessories and protection to add to a deal'),
    ),
    [],
  ),
  readyDays: whole(3, [0, 60], 'VDP-235: days from today until a vehicle can be handed over'),
  daysAhead: whole(28, [1, 120], 'VDP-235: how many days ahead a shopper may choose'),
});

export type DealsConfig = v.InferOutput<typeof DealsSchema>;
