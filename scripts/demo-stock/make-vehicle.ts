import type { CarType, VehicleStatus } from '#src/features/vehicle/vehicle.ts';
import { addDays } from '#src/platform/time/calendar-date.ts';
import { pricesOf } from './asking-price.ts';
import type { Badge, Model } from './catalogue.ts';
import { newModelAt, usedModel, usedYear } from './choose-model.ts';
import { choosePaint, namedPaint } from './choose-paint.ts';
import { describeVehicle } from './description.ts';
import { equipmentOf, filteredFeaturesOf } from './equipment.ts';
import type { FeedVehicle } from './feed-vehicle.ts';
import { galleryOf } from './photos/gallery.ts';
import type { PhotoLibrary } from './photos/photo-library.ts';
import type { FirstPhoto } from './photos/spread-photos.ts';
import { makePlate } from './plates.ts';
import { USUAL_KM_A_YEAR } from './price.ts';
import type { Random } from './random.ts';
import { specificationOf } from './specification.ts';
import { makeVin } from './vin.ts';
import { locationFor, type Yard } from './yard.ts';

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
  const drawn = choosePaint(model, photos, random);
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
    images: galleryOf(photos, { shape: model.shape, paint, status }, random, first?.isOutdoors),
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
