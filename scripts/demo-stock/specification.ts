import type { Model, MotorModel } from './catalogue.ts';
import type { FeedVehicle } from './feed-vehicle.ts';

const FUEL_NAMES: Readonly<Record<string, string>> = {
  Petrol: 'Petrol - Unleaded',
  Hybrid: 'Petrol / electric hybrid',
  Diesel: 'Diesel',
  Electric: 'Electric',
  LPG: 'LPG',
};
const CONFIGURATIONS: Readonly<Record<string, string>> = {
  ute: 'Dual Cab Pick-up',
  cabChassis: 'Cab Chassis',
  lightTruck: 'Cab Over',
  van: 'Panel Van',
  peopleMover: 'People Mover',
  bus: 'Minibus',
  motorhome: 'Motorhome',
  convertible: 'Convertible',
  softtop: 'Soft Top',
  hardtop: 'Hard Top',
  coupe: 'Coupe',
};
const TWO_DOOR_UTE = 'Utility';
const HATCHES = ['hatch', 'micro'];

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
export function specificationOf(model: Model): Partial<FeedVehicle> {
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
    simple_body: model.body,
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
