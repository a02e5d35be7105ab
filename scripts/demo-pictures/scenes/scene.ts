import type { Group } from 'three';
import type { PaintName } from '../rig/paints.ts';
import type { SkyLook } from '../rig/sky.ts';

export type Place3 = readonly [number, number, number];

/** A vehicle of a scene: x and z in metres, degrees it is turned from looking along +x towards -z. */
export type SceneVehicle = {
  /** Models in order of preference: the first one that is drawn stands there. */
  model: readonly string[];
  paint: PaintName;
  at: readonly [number, number] | Place3;
  turn: number;
};

/** A photograph of a place, with vehicles in it. Metres; y is up. */
export type PhotoScene = {
  name: string;
  /** Pixels of the published picture. */
  size: readonly [number, number];
  sky: SkyLook;
  /** Sunlight or moonlight with shadows; `reach`: metres around `centre` where they fall. */
  sun: { from: Place3; colour: string; strength: number; spread: number; reach: number; centre: Place3 };
  /** Light of the sky that is shaded by things, and its colour. */
  skylight: { colour: string; strength: number };
  /** Strength of reflections and unshaded light of the surroundings. */
  ambient: number;
  /** Metres in which the air hides two thirds; metres of height in which it thins. */
  haze: { distance: number; height: number };
  camera: {
    at: Place3;
    to: Place3;
    /** Vertical angle of view, degrees. */
    lens: number;
    /** The picture's middle moved, as a share of half its width and height. */
    shift?: readonly [number, number];
    /** Distance that is sharp, and the lens's opening, metres. */
    focus: number;
    opening: number;
  };
  /** Where reflections are taken from. */
  probe: Place3;
  /** Sheets of light that only reflections show: size, place, colour, strength; they face the probe. */
  reflectors?: readonly { size: readonly [number, number]; at: Place3; colour: string; strength: number }[];
  /** The ground at y = 0 reflects: the material asks for `mirror`. */
  mirror?: boolean;
  /** Lamps of vehicles are switched on. */
  lampsOn?: number;
  /** Stops of exposure, warmth of lights and coolness of shadows (0 to 1), darkness of the corners. */
  film: { exposure: number; warm: number; cool: number; vignette: number; bloom: number; contrast: number };
  /** All around from the camera's place instead of a picture; no vehicles, no mirror. */
  panorama?: boolean;
  build(set: Group): void;
};
