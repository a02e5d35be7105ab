import * as v from 'valibot';
import { TextSchema } from './primitives.ts';

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
