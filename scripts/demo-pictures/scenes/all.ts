import { CAR_CABINS } from '../cabins/views.ts';
import { metro } from './places/metro.ts';
import { salon } from './places/salon.ts';
import { yard } from './places/yard.ts';
import type { PhotoScene } from './scene.ts';

/** Every photograph of a place. */
export const SCENES: readonly PhotoScene[] = [metro, yard, salon, ...CAR_CABINS];
