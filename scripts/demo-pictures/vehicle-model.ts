import type { Group, MeshPhysicalMaterial } from 'three';
import type { PaintName } from './rig/paints.ts';

/**
 * A vehicle to be photographed. Metres; it stands on y = 0 with its middle at x = z = 0, its front towards +x,
 * its right-hand side (the Australian driver's) towards +z.
 */
export type Vehicle = {
  root: Group;
  /** The coachwork in the listing's colour: the rig sets its colour; nothing else may share it. */
  paint: MeshPhysicalMaterial;
};

export type VehicleModel = {
  /** Of the picture folder, kebab-case. */
  name: string;
  /** Paint of the whole gallery; the others are shown from the hero angle only. */
  galleryPaint: PaintName;
  build(): Vehicle;
};
