import { CylinderGeometry, Group, Mesh } from 'three';
import { MATERIALS } from '../rig/materials.ts';

/** A plain wheel, axis along z. */
export function stubWheel(diameter: number, width: number): Group {
  const group = new Group();
  const tyre = new Mesh(new CylinderGeometry(diameter / 2, diameter / 2, width, 40), MATERIALS.rubber);
  const rim = new Mesh(
    new CylinderGeometry(diameter * 0.34, diameter * 0.34, width + 0.01, 40),
    MATERIALS.alloy,
  );
  for (const part of [tyre, rim]) {
    part.rotation.x = Math.PI / 2;
    group.add(part);
  }
  return group;
}
