import { type Arch, archHole, archLip, wells } from '../coachwork/arches.ts';
import { roofKit } from '../coachwork/caravan-fittings.ts';
import { ladderFrame } from '../coachwork/chassis.ts';
import { makeHull } from '../coachwork/hull.ts';
import { makeKit } from '../coachwork/kit.ts';
import {
  BODY,
  FLOOR,
  HALF,
  kerbSide,
  offSide,
  REAR,
  REAR_ARCH,
  ROOF,
  rear,
  walls,
} from '../coachwork/motorhome-walls.ts';
import { framedWindow, smallLamp } from '../coachwork/openings.ts';
import { rectangle } from '../coachwork/outline.ts';
import { block } from '../coachwork/solids.ts';
import { doorWindow, noseEdge, screenOf, type VanNose, vanNose } from '../coachwork/van-nose.ts';
import { wheels } from '../parts/wheel.ts';
import { MATERIALS, paintMaterial } from '../rig/materials.ts';
import type { VehicleModel } from '../vehicle-model.ts';

const WHEEL = {
  diameter: 0.7,
  width: 0.215,
  rim: 16,
  design: 'ten-spoke',
  tyre: 'road',
  finish: 'silver',
} as const;
const NOSE: VanNose = {
  front: 3.6,
  half: 0.99,
  low: 0.27,
  nose: 1.02,
  cowl: 1.34,
  screenTop: 2.1,
  cowlBack: 0.82,
  topBack: 1.62,
};
const [CORNER, BOW] = [0.24, 0.14];
const FRONT_ARCH: Arch = { x: 2.62, y: 0.36, radius: 0.42, low: 0.27 };
const coach = () =>
  makeHull({
    front: [
      [BODY, FLOOR],
      [BODY, 1.94, 0.1],
      [BODY + 0.95, 2.06, 0.3],
      [BODY + 1.3, 2.2, 0.14],
      [BODY + 1.22, 2.6, 0.4],
      [BODY + 0.85, ROOF, 0.3],
      [BODY + 0.3, ROOF],
    ],
    rear: [
      [REAR + 0.14, FLOOR],
      [REAR, 0.75, 0.15],
      [REAR + 0.03, ROOF, 0.12],
      [REAR + 0.4, ROOF],
    ],
    width: [
      [HALF, FLOOR],
      [HALF, ROOF],
    ],
    frontCorner: 0.1,
    rearCorner: 0.07,
    frontBow: 0.06,
    roofEdge: 0.07,
    crown: 0.03,
    step: 0.11,
  });

/** A Class C motorhome: a van's cab, a bed above it, and a white body with stripes. */
export const vehicle: VehicleModel = {
  name: 'motorhome',
  galleryPaint: 'silver',
  build() {
    const kit = makeKit();
    const paint = paintMaterial();
    const cab = makeHull({
      front: [...noseEdge(NOSE), [NOSE.front - NOSE.topBack - 0.12, 2.2]],
      rear: [
        [BODY - 0.1, NOSE.low],
        [BODY - 0.1, 2.2],
      ],
      width: [
        [NOSE.half - 0.03, NOSE.low],
        [NOSE.half + 0.01, 0.75, 0.3],
        [NOSE.half - 0.01, 1.3, 0.3],
        [NOSE.half - 0.1, 2.2],
      ],
      frontCorner: CORNER,
      rearCorner: 0.02,
      frontBow: BOW,
      roofEdge: 0.05,
      step: 0.06,
    });
    const reach = CORNER + BOW;
    const rearDoor = BODY + 0.02;
    kit.add(
      paint,
      cab.geometry([
        { face: 'front', outline: screenOf(NOSE) },
        { face: 'sides', outline: doorWindow(NOSE, reach, rearDoor) },
        { face: 'sides', outline: archHole(FRONT_ARCH) },
      ]),
    );
    vanNose(kit, cab, NOSE, { reach, rear: rearDoor, sill: 0.4 });
    for (const wall of [cab.left, cab.right]) archLip(kit, wall, FRONT_ARCH);
    wells(kit, FRONT_ARCH, 0.6, 0.96);
    wells(kit, REAR_ARCH, 0.7, 1.13);
    const body = coach();
    kit.add(MATERIALS.white, body.geometry([{ face: 'sides', outline: archHole(REAR_ARCH) }]));
    for (const wall of [body.left, body.right]) walls(kit, paint, wall);
    kerbSide(kit, body.left);
    offSide(kit, body.right);
    rear(kit, paint, body.rear);
    framedWindow(kit, body.front, rectangle(-0.5, 2.32, 0.5, 2.56, 0.08), 0.03);
    for (const z of [-0.85, 0.85])
      smallLamp(kit, body.front, rectangle(z - 0.06, 2.68, z + 0.06, 2.71, 0.01), MATERIALS.indicator);
    kit.add(MATERIALS.dark, block(6.4, 0.12, 1.5, 0.02), 0.1, 0.42, 0);
    ladderFrame(kit, { x0: REAR + 0.2, x1: 2.0, top: FLOOR, height: 0.14 });
    roofKit(kit, ROOF + 0.03, 0.1);
    const root = kit.group();
    root.add(wheels(WHEEL, [FRONT_ARCH.x], 1.72), wheels(WHEEL, [REAR_ARCH.x], 2.0));
    return { root, paint };
  },
};
