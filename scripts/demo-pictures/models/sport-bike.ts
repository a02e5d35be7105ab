import { leant } from '../cycle/chassis.ts';
import { makeKit } from '../cycle/kit.ts';
import { body } from '../cycle/sport/body.ts';
import { engine, frame } from '../cycle/sport/engine.ts';
import { front, rear } from '../cycle/sport/running-gear.ts';
import { paintMaterial } from '../rig/materials.ts';
import type { VehicleModel } from '../vehicle-model.ts';

export const vehicle: VehicleModel = {
  name: 'sport-bike',
  galleryPaint: 'red',
  build() {
    const kit = makeKit();
    const paint = paintMaterial();
    rear(kit);
    front(kit, paint);
    engine(kit);
    frame(kit);
    body(kit, paint);
    return { root: leant(kit), paint };
  },
};
