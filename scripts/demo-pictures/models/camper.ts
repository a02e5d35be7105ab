import { type Arch, archHole, archLip, wells } from '../coachwork/arches.ts';
import { awning } from '../coachwork/caravan-fittings.ts';
import { makeHull } from '../coachwork/hull.ts';
import { type Kit, makeKit } from '../coachwork/kit.ts';
import { tailLamp } from '../coachwork/lamps.ts';
import { addAll, doorHandle, numberPlate, shutLine } from '../coachwork/openings.ts';
import { inset, type Outline, rectangle } from '../coachwork/outline.ts';
import { block, pipe } from '../coachwork/solids.ts';
import { band, fill, leftAt, plane, raised, ribbon, rightAt, type Surface } from '../coachwork/surface.ts';
import { mesh, sheet } from '../coachwork/textures.ts';
import { doorWindow, noseEdge, screenOf, type VanNose, vanNose } from '../coachwork/van-nose.ts';
import { wheels } from '../parts/wheel.ts';
import { MATERIALS, paintMaterial } from '../rig/materials.ts';
import type { VehicleModel } from '../vehicle-model.ts';

const WHEEL = {
  diameter: 0.69,
  width: 0.225,
  rim: 17,
  design: 'ten-spoke',
  tyre: 'road',
  finish: 'silver',
} as const;
const NOSE: VanNose = {
  front: 2.5,
  half: 0.96,
  low: 0.24,
  nose: 0.94,
  cowl: 1.13,
  screenTop: 1.82,
  cowlBack: 0.56,
  topBack: 1.28,
};
const [REAR, ROOF] = [-2.5, 1.96];
const [CORNER, BOW] = [0.24, 0.14];
const DOORS = 0.42;
const arch = (x: number): Arch => ({ x, y: 0.36, radius: 0.405, low: NOSE.low });
const AXLES = [1.56, -1.44] as const;

const hull = () =>
  makeHull({
    front: [...noseEdge(NOSE), [NOSE.front - NOSE.topBack - 0.36, ROOF, 0.6], [0, ROOF]],
    rear: [
      [REAR + 0.12, NOSE.low],
      [REAR, 0.5, 0.12],
      [REAR + 0.02, 1.1, 0.3],
      [REAR + 0.2, ROOF, 0.14],
      [REAR + 0.6, ROOF],
    ],
    width: [
      [NOSE.half - 0.05, NOSE.low],
      [NOSE.half + 0.01, 0.7, 0.5],
      [NOSE.half, 1.05, 0.3],
      [NOSE.half - 0.13, ROOF],
    ],
    frontCorner: CORNER,
    rearCorner: 0.13,
    frontBow: BOW,
    rearBow: 0.03,
    roofEdge: 0.11,
    crown: 0.04,
    step: 0.055,
  });

const PANES = [
  [-0.98, 0.34],
  [-2.26, -1.06],
] as const;

function side(kit: Kit, wall: Surface, isKerb: boolean): void {
  for (const [from, to] of PANES) {
    const pane: Outline = rectangle(from, 1.1, to, 1.74, 0.09);
    kit.add(MATERIALS.glossBlack, fill(wall, pane, 0.004, 0.2));
    kit.add(MATERIALS.darkGlass, fill(wall, inset(pane, 0.03), 0.007, 0.2));
    kit.add(MATERIALS.rubber, band(wall, inset(pane, -0.006), pane, [0.001, 0.004]));
  }
  for (const x of AXLES) archLip(kit, wall, arch(x), { width: 0.028 });
  if (isKerb) {
    shutLine(kit, wall, rectangle(-1.02, 0.36, DOORS - 0.02, 1.79, 0.06));
    kit.add(
      MATERIALS.dark,
      ribbon(
        wall,
        [
          [-2.3, 1.02],
          [-1.02, 1.02],
        ],
        { width: 0.026, offset: 0.004 },
      ),
    );
    doorHandle(kit, wall, DOORS - 0.2, 0.92, MATERIALS.plastic);
  }
  kit.add(
    MATERIALS.plastic,
    ribbon(
      wall,
      [
        [AXLES[1] + 0.42, NOSE.low + 0.07],
        [AXLES[0] - 0.42, NOSE.low + 0.07],
      ],
      { width: 0.12, offset: 0.006 },
    ),
  );
}

function back(kit: Kit, rear: Surface): void {
  const pane: Outline = [
    [-0.72, 1.16, 0.08],
    [0.72, 1.16, 0.08],
    [0.66, 1.72, 0.1],
    [-0.66, 1.72, 0.1],
  ];
  kit.add(MATERIALS.glossBlack, fill(rear, pane, 0.004));
  kit.add(MATERIALS.darkGlass, fill(rear, inset(pane, 0.035), 0.008));
  shutLine(kit, rear, [
    [-0.8, 0.56, 0.06],
    [0.8, 0.56, 0.06],
    [0.74, 1.82, 0.08],
    [-0.74, 1.82, 0.08],
  ]);
  kit.add(MATERIALS.plastic, fill(rear, rectangle(-0.86, NOSE.low + 0.02, 0.86, 0.5, 0.05), 0.014));
  for (const [from, to] of [
    [-0.93, -0.82],
    [0.82, 0.93],
  ] as const)
    tailLamp(kit, rear, from, 0.86, to, 1.3);
  numberPlate(kit, REAR - 0.02, 0.86, 0, 180);
  addAll(kit, MATERIALS.chrome, raised(rear, rectangle(-0.4, 0.98, 0.4, 1.0, 0.008), 0.02));
}

/** The roof standing open: a lid hinged at the rear over walls of cloth. */
function popTop(kit: Kit): void {
  const [hinge, nose, half] = [-2.1, 0.62, 0.72];
  const turn = 17;
  const rise = Math.tan((turn * Math.PI) / 180) * (nose - hinge);
  const base = ROOF + 0.045;
  const cloth = sheet('#5d6660');
  for (const wall of [rightAt(half - 0.03), leftAt(half - 0.03)]) {
    const soft: Surface = (a, b) => {
      const place = wall(a, b);
      place.at.addScaledVector(place.out, 0.02 * Math.sin((b - base) * 16) - 0.02);
      return place;
    };
    kit.add(
      cloth,
      fill(
        soft,
        [
          [hinge, base - 0.06],
          [nose - 0.1, base - 0.06],
          [nose - 0.1, base + rise, 0.02],
        ],
        0,
        0.05,
      ),
    );
    const pane: Outline = [
      [-0.5, base + 0.12, 0.05],
      [nose - 0.24, base + 0.12, 0.05],
      [nose - 0.24, base + rise * 0.82, 0.05],
      [-0.5, base + rise * 0.5, 0.05],
    ];
    kit.add(mesh(), fill(soft, pane, 0.006, 0.05));
    kit.add(cloth, ribbon(soft, pane, { width: 0.03, offset: 0.01, closed: true }));
  }
  const front = plane([nose - 0.1, 0, 0], [0, 0, -1], [0, 1, 0]);
  const waved: Surface = (a, b) => {
    const place = front(a, b);
    place.at.x += 0.02 * Math.sin((b - base) * 16) - 0.02;
    return place;
  };
  kit.add(cloth, fill(waved, rectangle(-half + 0.03, base - 0.06, half - 0.03, base + rise), 0, 0.05));
  kit.add(
    mesh(),
    fill(waved, rectangle(-half * 0.6, base + 0.16, half * 0.6, base + rise - 0.14, 0.05), 0.006, 0.05),
  );
  const length = (nose - hinge) / Math.cos((turn * Math.PI) / 180);
  kit.add(
    MATERIALS.white,
    block(length + 0.16, 0.09, 2 * half + 0.1, 0.044),
    (hinge + nose) / 2,
    base + rise / 2 + 0.04,
    0,
    0,
    0,
    turn,
  );
  kit.add(
    MATERIALS.plastic,
    block(length + 0.1, 0.03, 2 * half + 0.04, 0.01),
    (hinge + nose) / 2,
    base + rise / 2 - 0.012,
    0,
    0,
    0,
    turn,
  );
  kit.add(
    MATERIALS.plastic,
    block(nose - hinge + 0.2, 0.03, 2 * half + 0.12, 0.012),
    (hinge + nose) / 2,
    ROOF + 0.03,
    0,
  );
  kit.pair(
    MATERIALS.aluminium,
    pipe(
      [
        [-0.9, base, half - 0.08],
        [0.25, base + rise * 0.88, half - 0.08],
      ],
      0.014,
    ),
  );
}

/** A van for two with its roof standing open and an awning. */
export const vehicle: VehicleModel = {
  name: 'camper',
  galleryPaint: 'green',
  build() {
    const kit = makeKit();
    const paint = paintMaterial();
    const body = hull();
    const reach = CORNER + BOW;
    kit.add(
      paint,
      body.geometry([
        { face: 'front', outline: screenOf(NOSE) },
        { face: 'sides', outline: doorWindow(NOSE, reach, DOORS) },
        ...AXLES.map((x) => ({ face: 'sides' as const, outline: archHole(arch(x)) })),
      ]),
    );
    vanNose(kit, body, NOSE, { reach, rear: DOORS, sill: 0.36 });
    for (const x of AXLES) wells(kit, arch(x), 0.56, NOSE.half - 0.03);
    kit.add(MATERIALS.fabric, block(0.04, 1.2, 1.6, 0.01), DOORS - 0.1, 1.2, 0);
    kit.add(MATERIALS.dark, block(4.7, 0.08, 1.4, 0.02), 0, NOSE.low + 0.06, 0);
    side(kit, body.left, true);
    side(kit, body.right, false);
    back(kit, body.rear);
    popTop(kit);
    awning(kit, { from: -2.1, to: 0.5, y: ROOF - 0.02, z: -NOSE.half + 0.06 });
    const root = kit.group();
    root.add(wheels(WHEEL, AXLES, 1.66));
    return { root, paint };
  },
};
