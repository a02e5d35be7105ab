import type { FeedFieldName } from '#src/config/sections/stock/feed-columns.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import type { MeasureKind } from './numbers-and-dates.ts';

/** How the text of a feed cell is converted into a vehicle field. */
export type FieldKind =
  | 'text'
  /** CFG-20: a make, accents and hyphens as in the reference list. */
  | 'make'
  /** Text whose line breaks matter. */
  | 'prose'
  /** An Australian postcode, which spreadsheets and JSON numbers write without its leading zero. */
  | 'postcode'
  | 'dollars'
  /** Whole numbers; 0 counts. */
  | 'number'
  /** Whole numbers; 0 means not stated. */
  | 'count'
  /** Decimal numbers with a unit; 0 means not stated. */
  | MeasureKind
  /** Whole kilometres; 0 counts. */
  | 'odometer'
  /** Whole cubic centimetres; 0 means not stated. */
  | 'cc'
  /** A displacement in litres; one in cc becomes litres. */
  | 'litres'
  | 'boolean'
  /** As `boolean`, with the words for shown and hidden. */
  | 'shown'
  /** As `boolean`, with the words for reserved and available. */
  | 'reserved'
  | 'list'
  | 'images'
  /** As `images`, of use only together. */
  | 'frames'
  /** One picture. */
  | 'image'
  /** A JSON list of objects. */
  | 'objects'
  | 'date'
  | 'structure'
  /** FIN-15: a JSON object of a lender's entries. */
  | 'lenders'
  | 'car_type'
  | 'status'
  | 'item_type'
  | 'price_type'
  | 'body'
  | 'transmission'
  | 'fuel'
  | 'drive'
  | 'state';

/** The kind of every field a feed may fill; the type keeps the list in step with the vehicle record. */
export const FEED_FIELDS: Readonly<Record<FeedFieldName, FieldKind>> = {
  make: 'make',
  model: 'text',
  year: 'number',
  badge: 'text',
  series: 'text',
  car_type: 'car_type',
  item_type: 'item_type',
  part_name: 'text',
  part_number: 'text',
  status: 'status',
  stocknum: 'text',
  vin: 'text',
  nvic: 'text',
  has_nvic: 'boolean',
  regplate: 'text',
  rego_expiry: 'date',
  created_at: 'date',
  compliance_date: 'text',
  build_date: 'text',
  price: 'dollars',
  price_type: 'price_type',
  before_price: 'dollars',
  offer_price: 'dollars',
  subscription_price: 'dollars',
  preorder: 'boolean',
  custom_rank: 'number',
  km: 'odometer',
  colour: 'text',
  interior_colour: 'text',
  warranty: 'text',
  simple_body: 'body',
  bodyconfiguration: 'text',
  simple_transmission: 'transmission',
  gearnum: 'count',
  simple_drive: 'drive',
  simple_fuel: 'fuel',
  fuel: 'text',
  seats: 'count',
  doors: 'count',
  categories: 'list',
  filtered_features: 'list',
  tag: 'text',
  certified: 'boolean',
  reserved: 'reserved',
  payment_processors: 'list',
  show_on_dealer_website: 'shown',
  cylinders: 'count',
  enginesize: 'cc',
  enginesize_litres: 'litres',
  induction: 'text',
  fuelconsumptioncombined: 'consumption',
  fuelcapacity: 'volume',
  grossvehiclemass: 'mass',
  vehiclelength: 'length',
  vehicleheight: 'length',
  vehiclewidth: 'length',
  towingcapacitybraked: 'mass',
  torque: 'text',
  power: 'text',
  ancaprating: 'text',
  range_km: 'distance',
  body_width: 'feet',
  body_length: 'feet',
  tare_weight: 'mass',
  axle_type: 'text',
  sleeps: 'count',
  aggregate_trailer_mass: 'mass',
  standardEquipment: 'list',
  dealercomments: 'prose',
  images: 'images',
  video_url: 'text',
  external_video_url: 'text',
  spin_images: 'frames',
  spin_interior_image: 'image',
  interior_url: 'text',
  hotspots: 'objects',
  hotspot_positions: 'structure',
  spin_code: 'text',
  file: 'text',
  car_analysis_url: 'text',
  inspection: 'structure',
  dealership_slug: 'text',
  location_slug: 'text',
  city: 'text',
  state: 'state',
  private_suburb: 'text',
  private_postcode: 'postcode',
  distribution_locations: 'list',
  autograb_data: 'structure',
  youxQuote: 'structure',
  finance_lenders: 'lenders',
  // `other_bodies` are further words of the cell of `simple_body`.
} satisfies Record<Exclude<keyof Vehicle, 'other_bodies'>, FieldKind>;

type Caution = {
  /** The value of the field; absent where the vehicle goes without one. */
  value?: boolean;
  /** Other fields left out of the vehicle. */
  leftOut?: readonly FeedFieldName[];
  /** For the report. */
  effect: string;
};

/** Fields whose default may contradict the feed: what a value that is stated but cannot be read does instead. */
export const CAUTIOUS_FIELDS: Partial<Record<FeedFieldName, Caution>> = {
  price_type: {
    leftOut: ['price', 'offer_price', 'before_price'],
    effect: 'the vehicle shows no price until then',
  },
  show_on_dealer_website: { value: false, effect: 'the vehicle is not shown until then' },
  reserved: { value: true, effect: 'the vehicle counts as reserved until then' },
};
