import { vehicle as box } from './models/box.ts';
import { vehicle as hatch } from './models/hatch.ts';
import { vehicle as suv } from './models/suv.ts';
import type { VehicleModel } from './vehicle-model.ts';

/** Every vehicle that can be photographed. */
export const MODELS: readonly VehicleModel[] = [box, hatch, suv];
