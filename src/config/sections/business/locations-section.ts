import * as v from 'valibot';
import {
  BrowserKeyNameSchema,
  choice,
  flag,
  HttpsUrlSchema,
  IsoDateSchema,
  LinkSchema,
  list,
  maybePicture,
  maybeWords,
  PhoneSchema,
  PictureSchema,
  SlugSchema,
  StateSchema,
  TextSchema,
  TimeOfDaySchema,
  TimeZoneSchema,
  wordsOr,
} from '#src/config/sections/setting-types.ts';
import { ratingEntries } from './reviews-section.ts';

export const LOCATION_TYPES = ['sales', 'used', 'service', 'parts', 'service-and-parts', ''] as const;

/** LOC-14: weekday 0 is Sunday. */
const OpeningHourSchema = v.pipe(
  v.strictObject({
    weekday: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.maxValue(6),
      v.description('0 is Sunday, 6 Saturday'),
    ),
    status: v.pipe(v.picklist(['Open', 'Closed']), v.description('Whether it opens that day')),
    open: v.optional(v.pipe(TimeOfDaySchema, v.description('Opens at, "HH:MM"'))),
    close: v.optional(v.pipe(TimeOfDaySchema, v.description('Closes at, "HH:MM"'))),
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
    date: v.pipe(IsoDateSchema, v.description('The day, "YYYY-MM-DD"')),
    status: v.pipe(v.picklist(['Open', 'Closed']), v.description('Whether it opens that day')),
    location_id: v.optional(
      v.pipe(
        v.string(),
        v.minLength(1),
        v.description('Location these hours are for, if not the one they are listed under'),
      ),
    ),
    start_hour: v.optional(v.pipe(TimeOfDaySchema, v.description('Opens at, "HH:MM"'))),
    end_hour: v.optional(v.pipe(TimeOfDaySchema, v.description('Closes at, "HH:MM"'))),
    hours: v.optional(
      v.pipe(
        v.strictObject({
          begin: v.pipe(TimeOfDaySchema, v.description('Opens at, "HH:MM"')),
          end: v.pipe(TimeOfDaySchema, v.description('Closes at, "HH:MM"')),
        }),
        v.description('Other spelling of start_hour and end_hour'),
      ),
    ),
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
  id: v.pipe(v.string(), v.minLength(1), v.description("The dealer's own number of the location")),
  name: v.pipe(TextSchema, v.description('Name shown')),
  slug: v.pipe(SlugSchema, v.description('Address of its page: /locations/<slug>')),
  primary: v.optional(v.pipe(v.boolean(), v.description('The main location; exactly one has it')), false),
  visible: v.optional(v.pipe(v.boolean(), v.description('Whether it appears in the directory')), true),
  location_type: v.optional(
    v.pipe(v.picklist(LOCATION_TYPES), v.description('What the location does; empty means sales')),
    '',
  ),
  location_subtype: list(
    TextSchema,
    'LOC-12: other services offered there; "buying" values and buys the shopper’s car',
  ),
  dealership: v.pipe(SlugSchema, v.description('Slug of the dealership it belongs to')),
  manufacturers: v.optional(v.pipe(v.array(TextSchema), v.description('Makes sold or serviced there')), []),
  address: v.pipe(
    v.strictObject({
      street: v.pipe(TextSchema, v.description('Number and street')),
      city: v.pipe(TextSchema, v.description('Suburb or town')),
      state: v.pipe(StateSchema, v.description('State or territory')),
      postcode: v.pipe(
        v.string(),
        v.regex(/^\d{4}$/, 'a postcode of four digits'),
        v.description('Four digits'),
      ),
      lat: v.optional(
        v.pipe(v.number(), v.minValue(-44), v.maxValue(-9), v.description('Latitude, degrees')),
      ),
      long: v.optional(
        v.pipe(v.number(), v.minValue(96), v.maxValue(168), v.description('Longitude, degrees')),
      ),
      place_id: maybeWords('LOC-13: id of the place in the map service, for exact directions'),
      map_key: v.optional(
        v.pipe(
          BrowserKeyNameSchema,
          v.description(
            'LOC-13: environment variable with the browser key for this location’s map, if not that of map.map_key',
          ),
        ),
      ),
      place_url: v.optional(v.pipe(HttpsUrlSchema, v.description('Page of the place in a map service'))),
    }),
    v.description('Where it is'),
  ),
  phone: v.pipe(PhoneSchema, v.description('Number of this location')),
  landline_phone: v.optional(
    v.pipe(PhoneSchema, v.description('LOC-13: second number, shown below the first')),
  ),
  opening_hours: v.pipe(
    v.array(OpeningHourSchema),
    v.check((days) => new Set(days.map((d) => d.weekday)).size === days.length, 'each weekday once'),
    v.description('Usual hours, one entry per weekday'),
  ),
  special_hours: v.optional(
    v.pipe(v.array(SpecialHoursSchema), v.description('Days that differ, such as public holidays')),
    [],
  ),
  dealer_license_number: v.optional(
    v.pipe(TextSchema, v.description('Motor dealer licence of this location')),
  ),
  motor_vehicle_repairer: v.optional(v.pipe(TextSchema, v.description('Repairer licence of its workshop'))),
  licenceLabel: maybeWords('LOC-02: words before the dealer licence here; by default the dealership’s'),
  repairerLabel: maybeWords('LOC-02: words before the repairer licence here; by default the dealership’s'),
  timeZone: v.optional(
    v.pipe(
      TimeZoneSchema,
      v.description('LOC-14: time zone of its hours, if not that of the dealer or of its state'),
    ),
  ),
  description: v.optional(v.pipe(TextSchema, v.description('A sentence about the location'))),
  team: maybeWords('LOC-06: a line about the people who work there'),
  photos: list(PictureSchema, 'LOC-06: photos of the place, shown in a row on its page'),
  image: v.optional(
    v.pipe(
      v.strictObject({
        image: v.pipe(PictureSchema, v.description('LOC-13: picture on its page')),
        thumb: maybePicture('LOC-13: smaller picture for its card'),
      }),
      v.description('LOC-13: picture shown until a shopper opens the map'),
    ),
  ),
  ...ratingEntries,
  distribution_locations: list(
    SlugSchema,
    'LOC-13: slugs of other locations whose stock its stock page also lists',
  ),
  closedDayLink: v.optional(
    v.pipe(
      v.strictObject({
        label: wordsOr('Enquire Now', 'LOC-07: link text'),
        url: v.pipe(HttpsUrlSchema, v.description('LOC-07: booking page on another website')),
      }),
      v.description('LOC-07: link shown on closed days'),
    ),
  ),
});

/** LOC-09. */
export const OurLocationsSchema = v.strictObject({
  home: choice(
    ['grid', 'carousel'],
    'grid',
    'LOC-08, LOC-09: how the home page shows locations: a grid of cards, or one row that scrolls',
  ),
  order: list(SlugSchema, 'LOC-09: slugs in an order of your own; others follow by name'),
  only: list(SlugSchema, 'LOC-09: slugs of the only locations in the carousel of the home page'),
  picture: flag(true, 'LOC-09: whether a location of the carousel shows its picture'),
  locationLink: flag(true, 'LOC-09: whether a location of the carousel links to its page'),
  contactButton: choice(
    ['contact', 'enquiry'],
    'contact',
    'LOC-04: first button of a location in the directory: "Contact Us", to its contact page, or "Send Enquiry", straight to the form',
  ),
  stockLink: flag(true, 'LOC-09: whether a location of the carousel links to its stock'),
});

/** LOC-01 groups locations by dealership. */
export const DealershipSchema = v.strictObject({
  id: v.pipe(v.string(), v.minLength(1), v.description("The dealer's own number of the dealership")),
  slug: v.pipe(SlugSchema, v.description('Unique key; locations refer to it')),
  name: v.pipe(TextSchema, v.description('Name shown')),
  licenceNumber: v.pipe(TextSchema, v.description('Motor dealer licence; shown on every page')),
  licenceLabel: v.optional(v.pipe(TextSchema, v.description('Words before the licence number')), 'DL#'),
  repairerLabel: v.optional(v.pipe(TextSchema, v.description('Words before the repairer licence')), 'MVR#'),
  website: v.optional(
    v.pipe(
      LinkSchema,
      v.description('Its own website, for Visit Website where no entry of "websites" names it'),
    ),
  ),
  ...ratingEntries,
  switches: v.optional(
    v.pipe(
      v.strictObject({
        checkout: flag(false, 'CFG-08: its cars can be bought or reserved online'),
        reserve: flag(false, 'CFG-08: its cars offer Reserve Now; only for cars with a payment processor'),
        testDrive: flag(true, 'CFG-08: its cars offer a test drive'),
        tradeIn: flag(false, 'CFG-08, VDP-27: its cars offer a trade-in valuation'),
        liveChat: flag(false, 'CFG-08: its cars offer live chat; needs "chat"'),
        favourites: flag(true, 'CFG-08: its cars can be saved; needs card.favourites'),
        printing: flag(false, 'CFG-08: its cars have a page to print, /print?car_id=<slug>'),
        phonePerCarType: flag(
          true,
          'CFG-18: its cars show the number for new, used or demo cars; if off, the location’s number',
        ),
      }),
      v.description('CFG-08: what shoppers can do with this dealership’s cars'),
    ),
    {},
  ),
});

export type Location = v.InferOutput<typeof LocationSchema>;
export type DealershipSwitches = v.InferOutput<typeof DealershipSchema>['switches'];
export type Dealership = v.InferOutput<typeof DealershipSchema>;
export type OpeningHour = v.InferOutput<typeof OpeningHourSchema>;
export type SpecialHours = v.InferOutput<typeof SpecialHoursSchema>;
