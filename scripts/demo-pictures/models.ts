import { vehicle as fourByFour } from './models/4x4.ts';
import { vehicle as adventureBike } from './models/adventure-bike.ts';
import { vehicle as bus } from './models/bus.ts';
import { vehicle as cabChassis } from './models/cab-chassis.ts';
import { vehicle as camper } from './models/camper.ts';
import { vehicle as camperTrailer } from './models/camper-trailer.ts';
import { vehicle as caravan } from './models/caravan.ts';
import { vehicle as convertible } from './models/convertible.ts';
import { vehicle as coupe } from './models/coupe.ts';
import { vehicle as cruiser } from './models/cruiser.ts';
import { vehicle as hatch } from './models/hatch.ts';
import { vehicle as largeSedan } from './models/large-sedan.ts';
import { vehicle as largeSuv } from './models/large-suv.ts';
import { vehicle as largeUte } from './models/large-ute.ts';
import { vehicle as lightTruck } from './models/light-truck.ts';
import { vehicle as micro } from './models/micro.ts';
import { vehicle as motorhome } from './models/motorhome.ts';
import { vehicle as nakedBike } from './models/naked-bike.ts';
import { vehicle as peopleMover } from './models/people-mover.ts';
import { vehicle as sedan } from './models/sedan.ts';
import { vehicle as smallSuv } from './models/small-suv.ts';
import { vehicle as sportBike } from './models/sport-bike.ts';
import { vehicle as suv } from './models/suv.ts';
import { vehicle as truck } from './models/truck.ts';
import { vehicle as ute } from './models/ute.ts';
import { vehicle as van } from './models/van.ts';
import { vehicle as wagon } from './models/wagon.ts';
import type { VehicleModel } from './vehicle-model.ts';

/** Every vehicle that can be photographed. */
export const MODELS: readonly VehicleModel[] = [
  fourByFour,
  adventureBike,
  bus,
  cabChassis,
  camperTrailer,
  camper,
  caravan,
  convertible,
  coupe,
  cruiser,
  hatch,
  largeSedan,
  largeSuv,
  largeUte,
  lightTruck,
  micro,
  motorhome,
  nakedBike,
  peopleMover,
  sedan,
  smallSuv,
  sportBike,
  suv,
  truck,
  ute,
  van,
  wagon,
];
