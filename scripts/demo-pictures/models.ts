import { vehicle as box } from './models/box.ts';
import { vehicle as caravan } from './models/caravan.ts';
import { vehicle as hatch } from './models/hatch.ts';
import { vehicle as lightTruck } from './models/light-truck.ts';
import { vehicle as motorhome } from './models/motorhome.ts';
import { vehicle as nakedBike } from './models/naked-bike.ts';
import { vehicle as truck } from './models/truck.ts';
import type { VehicleModel } from './vehicle-model.ts';

/** Every vehicle that can be photographed. */
export const MODELS: readonly VehicleModel[] = [box, caravan, hatch, lightTruck, motorhome, nakedBike, truck];
