import * as v from 'valibot';
import { PRICE_TYPES } from '#src/config/sections/stock/stock-terms.ts';
import { FlawMarkSchema, InspectionSchema } from './assurance/inspection-schema.ts';
import { isEmptyValue } from './text/display-text.ts';
import { longText, text } from './text/feed-text.ts';

/** Money in whole cents. */
export const CentsSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000));
const positive = v.pipe(v.number(), v.minValue(0));
const opt = <S extends v.GenericSchema>(schema: S) => v.optional(schema);

/** `term5`: the weekly repayment if the loan runs for 5 years (decision 38). */
export const TERM_FIELDS = ['term1', 'term2', 'term3', 'term4', 'term5', 'term6', 'term7'] as const;

/** Legal maximum for consumer credit, 48 per cent per year. */
const rate = v.pipe(v.number(), v.minValue(0), v.maxValue(48));
const upTo = (max: number) => v.pipe(positive, v.maxValue(max));

/** FIN-15: a lender's figures for a vehicle. Rates in per cent per year. */
export const LenderEntrySchema = v.strictObject({
  interestRate: v.nullish(rate),
  comparisonRate: v.nullish(rate),
  paymentWeek: opt(CentsSchema),
  paymentMonth: opt(CentsSchema),
  ...v.entriesFromList(TERM_FIELDS, opt(CentsSchema)),
  /** Loan term, in any of three units. */
  termYears: opt(upTo(30)),
  termMonths: opt(upTo(360)),
  termWeeks: opt(upTo(1566)),
  balloon: opt(CentsSchema),
  deposit: opt(CentsSchema),
  establishmentFees: opt(CentsSchema),
  totalPayable: opt(CentsSchema),
  /** The lender, if the entry comes from a broker. */
  financeProvider: opt(text),
  disclaimer: opt(longText),
  /** Some values are invalid, so no repayment of this lender is shown. */
  isUnreadable: opt(v.literal(true)),
});

export type LenderEntry = v.InferOutput<typeof LenderEntrySchema>;

const MONTHS_PER_YEAR = 12;
const WEEKS_PER_YEAR = 52;
/** Tolerance: 261 weeks are five years. */
const SAME_TERM_YEARS = 0.1;

/** Loan term in years, rounded to months if given in weeks; undefined if not stated. */
export function entryTermYears({ termYears, termMonths, termWeeks }: LenderEntry): number | undefined {
  if (termYears) return termYears;
  if (termMonths) return termMonths / MONTHS_PER_YEAR;
  return termWeeks ? Math.round((termWeeks / WEEKS_PER_YEAR) * MONTHS_PER_YEAR) / MONTHS_PER_YEAR : undefined;
}

/** Whether the stated years, months and weeks are consistent. */
export function termsAgree({ termYears, termMonths, termWeeks }: LenderEntry): boolean {
  const stated = [
    termYears,
    termMonths && termMonths / MONTHS_PER_YEAR,
    termWeeks && termWeeks / WEEKS_PER_YEAR,
  ].filter((years): years is number => !!years);
  return Math.max(...stated) - Math.min(...stated) <= SAME_TERM_YEARS || stated.length === 0;
}

/**
 * Decision 38: `paymentWeek`, else `term{N}` for the term of the entry.
 * @param siteYears the site's term, used if the entry states none
 */
export function statedWeek(entry: LenderEntry, siteYears: number): number | undefined {
  const own = TERM_FIELDS.find((field) => field === `term${entryTermYears(entry) ?? siteYears}`);
  return entry.paymentWeek ?? (own && entry[own]);
}

export const CAR_TYPES = ['new', 'demo', 'used'] as const;
export type CarType = (typeof CAR_TYPES)[number];

export const VEHICLE_STATUSES = ['in_stock', 'coming_soon', 'sold'] as const;
export type VehicleStatus = (typeof VEHICLE_STATUSES)[number];

/** CFG-13. Parts are excluded from pages and searches of vehicles. */
export const ITEM_TYPES = ['car', 'truck', 'motorcycle', 'caravan', 'part'] as const;
export type ItemType = (typeof ITEM_TYPES)[number];
export type VehicleType = Exclude<ItemType, 'part'>;

/** SRCH-26: stored values of `simple_body`. */
export const BODY_TYPES = [
  '4x4',
  'bus',
  'cabChassis',
  'convertible',
  'coupe',
  'ev',
  'hardtop',
  'hatch',
  'hatchback',
  'motorhome',
  'lightTruck',
  'peopleMover',
  'prestige',
  'sedan',
  'softtop',
  'suv',
  'ute',
  'van',
  'wagon',
  'stationWagon',
] as const;
export type BodyType = (typeof BODY_TYPES)[number];

export const TRANSMISSIONS = ['Automatic', 'Manual'] as const;
export const FUELS = ['Petrol', 'Diesel', 'Hybrid', 'Electric', 'LPG'] as const;
export const DRIVES = ['FWD', 'RWD', 'AWD', '4WD'] as const;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const list = v.optional(v.array(text), []);

const ImageSchema = v.strictObject({
  /** Id of the stored original. */
  id: text,
  alt: opt(text),
  /** Incremented when the content changes; absent means 1. */
  version: opt(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999_999))),
  /** URL in the feed, until the import has fetched the original; never stored. */
  address: opt(v.pipe(v.string(), v.maxLength(2000))),
  /** FEED-15: the address is a template whose `{n}` counts from here until a picture is missing; never stored. */
  from: opt(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1))),
  /** Set by the import, from the flaws of the inspection. */
  marks: opt(v.array(FlawMarkSchema)),
});

/** VDP-36: a point of interest; its positions refer to it by id. */
const HotspotSchema = v.strictObject({
  id: text,
  description: text,
  /** URLs with more information. */
  anchors: list,
});

/** Angle in degrees of the spin or panorama; position in per cent of the picture. */
const HotspotPositionSchema = v.strictObject({
  hotspotId: text,
  activeAngle: v.pipe(v.number(), v.minValue(0), v.maxValue(360)),
  posX: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
  posY: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
});

/**
 * SRCH-28: a vehicle as stored. Field names are those of the specification; money is in whole cents, distances are in
 * kilometres, times in ISO 8601 UTC.
 */
export const VehicleSchema = v.strictObject({
  make: text,
  model: text,
  year: v.pipe(v.number(), v.integer(), v.minValue(1900), v.maxValue(2100)),
  badge: opt(text),
  series: opt(text),
  car_type: v.picklist(CAR_TYPES),
  /** For parts, make, model and year are those of the vehicle they fit; `car_type` is the condition. */
  item_type: v.optional(v.picklist(ITEM_TYPES), 'car'),
  part_name: opt(text),
  part_number: opt(text),
  status: v.picklist(VEHICLE_STATUSES),
  stocknum: opt(text),
  vin: opt(text),
  nvic: opt(text),
  has_nvic: v.optional(v.boolean(), false),
  regplate: opt(text),
  rego_expiry: opt(v.pipe(v.string(), v.isoDate())),
  /** Date of the first listing according to the feed. */
  created_at: opt(v.pipe(v.string(), v.isoDate())),
  compliance_date: opt(text),
  build_date: opt(text),

  price: opt(CentsSchema),
  price_type: opt(v.picklist(PRICE_TYPES)),
  before_price: opt(CentsSchema),
  offer_price: opt(CentsSchema),
  subscription_price: opt(CentsSchema),
  preorder: v.optional(v.boolean(), false),
  custom_rank: v.optional(v.pipe(v.number(), v.integer()), 0),

  km: opt(count),
  colour: opt(text),
  interior_colour: opt(text),
  warranty: opt(text),
  simple_body: opt(v.picklist(BODY_TYPES)),
  /** Further body words of the same cell, such as EV. */
  other_bodies: opt(v.array(v.picklist(BODY_TYPES))),
  bodyconfiguration: opt(text),
  simple_transmission: opt(v.picklist(TRANSMISSIONS)),
  gearnum: opt(count),
  simple_drive: opt(v.picklist(DRIVES)),
  simple_fuel: opt(v.picklist(FUELS)),
  fuel: opt(text),
  seats: opt(count),
  doors: opt(count),
  categories: list,
  filtered_features: list,
  tag: opt(text),
  certified: v.optional(v.boolean(), false),
  reserved: v.optional(v.boolean(), false),
  payment_processors: list,
  show_on_dealer_website: v.optional(v.boolean(), true),

  cylinders: opt(count),
  /** Cubic centimetres. */
  enginesize: opt(count),
  enginesize_litres: opt(positive),
  induction: opt(text),
  /** Litres per 100 km, combined cycle. */
  fuelconsumptioncombined: opt(positive),
  fuelcapacity: opt(positive),
  grossvehiclemass: opt(positive),
  vehiclelength: opt(positive),
  vehicleheight: opt(positive),
  vehiclewidth: opt(positive),
  towingcapacitybraked: opt(positive),
  torque: opt(text),
  power: opt(text),
  ancaprating: opt(text),
  range_km: opt(positive),
  body_width: opt(positive),
  body_length: opt(positive),
  tare_weight: opt(positive),
  axle_type: opt(text),
  sleeps: opt(count),
  aggregate_trailer_mass: opt(positive),

  standardEquipment: list,
  dealercomments: opt(longText),
  images: v.optional(v.array(ImageSchema), []),
  video_url: opt(text),
  external_video_url: opt(text),
  /** In order around the vehicle. */
  spin_images: opt(v.array(ImageSchema)),
  /** Equirectangular panorama with an aspect ratio of 2:1. */
  spin_interior_image: opt(ImageSchema),
  /** Third-party page to embed. */
  interior_url: opt(text),
  hotspots: opt(v.array(HotspotSchema)),
  hotspot_positions: opt(
    v.strictObject({
      exterior: v.optional(v.array(HotspotPositionSchema), []),
      interior: v.optional(v.array(HotspotPositionSchema), []),
    }),
  ),
  /** Id in a third-party spin viewer. */
  spin_code: opt(text),
  /** VDP-24: history report; an https URL, or a PDF of the site, `/documents/…`. */
  file: opt(text),
  /** CFG-14: Car Analysis plugin; same format as `file`. */
  car_analysis_url: opt(text),
  inspection: opt(InspectionSchema),

  dealership_slug: opt(text),
  location_slug: opt(text),
  /** Set if the vehicle is not at one of the dealer's locations. */
  city: opt(text),
  state: opt(text),
  /** Address of a private seller who keeps the vehicle until it is sold. */
  private_suburb: opt(text),
  private_postcode: opt(text),
  /** LOC-13: slugs of other locations that list it. */
  distribution_locations: list,

  autograb_data: opt(
    v.strictObject({ average_market_price: opt(CentsSchema), state_average_market_price: opt(CentsSchema) }),
  ),
  youxQuote: opt(
    v.strictObject({
      weeklyRepaymentAmount: CentsSchema,
      advertisedRate: positive,
      comparisonRate: positive,
    }),
  ),
  finance_lenders: v.optional(v.record(v.string(), LenderEntrySchema), {}),
});

export type Vehicle = v.InferOutput<typeof VehicleSchema>;
export type VehicleImage = v.InferOutput<typeof ImageSchema>;
export type Hotspot = v.InferOutput<typeof HotspotSchema>;
export type HotspotPosition = v.InferOutput<typeof HotspotPositionSchema>;

/** `since` is in ISO 8601; `type` is null if the feed states none. */
export type PricePeriod = {
  cents: number | null;
  type: (typeof PRICE_TYPES)[number] | null;
  since: string;
};

/** `earlier` are the periods before `before`, oldest first. */
export type AdvertisedPrice = PricePeriod & { before?: PricePeriod; earlier?: readonly PricePeriod[] };

/** A vehicle with identity and history. */
export type StockedVehicle = Vehicle & {
  /** Keyed hash of dealer and identity, stable across imports. */
  id: string;
  dealer: string;
  slug: string;
  /** Time of the first import that contained it. */
  firstSeenAt: string;
  /** The date in the feed, else the time of import; null for vehicles of a dealer's first import without a date. */
  listedAt: string | null;
  /** Null if no price change was recorded yet. */
  advertised: AdvertisedPrice | null;
  /** The value of `advertised` without a manually set price. */
  setOver?: AdvertisedPrice | null;
  updatedAt: string;
  soldAt: string | null;
  removedAt: string | null;
};

export const vehicleTitle = (car: Pick<Vehicle, 'year' | 'make' | 'model'>): string =>
  `${car.year} ${car.make} ${car.model}`;

/** `2021 Toyota HiLux SR5` */
export const vehicleName = (car: Pick<Vehicle, 'year' | 'make' | 'model' | 'badge'>): string =>
  [vehicleTitle(car), isEmptyValue(car.badge) ? undefined : car.badge].filter(Boolean).join(' ');

/** VDP-16: vehicles that are not available have a SOLD notice in place of actions. */
export const isAvailable = ({ status }: { status: VehicleStatus }): boolean =>
  status === 'in_stock' || status === 'coming_soon';
