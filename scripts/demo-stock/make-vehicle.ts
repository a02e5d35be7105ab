import { BODIES_OF_ANY_SHAPE } from '#src/features/vehicle/body-words.ts';
import type { CarType, VehicleStatus } from '#src/features/vehicle/vehicle.ts';
import { addDays } from '#src/platform/time/calendar-date.ts';
import { pricesOf, USUAL_KM_A_YEAR } from './asking-price.ts';
import { newModelAt, usedModel, usedYear } from './choose-model.ts';
import { choosePaint, namedPaint } from './choose-paint.ts';
import { describeVehicle } from './description.ts';
import {
  CAR_EQUIPMENT,
  CARAVAN_EQUIPMENT,
  ELECTRIC_EQUIPMENT,
  type EquipmentItem,
  FILTERED_FEATURES,
  FOUR_WHEEL_DRIVE_EQUIPMENT,
  MOTORCYCLE_EQUIPMENT,
  TRUCK_EQUIPMENT,
  WORK_EQUIPMENT,
} from './equipment.data.ts';
import type { FeedVehicle } from './feed-vehicle.ts';
import type { Badge, Model, MotorModel } from './model-catalogue.ts';
import type { PhotoLibrary } from './photos/photo-library.ts';
import { picturedShape } from './photos/pictured-shape.ts';
import { type FirstPhoto, galleryOf } from './photos/spread-photos.ts';
import { PLATE_PATTERNS } from './plates.data.ts';
import type { Random } from './random.ts';
import { BODY_OF_SHAPE, CONFIGURATIONS, FUEL_NAMES } from './specification.data.ts';
import { DEFAULT_WMI, WMI_BY_MAKE } from './world-manufacturers.data.ts';
import { locationFor, type Yard } from './yard.ts';

const TWO_DOOR_UTE = 'Utility';
const HATCHES = ['hatch', 'micro'];

/** A shape beside the words that name none. */
const bodiesOf = ({ body, shape }: MotorModel): Pick<FeedVehicle, 'simple_body' | 'other_bodies'> =>
  body !== undefined && BODIES_OF_ANY_SHAPE.has(body)
    ? { simple_body: BODY_OF_SHAPE[shape] ?? body, other_bodies: [body] }
    : { simple_body: body };

function configurationOf({ body, doors, shape }: MotorModel): string | undefined {
  if (body === 'ute' && doors === 2) return TWO_DOOR_UTE;
  const named = body && CONFIGURATIONS[body];
  if (named) return named;
  const form = shape.includes('sedan') ? 'Sedan' : HATCHES.includes(shape) ? 'Hatchback' : 'Wagon';
  return doors === undefined ? undefined : `${doors} Door ${form}`;
}

/** Cubic centimetres of an engine sold by its litres: just below them, as cylinders come out. */
const displacement = (litres: number | undefined) =>
  litres === undefined ? undefined : Math.round(litres * 1000) - 2;

const MM_PER_FOOT = 304.8;
/** Bodies people live in are measured in feet, to the inch or so. */
const feet = (mm: number): number => Math.round((mm / MM_PER_FOOT) * 10) / 10;

/** What the maker states of the model: engine, size, masses, safety. */
function specificationOf(model: Model): Partial<FeedVehicle> {
  if (model.kind === 'caravan') {
    return {
      body_length: feet(model.length),
      body_width: feet(model.width),
      vehicleheight: model.height,
      tare_weight: model.tare,
      aggregate_trailer_mass: model.atm,
      axle_type: model.axle,
      sleeps: model.sleeps,
    };
  }
  const { engine, box, size, use } = model;
  const range = use?.endsWith('km') ? Number.parseInt(use, 10) : undefined;
  return {
    ...bodiesOf(model),
    bodyconfiguration: configurationOf(model),
    simple_transmission: box.transmission,
    gearnum: box.gears,
    simple_drive: model.drive,
    simple_fuel: model.fuel,
    fuel: FUEL_NAMES[model.fuel],
    seats: model.seats,
    doors: model.doors,
    cylinders: engine.cylinders,
    enginesize: displacement(engine.litres),
    enginesize_litres: engine.litres,
    induction: engine.litres === undefined ? undefined : engine.turbo ? 'Turbo Intercooled' : 'Aspirated',
    power: `${engine.kilowatts} kW`,
    torque: `${engine.newtonMetres} Nm`,
    fuelconsumptioncombined: range === undefined && use !== undefined ? Number(use) : undefined,
    range_km: range,
    fuelcapacity: model.tank,
    grossvehiclemass: model.gvm,
    vehiclelength: size.length,
    vehicleheight: size.height,
    vehiclewidth: size.width,
    towingcapacitybraked: model.tow,
    ancaprating: model.ancap === undefined ? undefined : String(model.ancap),
    ...(model.body === 'motorhome' ? { sleeps: model.seats, body_length: feet(size.length) } : {}),
  };
}

/** ISO 3779: values of letters and weights of positions; position 9 is the check digit itself. */
const LETTER_VALUES: Readonly<Record<string, number>> = Object.fromEntries(
  ['AJ', 'BKS', 'CLT', 'DMU', 'ENV', 'FW', 'GPX', 'HY', 'RZ'].flatMap((letters, index) =>
    [...letters].map((letter): [string, number] => [letter, index + 1]),
  ),
);
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const CHECK_POSITION = 8;
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const FIRST_CODED_YEAR = 2010;
const ATTRIBUTE_LETTERS = [...'ABCDEFGHJKLMNPRSTUVWXYZ123456789'];
const SERIALS = 900_000;
/** Shares no factor with the number of serials, so that every index gets its own. */
const SERIAL_STEP = 7919;

/** The VIN with position 9 set to the check digit of the others. */
export function withCheckDigit(vin: string): string {
  const sum = [...vin].reduce(
    (total, char, index) => total + (LETTER_VALUES[char] ?? Number(char)) * (WEIGHTS[index] ?? 0),
    0,
  );
  const digit = sum % 11 === 10 ? 'X' : String(sum % 11);
  return vin.slice(0, CHECK_POSITION) + digit + vin.slice(CHECK_POSITION + 1);
}

/** A VIN of the maker and year; another index never gives the same. */
function makeVin(make: string, year: number, index: number, random: Random): string {
  const attributes = Array.from({ length: 5 }, () => random.pick(ATTRIBUTE_LETTERS)).join('');
  const place = (year - FIRST_CODED_YEAR) % YEAR_CODES.length;
  const yearCode = YEAR_CODES.at(place) ?? '1';
  const serial = 100_000 + ((index * SERIAL_STEP) % SERIALS);
  return withCheckDigit(`${WMI_BY_MAKE[make] ?? DEFAULT_WMI}${attributes}0${yearCode}0${serial}`);
}

/** Without vowels, so that no plate spells a word. */
const LETTERS = [...'BCDFGHJKLMNPRSTVWXYZ'];

/** A plate as the state issued them in that year. */
function makePlate(
  state: string,
  year: number,
  kind: 'car' | 'motorcycle' | 'trailer',
  random: Random,
): string {
  const patterns = PLATE_PATTERNS[state] ?? PLATE_PATTERNS.qld;
  const issued = patterns && year >= patterns.since ? patterns.newer : patterns?.older;
  const pattern = (kind === 'car' ? issued : patterns?.[kind]) ?? '';
  return pattern.replace(/[#@]/g, (sign) => (sign === '#' ? String(random.int(0, 9)) : random.pick(LETTERS)));
}

const WORK_BODIES = new Set(['ute', 'cabChassis', 'van', 'bus']);

function itemsFor(model: Model, tier: number): readonly EquipmentItem[] {
  if (model.kind === 'caravan') return CARAVAN_EQUIPMENT;
  if (model.item === 'truck') return TRUCK_EQUIPMENT;
  if (model.item === 'motorcycle') return MOTORCYCLE_EQUIPMENT;
  return [
    ...CAR_EQUIPMENT.slice(0, tier + 1).flat(),
    ...(model.body && WORK_BODIES.has(model.body) ? WORK_EQUIPMENT : []),
    ...(model.drive === '4WD' ? FOUR_WHEEL_DRIVE_EQUIPMENT : []),
    ...(model.fuel === 'Electric' ? ELECTRIC_EQUIPMENT : []),
    ...(model.body === 'motorhome' ? CARAVAN_EQUIPMENT.slice(0, 8) : []),
  ];
}

/** What a badge of that build year has; the catalogue lists badges from the plainest to the most expensive. */
function equipmentOf(model: Model, badgeIndex: number, year: number): string[] {
  const share = model.badges.length > 1 ? badgeIndex / (model.badges.length - 1) : 0.5;
  return itemsFor(model, Math.round(share * 2))
    .filter(([, since]) => year >= (since ?? 0))
    .map(([item]) => item);
}

const filteredFeaturesOf = (equipment: readonly string[]): string[] =>
  equipment.flatMap((item) => FILTERED_FEATURES[item] ?? []);

/** `MM/YYYY`, as compliance plates write it. */
const plateMonth = (day: string): string => `${day.slice(5, 7)}/${day.slice(0, 4)}`;

const yearOf = (day: string): number => Number(day.slice(0, 4));

const STATES_AROUND = ['qld', 'nsw', 'vic', 'sa'];
const STOCK_LETTERS: Readonly<Record<CarType, string>> = { new: 'N', demo: 'D', used: 'U' };
const STATUS_WEIGHTS: Readonly<Record<CarType, Readonly<Record<VehicleStatus, number>>>> = {
  new: { in_stock: 87, coming_soon: 10, sold: 3 },
  demo: { in_stock: 95, coming_soon: 0, sold: 5 },
  used: { in_stock: 92, coming_soon: 3, sold: 5 },
};
const STATUSES: readonly VehicleStatus[] = ['in_stock', 'coming_soon', 'sold'];
const INSPECTED_YEARS = 6;
const CERTIFIED_YEARS = 5;
const TEST_DRIVE_ONLY = 'Test Drive Only';
const LONGEST_LISTED_DAYS = 120;
/** A new vehicle this old has been in stock too long. */
const RUNOUT_YEARS = 0.5;

const pickBadge = (model: Model, random: Random): Badge & { index: number } => {
  const index = random.int(0, model.badges.length - 1);
  const badge = model.badges[index];
  if (!badge) throw new RangeError(`${model.make} ${model.model} has no badge.`);
  return { ...badge, index };
};

/** Odometer; none of what is towed. */
function kmOf(model: Model, carType: CarType, years: number, random: Random): number | undefined {
  if (model.item === 'caravan') return undefined;
  if (carType === 'new') return random.int(5, 35);
  if (carType === 'demo') return random.int(400, 7800);
  const share = model.item === 'motorcycle' ? 0.35 : model.item === 'truck' ? 1.6 : 1;
  const km = years * USUAL_KM_A_YEAR * share * (1 + 0.55 * random.spread());
  return Math.max(900, Math.round(km) + random.int(-40, 40));
}

const plateKind = (model: Model) =>
  model.item === 'caravan' ? 'trailer' : model.item === 'motorcycle' ? 'motorcycle' : 'car';

/** The location of a vehicle, the date of the listing, and the available photos. */
export type Listing = { yard: Yard; today: string; photos: PhotoLibrary };

/**
 * Vehicle number `index` of a yard on a day; the same arguments give the same vehicle.
 * @param first how it is seen first, where that is not left to chance
 */
export function makeVehicle(
  { yard, today, photos }: Listing,
  index: number,
  random: Random,
  first?: FirstPhoto,
): FeedVehicle {
  const { dealer } = yard;
  const thisYear = yearOf(today);
  const carType = random.weighted(['new', 'demo', 'used'] as const, (type) => yard.shares[type]);
  const location = locationFor(yard, carType, random);
  const model = carType === 'used' ? usedModel(yard, thisYear, random) : newModelAt(yard, location, random);
  const badge = pickBadge(model, random);
  const shape = picturedShape(model, badge.name);
  const drawn = choosePaint(model, shape, photos, random);
  const [colour, paint] = first ? namedPaint(model, first.paint, index) : drawn;

  const built =
    carType === 'used'
      ? `${usedYear(yard, model, thisYear, random)}-${String(random.int(1, 12)).padStart(2, '0')}-15`
      : addDays(today, -random.int(30, carType === 'new' ? 270 : 420));
  const builtInRun = yearOf(built) < model.years.from ? `${model.years.from}-01-15` : built;
  const year = yearOf(builtInRun);
  const years = Math.max(0.1, (Date.parse(today) - Date.parse(builtInRun)) / 31_557_600_000);
  const status = random.weighted(STATUSES, (name) => STATUS_WEIGHTS[carType][name]);
  const km = kmOf(model, carType, years, random);
  const equipment = equipmentOf(model, badge.index, year);
  const registered = carType !== 'new';
  const plateState = random.chance(0.85) ? dealer.state : random.pick(STATES_AROUND);
  const complied = addDays(builtInRun, random.int(20, 80));

  const vehicle: FeedVehicle = {
    stocknum: `${STOCK_LETTERS[carType]}${20_000 + index}`,
    vin: makeVin(model.make, year, index, random),
    make: model.make,
    model: model.model,
    badge: badge.name,
    series: model.series,
    year,
    car_type: carType,
    item_type: model.item,
    status,
    build_date: plateMonth(builtInRun),
    compliance_date: plateMonth(complied > today ? today : complied),
    regplate: registered ? makePlate(plateState, year, plateKind(model), random) : undefined,
    rego_expiry: registered ? addDays(today, random.int(15, 360)) : undefined,
    nvic: random.chance(0.7) ? nvicOf(random) : undefined,
    created_at: listedOn(yard, builtInRun, today, random),
    km,
    colour,
    interior_colour: random.pick(['Black', 'Black', 'Charcoal', 'Stone', 'Tan']),
    ...pricesOf({ model, badge, carType, status, years, km, dealer }, random),
    certified:
      carType === 'used' &&
      status === 'in_stock' &&
      years <= INSPECTED_YEARS &&
      random.chance(0.25) &&
      isCertifiable(model, thisYear - year),
    reserved: status === 'in_stock' && random.chance(0.025),
    tag: tagOf(carType, years > RUNOUT_YEARS, random),
    custom_rank: random.chance(recommendedShare(dealer, model.make)) ? 100 : undefined,
    ...specificationOf(model),
    standardEquipment: equipment,
    filtered_features: filteredFeaturesOf(equipment),
    images: galleryOf(photos, { shape, paint, status }, random, first?.angle),
    dealership_slug: location.dealership,
    location_slug: location.slug,
  };
  const made = {
    ...vehicle,
    has_nvic: vehicle.nvic !== undefined,
    custom_rank: isWorthRecommending(vehicle) ? vehicle.custom_rank : undefined,
  };
  return { ...made, ...describeVehicle(yard.trade, model, made, today, random) };
}

/** No truck, motorcycle or caravan, and nothing to sleep in. */
const isCertifiable = (model: Model, years: number): boolean =>
  model.item === 'car' && model.body !== 'motorhome' && years <= CERTIFIED_YEARS;

/** A dealer recommends what can be seen and bought. */
const isWorthRecommending = ({ images, price, tag }: FeedVehicle): boolean =>
  images.length > 0 && price !== undefined && tag !== TEST_DRIVE_ONLY;

/** A dealer of one make recommends its own. */
const recommendedShare = (
  { manufacturer = '' }: Pick<Yard['dealer'], 'manufacturer'>,
  make: string,
): number => (manufacturer === '' ? 0.012 : make === manufacturer ? 0.08 : 0);

const nvicOf = (random: Random): string =>
  Array.from({ length: 6 }, () => random.pick([...'0123456789ABCDEFGHJKLMNPRSTUVWXYZ'])).join('');

/** Most have been in stock for weeks, a few arrived in the last days; none before it was built. */
function listedOn({ listingSkew }: Yard, built: string, today: string, random: Random): string {
  const listed = addDays(today, -Math.floor(LONGEST_LISTED_DAYS * random.next() ** listingSkew));
  return listed < built ? built : listed;
}

function tagOf(carType: CarType, isRunout: boolean, random: Random): string | undefined {
  if (carType === 'new' && isRunout && random.chance(0.3)) return 'Runout Sale';
  if (carType === 'demo' && random.chance(0.06)) return TEST_DRIVE_ONLY;
  return random.chance(0.015) ? "Manager's Special" : undefined;
}
