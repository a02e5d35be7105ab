import { cabOver } from '../coachwork/cab-over.ts';
import { airTank, axle, ladderFrame, mudguards, tank } from '../coachwork/chassis.ts';
import { curtainBody } from '../coachwork/curtain-body.ts';
import { makeHull } from '../coachwork/hull.ts';
import { bothSides, makeKit } from '../coachwork/kit.ts';
import { block, prism } from '../coachwork/solids.ts';
import { truckWheel } from '../coachwork/wheels.ts';
import { MATERIALS, paintMaterial } from '../rig/materials.ts';
import type { VehicleModel } from '../vehicle-model.ts';

const FRONT = 4.15;
const CAB_REAR = 2.05;
const FRONT_AXLE = 2.82;
const REAR_AXLES = [-1.65, -2.95] as const;
const WHEEL = { diameter: 1.0, width: 0.275, rim: 0.572 };
const HALF = 1.25;

/** A rigid six-wheeler with a curtain-sided body. */
export const vehicle: VehicleModel = {
  name: 'truck',
  galleryPaint: 'blue',
  build() {
    const kit = makeKit();
    const paint = paintMaterial();
    cabOver(kit, paint, {
      front: FRONT,
      rear: CAB_REAR,
      half: 1.21,
      floor: 1.02,
      belt: 1.86,
      screenTop: 2.78,
      roof: 3.12,
      low: 0.3,
      wheel: { x: FRONT_AXLE, radius: WHEEL.diameter / 2 },
    });
    const deflector = makeHull({
      front: [
        [FRONT - 0.62, 3.08],
        [FRONT - 1.15, 3.62, 0.5],
        [FRONT - 1.5, 3.7],
      ],
      rear: [
        [CAB_REAR + 0.02, 3.08],
        [CAB_REAR - 0.05, 3.7],
      ],
      width: [
        [1.08, 3.08],
        [1.12, 3.7],
      ],
      frontCorner: 0.35,
      rearCorner: 0.03,
      frontBow: 0.25,
      roofEdge: 0.1,
      crown: 0.02,
      step: 0.09,
    });
    kit.add(paint, deflector.geometry());
    kit.pair(
      paint,
      prism(
        [
          [CAB_REAR - 0.03, 1.05, 0.03],
          [CAB_REAR - 0.03, 3.5, 0.03],
          [CAB_REAR - 0.24, 3.45, 0.03],
          [CAB_REAR - 0.24, 1.05, 0.03],
        ],
        0.03,
        0.008,
      ),
      0,
      0,
      1.19,
    );
    ladderFrame(kit, { x0: -4.0, x1: 3.6, top: 1.02 });
    axle(kit, { x: FRONT_AXLE, y: 0.5, track: 2.0, driven: false });
    for (const x of REAR_AXLES) axle(kit, { x, y: 0.5, track: 1.9, driven: true });
    kit.copies(bothSides(FRONT_AXLE, 0.5, 1.08), (side) =>
      truckWheel(side, { ...WHEEL, disc: 'front', polished: true }),
    );
    kit.copies(
      REAR_AXLES.flatMap((x) => bothSides(x, 0.5, 1.08)),
      (side) => truckWheel(side, { ...WHEEL, disc: 'rear' }),
    );
    kit.copies(
      REAR_AXLES.flatMap((x) => bothSides(x, 0.5, 0.74)),
      (side) => truckWheel(side, { ...WHEEL, disc: 'rear', inner: true }),
    );
    mudguards(kit, { x: FRONT_AXLE, y: 0.5, z: 1.05, radius: 0.56, width: 0.36 });
    for (const x of REAR_AXLES)
      mudguards(kit, { x, y: 0.5, z: 0.9, radius: 0.54, width: 0.64, flap: x === -2.95 });
    kit.pair(paint, block(0.2, 0.5, 0.06, 0.03), CAB_REAR + 0.06, 0.82, 1.18);
    tank(kit, { x: 0.75, y: 0.68, z: 0.93, length: 1.3, radius: 0.31 });
    tank(kit, { x: 0.5, y: 0.68, z: -0.93, length: 1.0, radius: 0.31 });
    airTank(kit, -0.5, 0.78, 0.92, 0.8);
    airTank(kit, -0.5, 0.78, -0.92, 0.8);
    kit.add(MATERIALS.plastic, block(0.62, 0.5, 0.5, 0.05), 1.5, 0.7, -0.95);
    kit.add(MATERIALS.dark, block(6, 0.5, 1.2, 0.1), 0.6, 0.78, 0);
    curtainBody(kit, { front: 1.72, rear: -4.15, floor: 1.12, roof: 3.78, half: HALF, axles: REAR_AXLES });
    return { root: kit.group(), paint };
  },
};
