import { vehicle as box } from './models/box.ts';
import { vehicle as convertible } from './models/convertible.ts';
import { vehicle as coupe } from './models/coupe.ts';
import { vehicle as hatch } from './models/hatch.ts';
import { vehicle as largeSedan } from './models/large-sedan.ts';
import { vehicle as micro } from './models/micro.ts';
import { vehicle as sedan } from './models/sedan.ts';
import { vehicle as suv } from './models/suv.ts';
import { vehicle as wagon } from './models/wagon.ts';
import type { VehicleModel } from './vehicle-model.ts';

/** Every vehicle that can be photographed. */
export const MODELS: readonly VehicleModel[] = [
  box,
  micro,
  hatch,
  sedan,
  largeSedan,
  wagon,
  suv,
  coupe,
  convertible,
];
