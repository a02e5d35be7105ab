import type { CaravanModel, Model, MotorModel } from '../model-catalogue.ts';
import type { Shape } from '../shapes.data.ts';

const SMALLEST_COUPE_MM = 3700;
const MINIBUS_MM = 6000;
const LIMOUSINE_MM = 4970;
/** Cabs of lighter trucks are narrow. */
const HEAVY_TRUCK_KG = 9000;
/** Above it a truck has two axles at the rear. */
const THREE_AXLES_KG = 20_000;
/** Years in which cars with reflector lamps ended. */
const LAST_OLDER_SEDAN = 2017;
const LAST_OLDER_SUV = 2022;
const FIRST_NEWER_SUV = 2017;
const DEAR_DOLLARS = 70_000;

/** Off-road cars with upright sides; the others have a ute's face and a wagon's roof. */
const SQUARE = new Set(['LandCruiser 70', 'G400d', 'Defender 110', 'Wrangler', 'Tank 300']);
const TOURERS = new Set(['Road Glide', 'Gold Wing', 'Challenger']);
const TEARDROPS = new Set(['J-Pod', 'Aliner']);
const BONNETED = new Set(['T360', 'Daily 50C']);

const ELECTRIC: Partial<Record<Shape, Shape>> = {
  micro: 'electric-hatch',
  hatch: 'electric-hatch',
  sedan: 'electric-sedan',
  'large-sedan': 'electric-sedan',
  'small-suv': 'electric-small-suv',
  suv: 'electric-suv',
  'large-suv': 'electric-suv',
};

/** What the badge of a truck says of its body: on a narrow cab, on a wide one. */
const TRUCK_BODIES: readonly (readonly [words: RegExp, light: Shape, heavy: Shape])[] = [
  [/crew|dual cab/i, 'crew-truck', 'crew-truck'],
  [/tipper/i, 'light-tipper', 'tipper'],
  [/tray|tradepack|trade ace/i, 'light-tray', 'truck-tray'],
  [/vanpack|freightpack/i, 'light-truck', 'box-truck'],
  [/curtainsider/i, 'truck', 'truck'],
  [/servicepack/i, 'service-truck', 'service-truck'],
  [/prime mover/i, 'prime-mover', 'prime-mover'],
  [/agitator/i, 'agitator', 'agitator'],
];

function truckShape({ model, gvm = 0 }: MotorModel, badge: string): Shape {
  if (BONNETED.has(model)) return 'bonneted-truck';
  const isHeavy = gvm >= HEAVY_TRUCK_KG;
  const [, light, heavy] = TRUCK_BODIES.find(([words]) => words.test(badge)) ?? [];
  if (light && heavy) return isHeavy ? heavy : light;
  if (gvm > THREE_AXLES_KG) return 'three-axle-chassis';
  return isHeavy ? 'truck-chassis' : 'light-chassis';
}

function carShape(car: MotorModel): Shape {
  const { model, shape, size, doors, years, badges } = car;
  const last = years.to ?? Number.POSITIVE_INFINITY;
  const electric = car.fuel === 'Electric' ? ELECTRIC[shape] : undefined;
  if (electric) return electric;
  switch (shape) {
    case 'ute':
      return doors === 2 ? 'two-door-ute' : shape;
    case 'convertible':
      return size.length < SMALLEST_COUPE_MM ? 'small-convertible' : shape;
    case 'bus':
      return size.length < MINIBUS_MM ? 'minibus' : shape;
    case '4x4':
      if (doors === 3) return 'three-door-4x4';
      return SQUARE.has(model) ? shape : 'off-road-wagon';
    case 'sedan':
    case 'large-sedan':
      if (last <= LAST_OLDER_SEDAN) return 'older-sedan';
      return size.length >= LIMOUSINE_MM ? 'large-sedan' : 'sedan';
    case 'suv':
    case 'large-suv': {
      const isDear = (badges[0]?.newPrice ?? 0) >= DEAR_DOLLARS;
      return !isDear && last <= LAST_OLDER_SUV && years.from < FIRST_NEWER_SUV ? 'older-suv' : shape;
    }
    default:
      return shape;
  }
}

function caravanShape({ model, shape, axle }: CaravanModel): Shape {
  if (TEARDROPS.has(model)) return 'teardrop-camper';
  return shape === 'caravan' && axle === 'Single' ? 'single-axle-caravan' : shape;
}

/**
 * The shape that photos of a model have to show: its body, what drives it, its years, what it carries.
 * The same for every vehicle of a badge.
 */
export function picturedShape(model: Model, badge: string): Shape {
  if (model.kind === 'caravan') return caravanShape(model);
  if (model.item === 'truck') return truckShape(model, badge);
  if (model.item === 'motorcycle') return TOURERS.has(model.model) ? 'touring-bike' : model.shape;
  return carShape(model);
}
