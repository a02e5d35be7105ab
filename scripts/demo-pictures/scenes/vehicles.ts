import { Color, type Group, type Mesh, type WebGLRenderer } from 'three';
import { MODELS } from '../models.ts';
import { contactShadow } from '../rig/contact-shadow.ts';
import { PAINTS } from '../rig/paints.ts';
import type { SceneVehicle } from './scene.ts';

/** Builds a scene's vehicle and the darkness beneath it, where it stands on y = 0. */
export function place(
  renderer: WebGLRenderer,
  { model, paint, at, turn }: SceneVehicle,
): { root: Group; shadow: Mesh | null } {
  const found =
    model.map((name) => MODELS.find((one) => one.name === name)).find((one) => one !== undefined) ??
    MODELS[0];
  if (!found) throw new Error('No vehicle is drawn.');
  const vehicle = found.build();
  vehicle.paint.color.set(new Color(PAINTS[paint]));
  const [x, height, z] = at.length === 3 ? at : [at[0], 0, at[1]];
  vehicle.root.updateMatrixWorld(true);
  const shadow = height === 0 ? contactShadow(renderer, vehicle.root, 0.8) : null;
  if (shadow) {
    shadow.position.set(0, 0.006, 0);
    shadow.rotation.set(-Math.PI / 2, 0, (turn * Math.PI) / 180);
    shadow.position.x += x;
    shadow.position.z += z;
  }
  vehicle.root.position.set(x, height, z);
  vehicle.root.rotation.y = (turn * Math.PI) / 180;
  vehicle.root.updateMatrixWorld(true);
  return { root: vehicle.root, shadow };
}
