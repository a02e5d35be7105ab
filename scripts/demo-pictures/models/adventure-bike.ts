import { body } from '../cycle/adventure/body.ts';
import { engine, frame } from '../cycle/adventure/engine.ts';
import { front, rear } from '../cycle/adventure/running-gear.ts';
import { leant } from '../cycle/chassis.ts';
import { makeKit } from '../cycle/kit.ts';
import { paintMaterial } from '../rig/materials.ts';
import type { VehicleModel } from '../vehicle-model.ts';

export const vehicle: VehicleModel = {
  name: 'adventure-bike',
  galleryPaint: 'orange',
  build() {
    const kit = makeKit();
    const paint = paintMaterial();
    rear(kit);
    front(kit);
    engine(kit);
    frame(kit);
    body(kit, paint);
    return { root: leant(kit), paint };
  },
};
