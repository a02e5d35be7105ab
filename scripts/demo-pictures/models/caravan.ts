import { roofKit } from '../coachwork/caravan-fittings.ts';
import {
  ARCH,
  FLOOR,
  FRONT,
  HALF,
  kerbSide,
  offSide,
  REAR,
  ROOF,
  SKIRT,
  sideOf,
} from '../coachwork/caravan-sides.ts';
import { ladderFrame } from '../coachwork/chassis.ts';
import { makeHull } from '../coachwork/hull.ts';
import { type Kit, makeKit } from '../coachwork/kit.ts';
import { tailLamp } from '../coachwork/lamps.ts';
import { framedWindow, numberPlate, smallLamp } from '../coachwork/openings.ts';
import { rectangle } from '../coachwork/outline.ts';
import { block, pipe } from '../coachwork/solids.ts';
import { fill, frontAt, type Surface, strip } from '../coachwork/surface.ts';
import { checkerPlate, mesh } from '../coachwork/textures.ts';
import { drawbar, gasBottle, guardFrame, jockeyWheel, trailingArms } from '../coachwork/trailer-parts.ts';
import { spareWheel } from '../parts/off-road-gear.ts';
import { wheels } from '../parts/wheel.ts';
import { MATERIALS, paintMaterial } from '../rig/materials.ts';
import type { VehicleModel } from '../vehicle-model.ts';

const AXLES = [-0.68, -1.54] as const;
const WHEEL = {
  diameter: 0.78,
  width: 0.255,
  rim: 17,
  design: 'off-road',
  tyre: 'all-terrain',
  finish: 'machined',
} as const;
const COUPLING = 3.92;
const hull = () =>
  makeHull({
    front: [
      [FRONT - 0.12, FLOOR],
      [FRONT, 0.86, 0.1],
      [FRONT + 0.02, 1.5, 0.6],
      [FRONT - 0.34, 2.72, 0.7],
      [FRONT - 0.6, ROOF, 0.22],
      [FRONT - 1.1, ROOF],
    ],
    rear: [
      [REAR + 0.42, FLOOR],
      [REAR + 0.02, 1.0, 0.05],
      [REAR, 1.2, 0.3],
      [REAR + 0.06, ROOF, 0.12],
      [REAR + 0.5, ROOF],
    ],
    width: [
      [HALF, FLOOR],
      [HALF, ROOF],
    ],
    frontCorner: 0.05,
    rearCorner: 0.05,
    roofEdge: 0.045,
    crown: 0.03,
    step: 0.12,
  });

function front(kit: Kit, paint: Parameters<Kit['add']>[0], wall: Surface): void {
  kit.add(
    checkerPlate(),
    fill(wall, rectangle(-HALF + 0.05, FLOOR + 0.02, HALF - 0.05, SKIRT + 0.1, 0.02), 0.004),
  );
  framedWindow(kit, wall, rectangle(-0.85, 1.78, 0.85, 2.42, 0.1), 0.06);
  for (const sign of [-1, 1]) {
    kit.add(
      paint,
      strip(
        wall,
        [
          [sign * (HALF - 0.05), 1.3],
          [0, 1.3],
        ],
        [
          [sign * (HALF - 0.05), 1.44],
          [0, 1.38],
        ],
        0.004,
      ),
    );
    smallLamp(
      kit,
      wall,
      rectangle(sign * 1.05 - 0.05, 2.62, sign * 1.05 + 0.05, 2.65, 0.01),
      MATERIALS.indicator,
    );
  }
  const guard = (z: number, y: number) => {
    const flat = frontAt(COUPLING - 1.08 - (y - 0.75) * 0.35);
    return flat(z, y);
  };
  kit.add(mesh(), fill(guard, rectangle(-0.72, 0.74, 0.72, 1.44, 0.06), 0, 0.2));
  kit.add(MATERIALS.plastic, guardFrame(COUPLING - 1.08, 0.74, 1.44, 0.72, 0.245));
  kit.pair(
    MATERIALS.plastic,
    pipe(
      [
        [COUPLING - 1.32, 1.42, 0.6],
        [FRONT - 0.05, 1.1, 0.6],
      ],
      0.016,
    ),
  );
}

function rear(kit: Kit, wall: Surface): void {
  kit.add(checkerPlate(), fill(wall, rectangle(-HALF + 0.05, 1.04, HALF - 0.05, SKIRT + 0.2, 0.02), 0.004));
  framedWindow(kit, wall, rectangle(-0.6, 1.85, 0.6, 2.42, 0.09));
  for (const [from, to] of [
    [-HALF + 0.08, -HALF + 0.24],
    [HALF - 0.24, HALF - 0.08],
  ] as const)
    tailLamp(kit, wall, from, 1.46, to, 1.86);
  for (const z of [-0.16, 0, 0.16])
    smallLamp(kit, wall, rectangle(z - 0.05, 2.76, z + 0.05, 2.79, 0.01), MATERIALS.tailLamp);
  kit.add(MATERIALS.plastic, block(0.1, 0.13, 2 * HALF - 0.3, 0.012), REAR - 0.1, 0.84, 0);
  kit.pair(MATERIALS.plastic, block(0.55, 0.1, 0.06, 0.01), REAR + 0.15, 0.8, 0.5);
  kit.add(MATERIALS.plastic, block(0.06, 0.6, 0.12, 0.01), REAR - 0.07, 1.1, 0);
  numberPlate(kit, REAR - 0.03, 1.28, -0.72, 180);
}

/** An off-road caravan on two axles, standing level on its jockey wheel. */
export const vehicle: VehicleModel = {
  name: 'caravan',
  galleryPaint: 'bronze',
  build() {
    const kit = makeKit();
    const paint = paintMaterial();
    const body = hull();
    kit.add(MATERIALS.white, body.geometry([{ face: 'sides', outline: ARCH }]));
    kit.add(MATERIALS.dark, block(6.0, 0.05, 2.3, 0.01), -0.6, FLOOR + 0.02, 0);
    kit.pair(MATERIALS.dark, block(2.2, 0.6, 0.02, 0.005), -1.11, 0.95, 0.8);
    kit.add(MATERIALS.dark, block(2.2, 0.02, 2.3, 0.005), -1.11, 1.12, 0);
    for (const x of [-2.19, -0.03]) kit.pair(MATERIALS.dark, block(0.02, 0.5, 0.42, 0.005), x, 0.9, 0.98);
    for (const wall of [body.left, body.right]) sideOf(kit, paint, wall);
    kerbSide(kit, body.left);
    offSide(kit, body.right);
    front(kit, paint, body.front);
    rear(kit, body.rear);
    roofKit(kit, ROOF + 0.03);
    ladderFrame(kit, { x0: REAR + 0.3, x1: FRONT, top: FLOOR, height: 0.15, spread: 0.5 });
    drawbar(kit, { from: FRONT - 0.3, coupling: COUPLING, y: 0.55, spread: 0.62 });
    jockeyWheel(kit, COUPLING - 0.52, 0.58, 0.19);
    for (const z of [-0.2, 0.2]) gasBottle(kit, FRONT + 0.2, 0.64, z);
    kit.add(checkerPlate(), block(0.42, 0.03, 1.1, 0.006), FRONT + 0.2, 0.63, 0);
    kit.add(checkerPlate(), block(0.3, 0.42, 0.9, 0.015), COUPLING - 0.9, 0.86, 0);
    trailingArms(kit, AXLES, WHEEL.diameter / 2, 2.1, FLOOR);
    const root = kit.group();
    root.add(wheels(WHEEL, AXLES, 2.08));
    const spare = spareWheel(WHEEL);
    spare.position.set(REAR - 0.22, 1.36, 0);
    root.add(spare);
    return { root, paint };
  },
};
