import { CAR_CABINS } from '../cabins/views.ts';
import { CAMP_SCENES } from './places/camps.ts';
import { INDOOR_SCENES } from './places/indoors.ts';
import { metro } from './places/metro.ts';
import { ROAD_SCENES } from './places/roads.ts';
import { salon } from './places/salon.ts';
import { WORK_SCENES } from './places/works.ts';
import { yard } from './places/yard.ts';
import type { PhotoScene } from './scene.ts';
import { VARIANTS } from './variants.data.ts';

const PLACES: PhotoScene[] = [...INDOOR_SCENES, ...ROAD_SCENES, ...CAMP_SCENES, ...WORK_SCENES];

const variants = Object.entries(VARIANTS).flatMap(([name, { place }]) => {
  const scene = PLACES.find((one) => one.name === place);
  return scene ? [{ ...scene, name }] : [];
});

/** Pictures of places by the name of their group; a scene is known by its own name too. */
export const SCENES = {
  heroes: [metro, yard, salon],
  places: PLACES,
  variants,
  cabins: CAR_CABINS.filter(({ panorama }) => !panorama),
  panoramas: CAR_CABINS.filter(({ panorama }) => panorama),
} as const satisfies Record<string, readonly PhotoScene[]>;
