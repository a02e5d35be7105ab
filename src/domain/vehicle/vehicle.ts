import * as v from 'valibot';
import { PRICE_TYPES } from '#src/config/sections/price-types.ts';
import { isEmptyValue } from './display-text.ts';
import { CentsSchema, longText, opt, positive, text } from './field-schemas.ts';
import { LenderEntrySchema } from './lender-entry.ts';

export const CAR_TYPES = ['new', 'demo', 'used'] as const;
export type CarType = (typeof CAR_TYPES)[number];

export const VEHICLE_STATUSES = ['in_stock', 'coming_soon', 'sold'] as const;
export type VehicleStatus = (typeof VEHICLE_STATUSES)[number];

/** CFG-13. */
/** Vehicles, and parts of them, which no page or search of vehicles shows. */
export const ITEM_TYPES = ['car', 'truck', 'motorcycle', 'caravan', 'part'] as const;
export type ItemType = (typeof ITEM_TYPES)[number];
export type VehicleType = Exclude<ItemType, 'part'>;

/** SRCH-26: the simple body types, as stored. */
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
  /** Id of the stored original, see server/images. */
  id: text,
  alt: opt(text),
  /** Counts the contents the original has had; absent means 1. */
  version: opt(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999_999))),
  /** Where a feed says the picture is. Only until the import has an original for it; never stored. */
  address: opt(v.pipe(v.string(), v.maxLength(2000))),
});

/** VDP-36: a point of interest on a spin or inside; its position is stored separately, by its id. */
const HotspotSchema = v.strictObject({
  id: text,
  description: text,
  /** Addresses of what else is to be seen of it. */
  anchors: list,
});

/**
 * Where a hotspot is seen from one angle: degrees of the spin, or of the panorama; places in per cent of the picture.
 */
const HotspotPositionSchema = v.strictObject({
  hotspotId: text,
  activeAngle: v.pipe(v.number(), v.minValue(0), v.maxValue(360)),
  posX: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
  posY: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
});

/**
 * One vehicle as the database holds it (SRCH-28). Field names are the specification's;
 * money is whole cents, distances kilometres, instants ISO 8601 in UTC.
 */
export const VehicleSchema = v.strictObject({
  make: text,
  model: text,
  year: v.pipe(v.number(), v.integer(), v.minValue(1900), v.maxValue(2100)),
  badge: opt(text),
  series: opt(text),
  car_type: v.picklist(CAR_TYPES),
  /** Make, model and year of a part are those of the vehicle it fits; `car_type` is its condition. */
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
  /** Day the dealer first listed it, where the feed says so. */
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
  /** Pictures all around the vehicle, in their order. */
  spin_images: opt(v.array(ImageSchema)),
  /** A panorama of the inside, twice as wide as high. */
  spin_interior_image: opt(ImageSchema),
  /** A page that shows the inside, for a frame. */
  interior_url: opt(text),
  hotspots: opt(v.array(HotspotSchema)),
  hotspot_positions: opt(
    v.strictObject({
      exterior: v.optional(v.array(HotspotPositionSchema), []),
      interior: v.optional(v.array(HotspotPositionSchema), []),
    }),
  ),
  /** Of the vehicle in a spin viewer of others. */
  spin_code: opt(text),
  /** VDP-24: its history report: an https address, or a PDF of the site itself, `/documents/…`. */
  file: opt(text),
  /** CFG-14: download of the Car Analysis plugin, as `file`. */
  car_analysis_url: opt(text),

  dealership_slug: opt(text),
  location_slug: opt(text),
  /** Where the feed places the car when that is none of the dealer's locations. */
  city: opt(text),
  state: opt(text),
  /** Of a private seller, who has the vehicle until it is sold. */
  private_suburb: opt(text),
  private_postcode: opt(text),
  /** LOC-13: slugs of the dealer's other locations that list it. */
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

/** What a vehicle was advertised for, from `since` (ISO 8601) on. `type` is null where the feed states none. */
type PricePeriod = { cents: number | null; type: (typeof PRICE_TYPES)[number] | null; since: string };

/** The price a vehicle is advertised for, and the one before it. */
export type AdvertisedPrice = PricePeriod & { before?: PricePeriod };

/** A vehicle with the platform's own data: identity and history. */
export type StockedVehicle = Vehicle & {
  /** Stable across imports: keyed hash of dealer and identity. */
  id: string;
  dealer: string;
  slug: string;
  /** When an import first saw it. */
  firstSeenAt: string;
  /** The feed's date, else the time of import; null if a first import brought it without a date. */
  listedAt: string | null;
  /** Null if no import has changed it since prices are recorded. */
  advertised: AdvertisedPrice | null;
  /** Where people have set a price over that of the feed: what `advertised` would be without it. */
  setOver?: AdvertisedPrice | null;
  updatedAt: string;
  soldAt: string | null;
  removedAt: string | null;
};

export const vehicleTitle = (car: Pick<Vehicle, 'year' | 'make' | 'model'>): string =>
  `${car.year} ${car.make} ${car.model}`;

/** `2021 Toyota HiLux SR5`: the name shoppers know the car by. */
export const vehicleName = (car: Pick<Vehicle, 'year' | 'make' | 'model' | 'badge'>): string =>
  [vehicleTitle(car), isEmptyValue(car.badge) ? undefined : car.badge].filter(Boolean).join(' ');
