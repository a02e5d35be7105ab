import { CAR_CABINS } from '../cabins/views.ts';
import { CAMP_SCENES } from './places/camps.ts';
import { INDOOR_SCENES } from './places/indoors.ts';
import { metro } from './places/metro.ts';
import { ROAD_SCENES } from './places/roads.ts';
import { salon } from './places/salon.ts';
import { WORK_SCENES } from './places/works.ts';
import { yard } from './places/yard.ts';
import type { PhotoScene } from './scene.ts';

/** Every photograph of a place. */
export const SCENES: readonly PhotoScene[] = [
  metro,
  yard,
  salon,
  ...INDOOR_SCENES,
  ...ROAD_SCENES,
  ...CAMP_SCENES,
  ...WORK_SCENES,
  ...CAR_CABINS,
];
