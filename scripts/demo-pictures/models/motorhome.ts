import { type Arch, archHole, archLip, wells } from '../coachwork/arches.ts';
import { awning, roofKit, ventGrille } from '../coachwork/caravan-fittings.ts';
import { ladderFrame } from '../coachwork/chassis.ts';
import { makeHull } from '../coachwork/hull.ts';
import { type Kit, makeKit } from '../coachwork/kit.ts';
import { tailLamp } from '../coachwork/lamps.ts';
import {
  addAll,
  doorHandle,
  framedWindow,
  hatch,
  numberPlate,
  shutLine,
  smallLamp,
} from '../coachwork/openings.ts';
import { inset, type Outline, rectangle } from '../coachwork/outline.ts';
import { barZ, block, pipe } from '../coachwork/solids.ts';
import { band, fill, raised, ribbon, type Surface, strip } from '../coachwork/surface.ts';
import { foldStep } from '../coachwork/trailer-parts.ts';
import { doorWindow, noseEdge, screenOf, type VanNose, vanNose } from '../coachwork/van-nose.ts';
import { wheels } from '../parts/wheel.ts';
import { MATERIALS, paintMaterial } from '../rig/materials.ts';
import type { VehicleModel } from '../vehicle-model.ts';

type Paint = Parameters<Kit['add']>[0];

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
const REAR_ARCH: Arch = { x: -1.72, y: 0.36, radius: 0.44, low: 0.4 };
const [BODY, REAR, FLOOR, ROOF, HALF] = [1.5, -3.62, 0.4, 2.98, 1.15];

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

function stripes(kit: Kit, paint: Paint, wall: Surface): void {
  const from = REAR + 0.12;
  kit.add(
    paint,
    strip(
      wall,
      [
        [BODY - 0.06, 0.98],
        [-0.4, 0.98, 1.5],
        [from, 1.75],
      ],
      [
        [BODY - 0.06, 1.14],
        [-0.3, 1.16, 1.5],
        [from, 2.15],
      ],
      0.004,
      60,
    ),
  );
  kit.add(
    MATERIALS.steel,
    strip(
      wall,
      [
        [BODY - 0.06, 1.18],
        [-0.2, 1.21, 1.5],
        [from, 2.22],
      ],
      [
        [BODY - 0.06, 1.21],
        [-0.2, 1.25, 1.5],
        [from, 2.3],
      ],
      0.004,
      60,
    ),
  );
  kit.add(
    MATERIALS.glossBlack,
    strip(
      wall,
      [
        [BODY - 0.06, 0.88],
        [-0.6, 0.88, 1.5],
        [from, 1.5],
      ],
      [
        [BODY - 0.06, 0.94],
        [-0.5, 0.94, 1.5],
        [from, 1.68],
      ],
      0.004,
      60,
    ),
  );
  kit.add(
    paint,
    strip(
      wall,
      [
        [BODY + 0.2, 2.16],
        [BODY + 1.0, 2.22],
      ],
      [
        [BODY - 0.5, 2.42],
        [BODY + 1.0, 2.34],
      ],
      0.004,
    ),
  );
}

function walls(kit: Kit, paint: Paint, wall: Surface): void {
  stripes(kit, paint, wall);
  archLip(kit, wall, REAR_ARCH, { width: 0.045 });
  kit.add(
    MATERIALS.aluminium,
    ribbon(
      wall,
      [
        [REAR + 0.1, 0.72],
        [REAR_ARCH.x - 0.33, 0.72],
      ],
      { width: 0.03, offset: 0.008 },
    ),
  );
  kit.add(
    MATERIALS.aluminium,
    ribbon(
      wall,
      [
        [REAR_ARCH.x + 0.33, 0.72],
        [BODY - 0.06, 0.72],
      ],
      { width: 0.03, offset: 0.008 },
    ),
  );
  kit.add(
    MATERIALS.aluminium,
    ribbon(
      wall,
      [
        [REAR + 0.12, ROOF - 0.1],
        [BODY + 0.7, ROOF - 0.1],
      ],
      { width: 0.04, offset: 0.006 },
    ),
  );
  for (const x of [REAR + 0.3, -0.7, 1.2])
    smallLamp(kit, wall, rectangle(x - 0.05, 0.62, x + 0.05, 0.65, 0.01), MATERIALS.indicator);
  framedWindow(kit, wall, rectangle(BODY + 0.15, 2.3, BODY + 0.72, 2.66, 0.09));
}

function kerbSide(kit: Kit, wall: Surface): void {
  const door: Outline = rectangle(0.55, 0.5, 1.2, 2.42, 0.06);
  kit.add(MATERIALS.plastic, band(wall, inset(door, -0.025), door, [0.004, 0.012]));
  addAll(kit, MATERIALS.white, raised(wall, inset(door, 0.008), 0.014, 0.006));
  shutLine(kit, wall, inset(door, 0.002), 0.013);
  const proud: Surface = (a, b) => {
    const place = wall(a, b);
    place.at.addScaledVector(place.out, 0.012);
    return place;
  };
  framedWindow(kit, proud, rectangle(0.66, 1.6, 1.09, 2.24, 0.08));
  doorHandle(kit, proud, 1.06, 1.4, MATERIALS.glossBlack);
  foldStep(kit, 0.88, 0.36, -HALF - 0.06);
  framedWindow(kit, wall, rectangle(-0.95, 1.52, 0.2, 2.16, 0.1));
  framedWindow(kit, wall, rectangle(-3.3, 1.78, -2.5, 2.28, 0.09));
  hatch(kit, wall, rectangle(-3.35, 0.82, -2.35, 1.3, 0.05), { latch: [-2.85, 1.22] });
  hatch(kit, wall, rectangle(-0.9, 0.48, 0.0, 0.68, 0.03), { latch: [-0.45, 0.62] });
  ventGrille(kit, wall, -1.95, 1.0, -1.5, 1.28);
  ventGrille(kit, wall, -1.95, 1.9, -1.5, 2.18);
  awning(kit, { from: -3.1, to: 1.5, y: ROOF - 0.17, z: -HALF - 0.06 });
}

function offSide(kit: Kit, wall: Surface): void {
  framedWindow(kit, wall, rectangle(-0.4, 1.5, 0.95, 2.2, 0.1));
  framedWindow(kit, wall, rectangle(-1.9, 1.7, -1.3, 2.25, 0.08));
  framedWindow(kit, wall, rectangle(-3.3, 1.78, -2.5, 2.28, 0.09));
  hatch(kit, wall, rectangle(-3.35, 0.82, -2.35, 1.3, 0.05), { latch: [-2.85, 1.22] });
  hatch(kit, wall, rectangle(0.2, 0.82, 0.7, 1.2, 0.04), { latch: [0.45, 1.14] });
  hatch(kit, wall, rectangle(-0.9, 0.48, 0.4, 0.68, 0.03), { latch: [-0.25, 0.62] });
}

function rear(kit: Kit, paint: Paint, wall: Surface): void {
  framedWindow(kit, wall, rectangle(-0.5, 1.55, 0.85, 2.2, 0.1));
  kit.add(
    MATERIALS.plastic,
    fill(wall, rectangle(-HALF + 0.05, FLOOR + 0.02, HALF - 0.05, 0.62, 0.05), 0.012),
  );
  kit.add(MATERIALS.plastic, block(0.1, 0.14, 2 * HALF - 0.2, 0.04), REAR - 0.02, 0.5, 0);
  kit.add(
    paint,
    strip(
      wall,
      [
        [-HALF + 0.1, 0.98],
        [HALF - 0.1, 0.98],
      ],
      [
        [-HALF + 0.1, 1.16],
        [HALF - 0.1, 1.16],
      ],
      0.004,
    ),
  );
  for (const [from, to] of [
    [-HALF + 0.1, -HALF + 0.26],
    [HALF - 0.26, HALF - 0.1],
  ] as const)
    tailLamp(kit, wall, from, 0.66, to, 1.04);
  numberPlate(kit, REAR - 0.025, 0.78, 0, 180);
  for (const z of [-0.9, 0, 0.9])
    smallLamp(kit, wall, rectangle(z - 0.06, 2.72, z + 0.06, 2.75, 0.01), MATERIALS.tailLamp);
  for (const z of [-0.98, -0.68])
    kit.add(
      MATERIALS.aluminium,
      pipe(
        [
          [REAR - 0.02, 1.25, z],
          [REAR - 0.11, 1.25, z],
          [REAR - 0.08, 3.08, z],
          [REAR + 0.35, 3.1, z],
        ],
        0.014,
      ),
    );
  for (let y = 1.4; y < 3; y += 0.28)
    kit.add(MATERIALS.aluminium, barZ(0.012, 0.3, 10), REAR - 0.1, y, -0.83);
}

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
