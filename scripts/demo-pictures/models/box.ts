import { BoxGeometry, CylinderGeometry, Group, Mesh } from 'three';
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js';
import { MATERIALS, paintMaterial } from '../rig/materials.ts';
import type { VehicleModel } from '../vehicle-model.ts';

export const vehicle: VehicleModel = {
  name: 'box',
  galleryPaint: 'blue',
  build() {
    const root = new Group();
    const paint = paintMaterial();
    const body = new Mesh(new RoundedBoxGeometry(4.4, 0.8, 1.8, 6, 0.2), paint);
    body.position.y = 0.7;
    const cabin = new Mesh(new RoundedBoxGeometry(2.2, 0.7, 1.5, 6, 0.2), MATERIALS.darkGlass);
    cabin.position.set(-0.2, 1.25, 0);
    root.add(body, cabin);
    for (const x of [-1.35, 1.35])
      for (const z of [-0.82, 0.82]) {
        const tyre = new Mesh(new CylinderGeometry(0.33, 0.33, 0.22, 40), MATERIALS.rubber);
        tyre.rotation.x = Math.PI / 2;
        tyre.position.set(x, 0.33, z);
        root.add(tyre);
      }
    const lamp = new Mesh(new BoxGeometry(0.1, 0.15, 0.4), MATERIALS.headlamp);
    lamp.position.set(2.18, 0.8, 0.6);
    root.add(lamp);
    return { root, paint };
  },
};
