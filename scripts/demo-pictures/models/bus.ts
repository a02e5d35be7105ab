import { type Arch, archHole, archLip, wells } from '../coachwork/arches.ts';
import { BELT, back, FLOOR, FRONT, faceOf, HALF, HEAD, REAR, ROOF, SCREEN } from '../coachwork/bus-ends.ts';
import { ladderFrame } from '../coachwork/chassis.ts';
import { makeHull } from '../coachwork/hull.ts';
import { bothSides, type Kit, makeKit } from '../coachwork/kit.ts';
import { hatch, shutLine, smallLamp } from '../coachwork/openings.ts';
import { inset, type Outline, rectangle } from '../coachwork/outline.ts';
import { block } from '../coachwork/solids.ts';
import { band, fill, ribbon, type Surface, strip } from '../coachwork/surface.ts';
import { vanMirrors } from '../coachwork/van-nose.ts';
import { truckWheel } from '../coachwork/wheels.ts';
import { MATERIALS, paintMaterial } from '../rig/materials.ts';
import type { VehicleModel } from '../vehicle-model.ts';

const WHEEL = { diameter: 0.8, width: 0.215, rim: 0.445 };
const [FRONT_X, REAR_X] = [2.5, -1.55];
const arch = (x: number): Arch => ({ x, y: 0.4, radius: 0.47, low: FLOOR });
/** Windows from the rear forwards, x from and to. */
const WINDOWS = [
  [REAR + 0.18, -2.55],
  [-2.47, -1.3],
  [-1.22, -0.05],
  [0.03, 1.2],
  [1.28, 1.98],
  [2.06, 2.95],
] as const;
const DOOR: Outline = rectangle(1.22, FLOOR + 0.1, 2.02, HEAD + 0.06, 0.05);

const hull = () =>
  makeHull({
    front: [
      [FRONT - 0.1, FLOOR],
      [FRONT, 0.5, 0.1],
      [FRONT - 0.01, 0.95, 0.3],
      [FRONT - 0.1, 1.24, 0.3],
      [FRONT - 0.42, 2.34, 0.4],
      [FRONT - 0.68, ROOF, 0.3],
      [FRONT - 1.4, ROOF],
    ],
    rear: [
      [REAR + 0.14, FLOOR],
      [REAR, 0.62, 0.15],
      [REAR, 1.3, 0.3],
      [REAR + 0.12, ROOF, 0.22],
      [REAR + 0.7, ROOF],
    ],
    width: [
      [HALF - 0.03, FLOOR],
      [HALF, 0.8, 0.4],
      [HALF, BELT, 0.4],
      [HALF - 0.07, ROOF],
    ],
    frontCorner: 0.26,
    rearCorner: 0.16,
    frontBow: 0.16,
    rearBow: 0.04,
    roofEdge: 0.16,
    crown: 0.04,
    step: 0.07,
  });

const RIBBON: Outline = rectangle(REAR + 0.22, BELT + 0.03, 2.95, HEAD, 0.1);

function inside(kit: Kit): void {
  kit.add(MATERIALS.dark, block(7.0, 0.06, 2.0, 0.01), 0, 0.62, 0);
  kit.add(MATERIALS.canvas, block(6.2, 0.03, 1.6, 0.01), -0.2, ROOF - 0.1, 0);
  for (let x = -3.2; x < 2.1; x += 0.78)
    for (const z of [-0.74, -0.32, 0.32, 0.74]) {
      if (x > 1.0 && z < 0) continue;
      kit.add(MATERIALS.fabric, block(0.42, 0.12, 0.4, 0.05), x, 1.02, z);
      kit.add(MATERIALS.fabric, block(0.12, 0.68, 0.4, 0.05), x - 0.22, 1.36, z, 0, 0, 10);
    }
  kit.add(MATERIALS.fabric, block(0.5, 0.36, 1.9, 0.1), FRONT - 0.62, BELT - 0.18, 0);
  kit.add(MATERIALS.fabric, block(0.14, 0.8, 0.48, 0.06), 2.3, 1.4, 0.55, 0, 0, 8);
}

function side(kit: Kit, wall: Surface, isKerb: boolean): void {
  const border = inset(RIBBON, -0.05);
  kit.add(MATERIALS.glossBlack, band(wall, border, RIBBON, [0.003, 0.004]));
  WINDOWS.forEach(([from, to]) => {
    const pane = rectangle(from + 0.02, BELT + 0.03, to, HEAD - 0.01, 0.07);
    kit.add(MATERIALS.glass, fill(wall, pane, 0.006, 0.2));
    kit.add(MATERIALS.rubber, band(wall, inset(pane, -0.006), inset(pane, 0.012), [0.004, 0.008]));
    kit.add(
      MATERIALS.glossBlack,
      ribbon(
        wall,
        [
          [from + 0.02, HEAD - 0.3],
          [to, HEAD - 0.3],
        ],
        { width: 0.022, offset: 0.01 },
      ),
    );
  });
  for (let at = 1; at < WINDOWS.length; at++) {
    const x = ((WINDOWS[at - 1]?.[1] ?? 0) + (WINDOWS[at]?.[0] ?? 0)) / 2 + 0.01;
    kit.add(
      MATERIALS.glossBlack,
      ribbon(
        wall,
        [
          [x, BELT],
          [x, HEAD],
        ],
        { width: 0.13, offset: 0.003 },
      ),
    );
  }
  for (const x of [FRONT_X, REAR_X]) archLip(kit, wall, arch(x), { width: 0.03 });
  kit.add(
    MATERIALS.steel,
    strip(
      wall,
      [
        [FRONT - 0.5, 0.98],
        [0.6, 0.86, 2],
        [REAR + 0.25, 1.1],
      ],
      [
        [FRONT - 0.5, 1.02],
        [0.6, 0.94, 2],
        [REAR + 0.25, 1.22],
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
        [FRONT - 0.5, 0.9],
        [0.6, 0.76, 2],
        [REAR + 0.25, 0.94],
      ],
      [
        [FRONT - 0.5, 0.94],
        [0.6, 0.82, 2],
        [REAR + 0.25, 1.04],
      ],
      0.004,
      60,
    ),
  );
  kit.add(
    MATERIALS.plastic,
    ribbon(
      wall,
      [
        [REAR_X + 0.5, FLOOR + 0.06],
        [FRONT_X - 0.5, FLOOR + 0.06],
      ],
      { width: 0.1, offset: 0.006 },
    ),
  );
  for (const x of [-3.2, -0.6, 0.9])
    smallLamp(kit, wall, rectangle(x - 0.05, 0.56, x + 0.05, 0.59, 0.01), MATERIALS.indicator);
  if (!isKerb) {
    hatch(kit, wall, rectangle(-0.6, 0.46, 0.2, 0.72, 0.03), { panel: MATERIALS.plastic });
    shutLine(kit, wall, [
      [2.02, 0.96, 0.05],
      [2.98, 0.96, 0.05],
      [2.98, HEAD + 0.04, 0.05],
      [2.02, HEAD + 0.04, 0.05],
    ]);
    return;
  }
  shutLine(kit, wall, DOOR, 0.016);
  kit.add(
    MATERIALS.rubber,
    ribbon(
      wall,
      [
        [1.62, FLOOR + 0.12],
        [1.62, HEAD + 0.04],
      ],
      { width: 0.03, offset: 0.012 },
    ),
  );
  for (const [from, to] of [
    [1.27, 1.58],
    [1.66, 1.97],
  ] as const) {
    kit.add(MATERIALS.glossBlack, fill(wall, rectangle(from, 0.62, to, HEAD, 0.05), 0.009));
    kit.add(
      MATERIALS.darkGlass,
      fill(wall, rectangle(from + 0.03, 0.66, to - 0.03, HEAD - 0.03, 0.04), 0.012),
    );
  }
}

/** A coach for 25 on two axles. */
export const vehicle: VehicleModel = {
  name: 'bus',
  galleryPaint: 'white',
  build() {
    const kit = makeKit();
    const paint = paintMaterial();
    const body = hull();
    kit.add(
      paint,
      body.geometry([
        { face: 'front', outline: SCREEN },
        { face: 'sides', outline: RIBBON },
        ...[FRONT_X, REAR_X].map((x) => ({ face: 'sides' as const, outline: archHole(arch(x)) })),
      ]),
    );
    for (const x of [FRONT_X, REAR_X]) wells(kit, arch(x), 0.62, HALF - 0.03);
    inside(kit);
    faceOf(kit, body.front);
    side(kit, body.left, true);
    side(kit, body.right, false);
    back(kit, body.rear);
    vanMirrors(kit, FRONT - 0.52, BELT + 0.35, HALF - 0.06, MATERIALS.plastic);
    kit.add(MATERIALS.white, block(1.5, 0.17, 1.3, 0.08), -1.2, ROOF + 0.1, 0);
    kit.add(MATERIALS.plastic, block(0.02, 0.08, 0.9, 0.005), -0.44, ROOF + 0.1, 0);
    kit.add(MATERIALS.white, block(0.6, 0.07, 0.6, 0.03), 1.1, ROOF + 0.06, 0);
    kit.add(MATERIALS.dark, block(7.1, 0.1, 1.5, 0.02), 0, FLOOR + 0.06, 0);
    ladderFrame(kit, { x0: -3.4, x1: 3.3, top: FLOOR + 0.1, height: 0.16, spread: 0.36 });
    const y = WHEEL.diameter / 2;
    kit.copies(bothSides(FRONT_X, y, 0.93), (one) => truckWheel(one, { ...WHEEL, disc: 'front', nuts: 6 }));
    kit.copies(bothSides(REAR_X, y, 0.93), (one) => truckWheel(one, { ...WHEEL, disc: 'rear', nuts: 6 }));
    kit.copies(bothSides(REAR_X, y, 0.7), (one) => truckWheel(one, { ...WHEEL, disc: 'rear', inner: true }));
    return { root: kit.group(), paint };
  },
};
