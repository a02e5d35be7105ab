import * as v from 'valibot';
import type { ErrorBody } from '#src/platform/http/endpoint.ts';
import type { PriceDisplay } from './price/price-display.ts';
import { type CarType, type StockedVehicle, VEHICLE_STATUSES } from './vehicle.ts';

const described = (what: string) => v.pipe(v.string(), v.description(what));
const dollars = (what: string) => v.optional(v.pipe(v.number(), v.description(`${what}, dollars`)));
const share = (what: string) => v.optional(v.pipe(v.number(), v.description(`${what}, from 0 to 1`)));

/** VDP-31. */
export const gaugePath = (slug: string): string => `/api/cars/${slug}/autogauge`;
export const PriceGaugeSchema = v.strictObject({
  fill: share('Rating of the price'),
  listing_price: dollars('The price'),
  market_range_min: dollars('Lowest price of the market'),
  market_range_max: dollars('Highest price of the market'),
  confidence: share('Confidence of the service'),
  description: described('"Good Deal" or "Great Deal"'),
});
export type PriceGaugeResponse = v.InferOutput<typeof PriceGaugeSchema>;

/** VDP-32. */
export const DELIVERY_PRICE_PATH = '/api/delivery-price';
export const DeliveryPriceSchema = v.strictObject({
  price: v.pipe(v.number(), v.description('Dollars')),
  name: described('The region'),
});
export type DeliveryPrice = v.InferOutput<typeof DeliveryPriceSchema>;

/** VDP-33: the form of a masked number, posted to the vehicle page. */
export const PhoneRevealRequestSchema = v.object({
  car_id: described('Id of the vehicle'),
  dealership_id: described('Id of the dealership that sells it'),
  website_id: described('Slug of the dealer'),
});

export const PhoneRevealedSchema = v.strictObject({
  phone: described('The full number, formatted'),
  href: described('The same as a `tel:` address'),
});
export type PhoneRevealed = v.InferOutput<typeof PhoneRevealedSchema>;

/** `location` is a page with the dealer's numbers, or the vehicle page with the reason. */
export type PhoneRefused = ErrorBody & { location: string };

/** Ignores invalid values. */
const ignored = <S extends v.GenericSchema>(schema: S) => v.fallback(v.optional(schema), undefined);

/** VDP-35: query parameters. */
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

/** VDP-33: label of the analytics event. */
export const callLabel = (type: CarType): 'New Car' | 'Used Car' => (type === 'new' ? 'New Car' : 'Used Car');

export const photosText = (count: number): string => {
  if (count === 0) return 'No photos yet';
  return count === 1 ? '1 photo' : `${count} photos`;
};

/**
 * VDP-21: the displayed values that can change while a page is cached.
 */
export const carFields = (
  { status, reserved, updatedAt }: Pick<StockedVehicle, 'status' | 'reserved' | 'updatedAt'>,
  price: PriceDisplay,
  photos: number,
) => ({
  status,
  reserved,
  price_text: price.text,
  price_type_text: price.typeText ?? '',
  was_text: price.wasText ?? '',
  photos_count: photosText(photos),
  updated_at: updatedAt,
});

export type CarFields = ReturnType<typeof carFields>;
type Name = keyof CarFields;
/** The values shown on the page. */
export type PageFields = { [N in Name]?: CarFields[N] | undefined };

/** Fields sent together, as a price needs its type. */
const SENT_TOGETHER: readonly (readonly Name[])[] = [
  ['status'],
  ['reserved'],
  ['price_text', 'price_type_text', 'was_text'],
  ['photos_count'],
  ['updated_at'],
];

/**
 * VDP-21: the fields to update. A field missing from the request counts as changed if `updated_at` differs.
 */
export function changedFields(now: CarFields, page: PageFields): Partial<CarFields> {
  const isOlder = Date.parse(page.updated_at ?? '') !== Date.parse(now.updated_at);
  const differs = (name: Name) =>
    name === 'updated_at' || page[name] === undefined ? isOlder : page[name] !== now[name];
  const changed = SENT_TOGETHER.filter((names) => names.some(differs)).flat();
  return Object.fromEntries(changed.map((name) => [name, now[name]]));
}
