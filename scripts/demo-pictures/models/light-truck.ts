import { cabOver } from '../coachwork/cab-over.ts';
import { airTank, axle, ladderFrame, mudguards, tank } from '../coachwork/chassis.ts';
import { rearDoors, underrun } from '../coachwork/curtain-body.ts';
import { makeHull } from '../coachwork/hull.ts';
import { bothSides, type Kit, makeKit } from '../coachwork/kit.ts';
import { smallLamp } from '../coachwork/openings.ts';
import { rectangle } from '../coachwork/outline.ts';
import { block } from '../coachwork/solids.ts';
import { leftAt, rightAt } from '../coachwork/surface.ts';
import { truckWheel } from '../coachwork/wheels.ts';
import { MATERIALS, paintMaterial } from '../rig/materials.ts';
import type { VehicleModel } from '../vehicle-model.ts';

const FRONT_AXLE = 1.93;
const REAR_AXLE = -1.5;
const WHEEL = { diameter: 0.77, width: 0.205, rim: 0.42 };
const BOX = { front: 1.16, rear: -3.1, floor: 0.96, roof: 3.02, half: 1.06 };

/** A smooth-walled box with aluminium edges, doors behind. */
function boxBody(kit: Kit): void {
  const { front, rear, floor, roof, half } = BOX;
  const [length, middle, high] = [front - rear, (front + rear) / 2, roof - floor];
  kit.add(
    MATERIALS.white,
    block(length - 0.02, high - 0.02, 2 * half - 0.03, 0.02),
    middle,
    floor + high / 2,
    0,
  );
  for (const y of [floor + 0.05, roof - 0.05]) {
    kit.pair(MATERIALS.aluminium, block(length, 0.1, 0.05, 0.018), middle, y, half - 0.025);
    kit.add(MATERIALS.aluminium, block(0.05, 0.1, 2 * half, 0.018), front - 0.02, y, 0);
    kit.add(MATERIALS.aluminium, block(0.05, 0.1, 2 * half, 0.018), rear + 0.02, y, 0);
  }
  for (const x of [front - 0.04, rear + 0.04])
    kit.pair(MATERIALS.aluminium, block(0.09, high, 0.05, 0.018), x, floor + high / 2, half - 0.025);
  for (const wall of [rightAt(half - 0.013), leftAt(half - 0.013)]) {
    for (const x of [rear + 0.3, middle, front - 0.3]) {
      smallLamp(
        kit,
        wall,
        rectangle(x - 0.05, floor + 0.02, x + 0.05, floor + 0.05, 0.01),
        MATERIALS.indicator,
        0.03,
      );
      smallLamp(
        kit,
        wall,
        rectangle(x - 0.05, roof - 0.07, x + 0.05, roof - 0.04, 0.01),
        MATERIALS.indicator,
        0.03,
      );
    }
  }
  kit.add(MATERIALS.plastic, block(length, 0.14, 1.7, 0.01), middle, floor - 0.07, 0);
  rearDoors(kit, BOX);
  underrun(kit, rear, half, 0.46);
}

/** A two-axle truck with a narrow cab and a box body. */
export const vehicle: VehicleModel = {
  name: 'light-truck',
  galleryPaint: 'white',
  build() {
    const kit = makeKit();
    const paint = paintMaterial();
    cabOver(kit, paint, {
      front: 3.0,
      rear: 1.28,
      half: 0.97,
      floor: 0.74,
      belt: 1.34,
      screenTop: 2.02,
      roof: 2.26,
      low: 0.27,
      wheel: { x: FRONT_AXLE, radius: WHEEL.diameter / 2 },
    });
    boxBody(kit);
    const deflector = makeHull({
      front: [
        [2.45, 2.22],
        [1.95, 2.72, 0.4],
        [1.7, 2.78],
      ],
      rear: [
        [1.34, 2.22],
        [1.34, 2.78],
      ],
      width: [
        [0.84, 2.22],
        [0.86, 2.78],
      ],
      frontCorner: 0.28,
      rearCorner: 0.03,
      frontBow: 0.2,
      roofEdge: 0.08,
      crown: 0.02,
      step: 0.08,
    });
    kit.add(paint, deflector.geometry());
    ladderFrame(kit, { x0: -3.0, x1: 2.6, top: 0.84, height: 0.2, spread: 0.38 });
    axle(kit, { x: FRONT_AXLE, y: WHEEL.diameter / 2, track: 1.5, driven: false, spread: 0.34 });
    axle(kit, { x: REAR_AXLE, y: WHEEL.diameter / 2, track: 1.5, driven: true, spread: 0.34 });
    const y = WHEEL.diameter / 2;
    kit.copies(bothSides(FRONT_AXLE, y, 0.84), (side) =>
      truckWheel(side, { ...WHEEL, disc: 'front', nuts: 6 }),
    );
    kit.copies(bothSides(REAR_AXLE, y, 0.92), (side) =>
      truckWheel(side, { ...WHEEL, disc: 'rear', nuts: 6 }),
    );
    kit.copies(bothSides(REAR_AXLE, y, 0.68), (side) =>
      truckWheel(side, { ...WHEEL, disc: 'rear', inner: true }),
    );
    mudguards(kit, { x: FRONT_AXLE, y, z: 0.83, radius: 0.44, width: 0.26 });
    mudguards(kit, { x: REAR_AXLE, y, z: 0.8, radius: 0.43, width: 0.5 });
    tank(kit, { x: 0.35, y: 0.6, z: 0.72, length: 0.85, radius: 0.2 });
    airTank(kit, 0.4, 0.6, -0.72, 0.7);
    kit.add(MATERIALS.plastic, block(0.4, 0.34, 0.36, 0.04), -0.4, 0.64, -0.72);
    kit.add(MATERIALS.dark, block(4.6, 0.36, 1.0, 0.06), 0.2, 0.62, 0);
    kit.pair(MATERIALS.aluminium, block(1.7, 0.08, 0.03, 0.012), 0.16, 0.5, 1.0);
    kit.pair(MATERIALS.aluminium, block(1.7, 0.08, 0.03, 0.012), 0.16, 0.7, 1.0);
    return { root: kit.group(), paint };
  },
};
