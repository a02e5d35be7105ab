import * as v from 'valibot';
import { TextSchema } from './primitives.ts';

/** CARD-02: what a result card can offer, besides Find Me Something Similar on a car that is gone. */
export const CARD_BUTTONS = ['view_details', 'enquire', 'test_drive', 'finance'] as const;
/** CARD-04: cars whose card shows no heart, besides those that cannot be bought. */
export const FAVOURITE_EXCEPTIONS = ['not_used', 'no_price', 'no_images'] as const;

/** Wording and switches of result card and vehicle page. */
export const CardSchema = v.strictObject({
  newArrivalDays: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.maxValue(60),
      v.description('Days a car counts as newly arrived'),
    ),
    8,
  ),
  newArrivalText: v.optional(v.pipe(TextSchema, v.description('Tag of a newly arrived car')), 'New'),
  electricTag: v.optional(v.pipe(v.boolean(), v.description('Whether electric cars carry a tag')), false),
  financeWording: v.optional(
    v.pipe(
      v.picklist([
        'Get Finance',
        'Get Pre-Approval',
        'Apply for Pre-Approval',
        'Finance / Repayment Estimate',
      ]),
      v.description('Words of the finance link'),
    ),
    'Get Finance',
  ),
  buttons: v.optional(
    v.pipe(
      v.array(v.picklist(CARD_BUTTONS)),
      v.minLength(1),
      v.maxLength(3),
      v.description('Buttons of a result card, in order'),
    ),
    ['view_details', 'enquire'],
  ),
  certifiedLogoMake: v.optional(
    v.pipe(
      TextSchema,
      v.description('CARD-08: the make whose used, certified cars carry the certified pre-owned tag'),
    ),
  ),
  certifiedBadgeMake: v.optional(
    v.pipe(
      TextSchema,
      v.description('CARD-07: the make whose used cars carry the certified badge, e.g. "Mercedes Benz"'),
    ),
  ),
  greenTags: v.optional(
    v.pipe(
      v.array(TextSchema),
      v.description('Custom tags shown in green, e.g. "runout sale"; others are red'),
    ),
    [],
  ),
  favourites: v.optional(v.pipe(v.boolean(), v.description('Hearts on cards')), true),
  favouritesHiddenFor: v.optional(
    v.pipe(v.array(v.picklist(FAVOURITE_EXCEPTIONS)), v.description('CARD-04: cars without a heart')),
    [],
  ),
});

export const VehiclePageSchema = v.strictObject({
  noPriceText: v.optional(
    v.pipe(TextSchema, v.description('Stands where a car has no price')),
    'Price on request',
  ),
  soldPageDays: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.maxValue(365),
      v.description(
        'Days the page of a sold car stays with its SOLD notice; at least include_sold_cars_days',
      ),
    ),
    14,
  ),
  showUnregistered: v.optional(
    v.pipe(v.boolean(), v.description('VDP-18: say "Unregistered" where the registration has run out')),
    false,
  ),
  showMapSection: v.optional(
    v.pipe(v.boolean(), v.description('VDP-23: where the vehicle stands, with hours and directions')),
    true,
  ),
  disclaimer: v.optional(
    v.pipe(TextSchema, v.description('Small print below each vehicle')),
    'Every care is taken to describe this vehicle correctly. Please confirm details and availability with the dealer.',
  ),
});

export type CardConfig = v.InferOutput<typeof CardSchema>;
export type VehiclePageConfig = v.InferOutput<typeof VehiclePageSchema>;
