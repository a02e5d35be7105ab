import { vehicle as box } from './models/box.ts';
import { vehicle as bus } from './models/bus.ts';
import { vehicle as camper } from './models/camper.ts';
import { vehicle as camperTrailer } from './models/camper-trailer.ts';
import { vehicle as caravan } from './models/caravan.ts';
import { vehicle as lightTruck } from './models/light-truck.ts';
import { vehicle as motorhome } from './models/motorhome.ts';
import { vehicle as truck } from './models/truck.ts';
import type { VehicleModel } from './vehicle-model.ts';

/** Every vehicle that can be photographed. */
export const MODELS: readonly VehicleModel[] = [
  box,
  truck,
  lightTruck,
  bus,
  caravan,
  camperTrailer,
  motorhome,
  camper,
];
