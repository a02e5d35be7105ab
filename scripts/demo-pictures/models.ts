import { vehicle as adventureBike } from './models/adventure-bike.ts';
import { vehicle as box } from './models/box.ts';
import { vehicle as cruiser } from './models/cruiser.ts';
import { vehicle as nakedBike } from './models/naked-bike.ts';
import { vehicle as sportBike } from './models/sport-bike.ts';
import type { VehicleModel } from './vehicle-model.ts';

/** Every vehicle that can be photographed. */
export const MODELS: readonly VehicleModel[] = [adventureBike, box, cruiser, nakedBike, sportBike];
