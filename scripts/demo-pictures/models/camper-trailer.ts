import type { Vector3 } from 'three';
import { bentSheet, ladderFrame } from '../coachwork/chassis.ts';
import { makeHull } from '../coachwork/hull.ts';
import { bothSides, type Kit, makeKit } from '../coachwork/kit.ts';
import { tailLamp } from '../coachwork/lamps.ts';
import { hatch, numberPlate, smallLamp } from '../coachwork/openings.ts';
import { type Corner, rectangle } from '../coachwork/outline.ts';
import { barY, block, pipe } from '../coachwork/solids.ts';
import { fill, leftAt, ribbon, rightAt, type Surface } from '../coachwork/surface.ts';
import { checkerPlate, sheet } from '../coachwork/textures.ts';
import { drawbar, gasBottle, jockeyWheel, trailingArms } from '../coachwork/trailer-parts.ts';
import { spareWheel } from '../parts/off-road-gear.ts';
import { wheels } from '../parts/wheel.ts';
import { MATERIALS, paintMaterial } from '../rig/materials.ts';
import type { VehicleModel } from '../vehicle-model.ts';

type Paint = Parameters<Kit['add']>[0];

const WHEEL = {
  diameter: 0.8,
  width: 0.26,
  rim: 16,
  design: 'off-road',
  tyre: 'all-terrain',
  finish: 'dark',
} as const;
const AXLE = -0.75;
const TRACK = 1.76;
const [FRONT, REAR, FLOOR, TOP, HALF] = [0.55, -1.95, 0.62, 1.3, 0.72];
const COUPLING = 2.15;

const tub = () =>
  makeHull({
    front: [
      [FRONT, FLOOR],
      [FRONT, TOP],
    ],
    rear: [
      [REAR + 0.2, FLOOR],
      [REAR, 0.86, 0.03],
      [REAR, TOP],
    ],
    width: [
      [HALF, FLOOR],
      [HALF, TOP],
    ],
    frontCorner: 0.03,
    rearCorner: 0.03,
    roofEdge: 0.02,
    step: 0.1,
  });

/** The folded tent under its travel cover: cloth over hoops, a little slack between them. */
function cover(kit: Kit): void {
  const slack = (at: Vector3): Vector3 => {
    const bulge = 0.014 * Math.sin(at.x * 9) + 0.01 * Math.sin(at.z * 8 + at.x * 3);
    const high = Math.max(0, at.y - TOP - 0.1);
    at.y += bulge * Math.min(1, high * 6) - 0.02 * Math.cos(at.x * 2.4) * Math.min(1, high * 4);
    at.z += 0.01 * Math.sin(at.x * 13 + at.y * 7) * Math.sign(at.z) * Math.min(1, Math.abs(at.z) * 4);
    return at;
  };
  const cloth = sheet('#565a55');
  const bag = makeHull({
    front: [
      [FRONT + 0.05, TOP + 0.03],
      [FRONT + 0.02, TOP + 0.36, 0.16],
      [FRONT - 0.3, TOP + 0.42],
    ],
    rear: [
      [REAR - 0.05, TOP + 0.03],
      [REAR - 0.02, TOP + 0.36, 0.16],
      [REAR + 0.3, TOP + 0.42],
    ],
    width: [
      [HALF + 0.05, TOP + 0.03],
      [HALF + 0.02, TOP + 0.42],
    ],
    frontCorner: 0.14,
    rearCorner: 0.14,
    frontBow: 0.03,
    rearBow: 0.03,
    roofEdge: 0.15,
    crown: 0.04,
    step: 0.05,
    warp: slack,
  });
  kit.add(cloth, bag.geometry());
  const strapping = sheet('#1d1f20');
  for (const x of [-1.6, -0.95, -0.3, 0.25])
    for (const wall of [bag.left, bag.right]) {
      kit.add(
        strapping,
        ribbon(
          wall,
          [
            [x, TOP + 0.04],
            [x, TOP + 0.36],
          ],
          { width: 0.04, offset: 0.006 },
        ),
      );
      kit.add(
        MATERIALS.steel,
        block(0.05, 0.05, 0.02, 0.006),
        x,
        TOP + 0.08,
        (HALF + 0.06) * Math.sign(wall(x, TOP + 0.1).at.z),
      );
    }
  kit.pair(
    MATERIALS.aluminium,
    block(FRONT - REAR + 0.08, 0.045, 0.03, 0.008),
    (FRONT + REAR) / 2,
    TOP + 0.04,
    HALF + 0.05,
  );
  kit.add(MATERIALS.aluminium, block(0.03, 0.045, 2 * HALF + 0.1, 0.008), FRONT + 0.06, TOP + 0.04, 0);
  kit.add(MATERIALS.aluminium, block(0.03, 0.045, 2 * HALF + 0.1, 0.008), REAR - 0.06, TOP + 0.04, 0);
}

function walls(kit: Kit, paint: Paint, wall: Surface): void {
  kit.add(
    checkerPlate(),
    fill(wall, rectangle(REAR + 0.24, FLOOR + 0.01, FRONT - 0.02, FLOOR + 0.12), 0.004, 0.3),
  );
  hatch(kit, wall, rectangle(-0.14, 0.8, 0.47, 1.2, 0.04), { panel: paint, latch: [0.16, 1.12] });
  hatch(kit, wall, rectangle(-1.86, 0.92, -1.3, 1.22, 0.04), { panel: paint, latch: [-1.58, 1.15] });
  for (const x of [REAR + 0.05, FRONT - 0.04])
    kit.add(
      MATERIALS.plastic,
      ribbon(
        wall,
        [
          [x, x < -1 ? 0.9 : FLOOR],
          [x, TOP],
        ],
        { width: 0.06, offset: 0.006 },
      ),
    );
  smallLamp(kit, wall, rectangle(0.3, 0.68, 0.42, 0.71, 0.01), MATERIALS.indicator);
  smallLamp(kit, wall, rectangle(REAR + 0.3, 0.84, REAR + 0.42, 0.87, 0.01), MATERIALS.indicator);
}

function guards(kit: Kit): void {
  const y = WHEEL.diameter / 2;
  const path: Corner[] = [
    [AXLE + 0.56, y + 0.16],
    [AXLE + 0.4, y + 0.5, 0.06],
    [AXLE - 0.4, y + 0.5, 0.06],
    [AXLE - 0.56, y + 0.16],
  ];
  kit.copies(bothSides(), (side) => {
    for (const part of bentSheet(path, 0.34, 0.014)) side.add(checkerPlate(), part, 0, 0, HALF + 0.15);
    side.add(MATERIALS.rubber, block(0.012, 0.3, 0.3, 0.004), AXLE - 0.56, y + 0.06, HALF + 0.15);
  });
}

/** Before the tub: a box of plate, a jerry can on each side, a gas bottle. */
function drawbarBox(kit: Kit, paint: Paint): void {
  kit.add(checkerPlate(), block(0.52, 0.5, 1.26, 0.03), FRONT + 0.34, 0.92, 0);
  kit.add(paint, block(0.55, 0.05, 1.3, 0.02), FRONT + 0.34, 1.185, 0);
  for (const wall of [rightAt(0.632), leftAt(0.632)])
    hatch(kit, wall, rectangle(FRONT + 0.13, 0.72, FRONT + 0.55, 1.12, 0.04), {
      panel: checkerPlate(),
      latch: [FRONT + 0.34, 1.05],
    });
  for (const z of [-0.27, 0.27]) {
    kit.add(MATERIALS.canvas, block(0.17, 0.44, 0.34, 0.04), FRONT + 0.72, 0.88, z);
    kit.add(
      MATERIALS.canvas,
      pipe(
        [
          [FRONT + 0.72, 1.1, z - 0.1],
          [FRONT + 0.72, 1.16, z - 0.08],
          [FRONT + 0.72, 1.16, z + 0.08],
          [FRONT + 0.72, 1.1, z + 0.1],
        ],
        0.014,
      ),
    );
    kit.add(MATERIALS.plastic, block(0.2, 0.035, 0.38, 0.008), FRONT + 0.72, 0.78, z);
    kit.add(MATERIALS.plastic, block(0.22, 0.03, 0.4, 0.008), FRONT + 0.72, 0.65, z);
  }
  gasBottle(kit, FRONT + 0.98, 0.62, 0);
}

/** An off-road camper trailer, its tent folded under a cover, on its jockey wheel. */
export const vehicle: VehicleModel = {
  name: 'camper-trailer',
  galleryPaint: 'orange',
  build() {
    const kit = makeKit();
    const paint = paintMaterial();
    const body = tub();
    kit.add(paint, body.geometry());
    for (const wall of [body.left, body.right]) walls(kit, paint, wall);
    cover(kit);
    guards(kit);
    drawbarBox(kit, paint);
    ladderFrame(kit, { x0: REAR + 0.1, x1: FRONT + 0.2, top: FLOOR, height: 0.12, spread: 0.5 });
    drawbar(kit, { from: FRONT - 0.2, coupling: COUPLING, y: 0.55, spread: 0.5 });
    jockeyWheel(kit, COUPLING - 0.5, 0.58, 0.17);
    trailingArms(kit, [AXLE], WHEEL.diameter / 2, TRACK, FLOOR);
    kit.pair(MATERIALS.steel, barY(0.02, 0.34, 12), REAR + 0.25, 0.5, 0.62);
    kit.add(MATERIALS.plastic, block(0.08, 0.1, 2 * HALF + 0.02, 0.012), REAR - 0.04, 0.72, 0);
    kit.add(MATERIALS.plastic, block(0.05, 0.5, 0.1, 0.01), REAR - 0.05, 0.95, 0);
    for (const [from, to] of [
      [-HALF + 0.04, -HALF + 0.14],
      [HALF - 0.14, HALF - 0.04],
    ] as const)
      tailLamp(kit, body.rear, from, 0.9, to, 1.2);
    numberPlate(kit, REAR - 0.09, 0.72, -0.45, 180);
    const root = kit.group();
    root.add(wheels(WHEEL, [AXLE], TRACK));
    const spare = spareWheel(WHEEL);
    spare.position.set(REAR - 0.2, 1.1, 0);
    root.add(spare);
    return { root, paint };
  },
};
