import type { Vehicle } from '#src/domain/vehicle/vehicle.ts';

/** How the text of a feed cell becomes a vehicle field. */
export type FieldKind =
  | 'text'
  | 'dollars'
  | 'count'
  | 'number'
  | 'boolean'
  | 'list'
  | 'images'
  | 'date'
  | 'car_type'
  | 'status'
  | 'item_type'
  | 'price_type'
  | 'body'
  | 'transmission'
  | 'fuel'
  | 'drive'
  | 'state';

export type FeedField = Exclude<keyof Vehicle, 'autograb_data' | 'youxQuote' | 'finance_lenders'>;

/** Every vehicle field a feed may fill. */
export const FEED_FIELDS: Readonly<Record<FeedField, FieldKind>> = {
  make: 'text',
  model: 'text',
  year: 'count',
  badge: 'text',
  series: 'text',
  car_type: 'car_type',
  item_type: 'item_type',
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
  custom_rank: 'count',
  km: 'count',
  colour: 'text',
  interior_colour: 'text',
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
  reserved: 'boolean',
  payment_processors: 'list',
  show_on_dealer_website: 'boolean',
  cylinders: 'count',
  enginesize_litres: 'number',
  induction: 'text',
  fuelconsumptioncombined: 'number',
  fuelcapacity: 'number',
  grossvehiclemass: 'number',
  vehiclelength: 'number',
  vehicleheight: 'number',
  vehiclewidth: 'number',
  towingcapacitybraked: 'number',
  torque: 'text',
  power: 'text',
  ancaprating: 'text',
  range_km: 'number',
  body_width: 'number',
  body_length: 'number',
  tare_weight: 'number',
  axle_type: 'text',
  sleeps: 'count',
  aggregate_trailer_mass: 'number',
  standardEquipment: 'list',
  dealercomments: 'text',
  images: 'images',
  video_url: 'text',
  external_video_url: 'text',
  spin_code: 'text',
  file: 'text',
  dealership_slug: 'text',
  location_slug: 'text',
  city: 'text',
  state: 'state',
  private_suburb: 'text',
  private_postcode: 'text',
  distribution_locations: 'list',
};
