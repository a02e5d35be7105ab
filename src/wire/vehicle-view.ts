import * as v from 'valibot';
import { VEHICLE_STATUSES } from '#src/domain/vehicle/vehicle.ts';

const described = (what: string) => v.pipe(v.string(), v.description(what));
/** Unreadable values are ignored. */
const ignored = <S extends v.GenericSchema>(schema: S) => v.fallback(v.optional(schema), undefined);

/** VDP-35: the query. */
export const VehicleViewRequestSchema = v.object({
  photos_count: ignored(
    v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.description('Number of photos the page was rendered with')),
  ),
  updated_at: ignored(v.pipe(v.string(), v.description('`updated_at` the page was rendered with, ISO 8601'))),
  website_id: ignored(described('Slug of the dealer; the host decides')),
  counted: ignored(
    v.pipe(v.literal('1'), v.description('This browser’s view of this vehicle has been counted today')),
  ),
  status: ignored(v.pipe(v.picklist(VEHICLE_STATUSES), v.description('Value on the page, like those below'))),
  reserved: ignored(
    v.pipe(v.picklist(['true', 'false']), v.description('Whether the page shows it as reserved')),
  ),
  price_text: ignored(described('The price, or the text in its place')),
  price_type_text: ignored(described('Its type')),
  was_text: ignored(described('The earlier price')),
});

const CarFieldsSchema = v.strictObject({
  status: v.optional(
    v.pipe(v.picklist([...VEHICLE_STATUSES, 'gone']), v.description('`gone`: no longer listed')),
  ),
  reserved: v.optional(v.pipe(v.boolean(), v.description('Whether it is reserved'))),
  price_text: v.optional(described('Price, "$32,990", or the dealer’s text for none')),
  price_type_text: v.optional(described('Type of the price, "Drive away"; empty without a price')),
  was_text: v.optional(described('The earlier price; empty for none')),
  photos_count: v.optional(described('How many photos, "7 photos"')),
  updated_at: v.optional(described('When the vehicle changed, ISO 8601')),
});

export const VehicleViewSchema = v.strictObject({
  views: v.optional(
    v.pipe(v.number(), v.description('Views of its page; absent if the status is sold or gone')),
  ),
  car_fields: v.pipe(
    CarFieldsSchema,
    v.description('Differences from the page, as texts to replace; for a sold or removed vehicle its status'),
  ),
});
export type VehicleView = v.InferOutput<typeof VehicleViewSchema>;
