import { vehicle as fourByFour } from './models/4x4.ts';
import { vehicle as box } from './models/box.ts';
import { vehicle as cabChassis } from './models/cab-chassis.ts';
import { vehicle as hatch } from './models/hatch.ts';
import { vehicle as largeSuv } from './models/large-suv.ts';
import { vehicle as largeUte } from './models/large-ute.ts';
import { vehicle as peopleMover } from './models/people-mover.ts';
import { vehicle as smallSuv } from './models/small-suv.ts';
import { vehicle as suv } from './models/suv.ts';
import { vehicle as ute } from './models/ute.ts';
import { vehicle as van } from './models/van.ts';
import type { VehicleModel } from './vehicle-model.ts';

/** Every vehicle that can be photographed. */
export const MODELS: readonly VehicleModel[] = [
  fourByFour,
  box,
  cabChassis,
  hatch,
  largeSuv,
  largeUte,
  peopleMover,
  smallSuv,
  suv,
  ute,
  van,
];
