import * as v from 'valibot';
import {
  HttpsUrlSchema,
  IsoDateSchema,
  LinkSchema,
  PhoneSchema,
  SlugSchema,
  StateSchema,
  TextSchema,
  TimeOfDaySchema,
} from './primitives.ts';

export const LOCATION_TYPES = ['sales', 'used', 'service', 'parts', 'service-and-parts', ''] as const;

/** LOC-14: weekday 0 is Sunday. */
const OpeningHourSchema = v.pipe(
  v.strictObject({
    weekday: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6)),
    status: v.picklist(['Open', 'Closed']),
    open: v.optional(TimeOfDaySchema),
    close: v.optional(TimeOfDaySchema),
    formated_hours: v.optional(v.pipe(TextSchema, v.description('Shown instead of open and close'))),
  }),
  v.forward(
    v.partialCheck(
      [['status'], ['open'], ['close']],
      (day) =>
        day.status === 'Closed' ||
        (day.open !== undefined && day.close !== undefined && day.open < day.close),
      'open and close times, open before close, on a day whose status is "Open"',
    ),
    ['open'],
  ),
);

/** LOC-14: both shapes of the specification, `start_hour`/`end_hour` and `hours` with begin and end. */
const SpecialHoursSchema = v.pipe(
  v.strictObject({
    date: IsoDateSchema,
    status: v.picklist(['Open', 'Closed']),
    location_id: v.optional(v.pipe(v.string(), v.minLength(1))),
    start_hour: v.optional(TimeOfDaySchema),
    end_hour: v.optional(TimeOfDaySchema),
    hours: v.optional(v.strictObject({ begin: TimeOfDaySchema, end: TimeOfDaySchema })),
    name: v.optional(v.pipe(TextSchema, v.description('e.g. "Christmas Day"'))),
  }),
  v.forward(
    v.partialCheck(
      [['status'], ['start_hour'], ['end_hour'], ['hours']],
      ({ status, start_hour, end_hour, hours }) => {
        const [open, close] = [start_hour ?? hours?.begin, end_hour ?? hours?.end];
        return status === 'Closed' || (open !== undefined && close !== undefined && open < close);
      },
      'start_hour and end_hour (or hours with begin and end), start before end, on a day whose status is "Open"',
    ),
    ['start_hour'],
  ),
);

/** LOC-12, LOC-13. */
export const LocationSchema = v.strictObject({
  id: v.pipe(v.string(), v.minLength(1)),
  name: TextSchema,
  slug: SlugSchema,
  primary: v.optional(v.boolean(), false),
  visible: v.optional(v.boolean(), true),
  location_type: v.optional(v.picklist(LOCATION_TYPES), ''),
  dealership: v.pipe(SlugSchema, v.description('Slug of the dealership it belongs to')),
  manufacturers: v.optional(v.array(TextSchema), []),
  address: v.strictObject({
    street: TextSchema,
    city: TextSchema,
    state: StateSchema,
    postcode: v.pipe(v.string(), v.regex(/^\d{4}$/, 'a postcode of four digits')),
    lat: v.optional(v.pipe(v.number(), v.minValue(-44), v.maxValue(-9))),
    long: v.optional(v.pipe(v.number(), v.minValue(96), v.maxValue(168))),
    place_url: v.optional(HttpsUrlSchema),
  }),
  phone: PhoneSchema,
  opening_hours: v.pipe(
    v.array(OpeningHourSchema),
    v.check((days) => new Set(days.map((d) => d.weekday)).size === days.length, 'each weekday once'),
  ),
  special_hours: v.optional(v.array(SpecialHoursSchema), []),
  dealer_license_number: v.optional(TextSchema),
  motor_vehicle_repairer: v.optional(TextSchema),
  description: v.optional(TextSchema),
});

/** LOC-01 groups locations by dealership. */
export const DealershipSchema = v.strictObject({
  id: v.pipe(v.string(), v.minLength(1)),
  slug: SlugSchema,
  name: TextSchema,
  licenceNumber: v.pipe(TextSchema, v.description('Motor dealer licence; shown on every page')),
  licenceLabel: v.optional(v.pipe(TextSchema, v.description('DL# unless the state says otherwise')), 'DL#'),
  repairerLabel: v.optional(TextSchema, 'MVR#'),
  website: v.optional(LinkSchema),
});

export type Location = v.InferOutput<typeof LocationSchema>;
export type Dealership = v.InferOutput<typeof DealershipSchema>;
export type OpeningHour = v.InferOutput<typeof OpeningHourSchema>;
export type SpecialHours = v.InferOutput<typeof SpecialHoursSchema>;
