import { MATERIALS } from '../rig/materials.ts';
import { archFlare, awning, ventGrille } from './caravan-fittings.ts';
import type { Kit } from './kit.ts';
import { addAll, doorHandle, framedWindow, hatch, shutLine, smallLamp } from './openings.ts';
import { inset, type Outline, rectangle } from './outline.ts';
import { pipe } from './solids.ts';
import { band, fill, raised, ribbon, type Surface, strip } from './surface.ts';
import { checkerPlate, mesh } from './textures.ts';
import { foldStep } from './trailer-parts.ts';

export const [FRONT, REAR, FLOOR, ROOF, HALF] = [2.45, -3.8, 0.66, 3.02, 1.2];
export const SKIRT = 1.18;
export const ARCH: Outline = [
  [-2.16, 0, 0.02],
  [-0.06, 0, 0.02],
  [-0.06, 0.72, 0.05],
  [-0.3, 1.09, 0.12],
  [-1.92, 1.09, 0.12],
  [-2.16, 0.72, 0.05],
];

/** What both sides have: the plated skirt, its trim, the arch, and the stripes. */
export function sideOf(kit: Kit, paint: Parameters<Kit['add']>[0], wall: Surface): void {
  for (const [from, to] of [
    [REAR + 0.52, -2.2],
    [-0.02, FRONT - 0.14],
  ] as const)
    kit.add(checkerPlate(), fill(wall, rectangle(from, FLOOR + 0.005, to, SKIRT, 0.01), 0.004, 0.3));
  kit.add(
    checkerPlate(),
    fill(
      wall,
      [
        [REAR + 0.06, 1.03],
        [REAR + 0.41, FLOOR + 0.005],
        [REAR + 0.53, FLOOR + 0.005],
        [REAR + 0.53, SKIRT],
        [REAR + 0.04, SKIRT],
      ],
      0.004,
      0.03,
    ),
  );
  kit.add(checkerPlate(), fill(wall, rectangle(-2.2, 1.09, -0.02, SKIRT), 0.004));
  for (const sign of [-1, 1]) {
    const x = (from: number) => -1.11 + sign * from;
    kit.add(
      checkerPlate(),
      fill(
        wall,
        [
          [x(1.1), FLOOR + 0.005],
          [x(1.08), 0.73],
          [x(0.8), 1.13],
          [x(1.1), 1.13],
        ],
        0.004,
      ),
    );
  }
  archFlare(kit, wall, ARCH, FLOOR);
  kit.add(
    MATERIALS.aluminium,
    ribbon(
      wall,
      [
        [REAR + 0.04, SKIRT],
        [FRONT - 0.05, SKIRT],
      ],
      { width: 0.03, offset: 0.01 },
    ),
  );
  kit.add(
    paint,
    strip(
      wall,
      [
        [FRONT - 0.06, 1.3],
        [0.4, 1.3, 1.2],
        [REAR + 0.1, 1.94],
      ],
      [
        [FRONT - 0.06, 1.44],
        [0.5, 1.46, 1.2],
        [REAR + 0.1, 2.29],
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
        [FRONT - 0.06, 1.21],
        [0.2, 1.21, 1.2],
        [REAR + 0.1, 1.73],
      ],
      [
        [FRONT - 0.06, 1.27],
        [0.3, 1.27, 1.2],
        [REAR + 0.1, 1.89],
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
        [FRONT - 0.07, 1.47],
        [0.6, 1.5, 1.2],
        [REAR + 0.1, 2.35],
      ],
      [
        [FRONT - 0.07, 1.5],
        [0.6, 1.54, 1.2],
        [REAR + 0.1, 2.43],
      ],
      0.004,
      60,
    ),
  );
  kit.add(
    MATERIALS.aluminium,
    ribbon(
      wall,
      [
        [REAR + 0.09, ROOF - 0.075],
        [FRONT - 0.55, ROOF - 0.075],
      ],
      { width: 0.05, offset: 0.004 },
    ),
  );
  for (const x of [REAR + 0.25, FRONT - 0.7])
    smallLamp(kit, wall, rectangle(x - 0.05, ROOF - 0.17, x + 0.05, ROOF - 0.14, 0.01), MATERIALS.indicator);
  for (const x of [-3.2, 0.6, 1.9])
    smallLamp(kit, wall, rectangle(x - 0.05, SKIRT - 0.1, x + 0.05, SKIRT - 0.07, 0.01), MATERIALS.indicator);
}

/** Door, windows, hatches and awning of the left side. */
export function kerbSide(kit: Kit, wall: Surface): void {
  const door: Outline = rectangle(0.28, FLOOR + 0.08, 0.96, 2.68, 0.06);
  kit.add(MATERIALS.plastic, band(wall, inset(door, -0.03), door, [0.004, 0.014]));
  addAll(kit, MATERIALS.white, raised(wall, inset(door, 0.008), 0.016, 0.006));
  shutLine(kit, (a, b) => wall(a, b), inset(door, 0.002), 0.014);
  const proud: Surface = (a, b) => {
    const place = wall(a, b);
    place.at.addScaledVector(place.out, 0.014);
    return place;
  };
  framedWindow(kit, proud, rectangle(0.38, 1.72, 0.86, 2.5, 0.08));
  kit.add(mesh(), fill(proud, rectangle(0.38, 0.9, 0.86, 1.5, 0.03), 0.004));
  kit.add(
    MATERIALS.plastic,
    ribbon(proud, rectangle(0.38, 0.9, 0.86, 1.5, 0.03), { width: 0.03, offset: 0.008, closed: true }),
  );
  doorHandle(kit, proud, 0.38, 1.6, MATERIALS.glossBlack);
  kit.add(
    MATERIALS.chrome,
    pipe(
      [
        [1.06, 1.3, -HALF],
        [1.06, 1.3, -HALF - 0.07],
        [1.06, 1.85, -HALF - 0.07],
        [1.06, 1.85, -HALF],
      ],
      0.013,
    ),
  );
  foldStep(kit, 0.62, 0.46, -HALF - 0.08);
  framedWindow(kit, wall, rectangle(1.28, 1.72, 2.0, 2.38, 0.09));
  framedWindow(kit, wall, rectangle(-1.55, 1.74, -0.35, 2.4, 0.09));
  framedWindow(kit, wall, rectangle(-3.45, 2.05, -2.95, 2.45, 0.08));
  hatch(kit, wall, rectangle(1.35, 0.78, 2.15, 1.12, 0.05), { panel: checkerPlate(), latch: [1.75, 1.05] });
  hatch(kit, wall, rectangle(-0.3, 1.26, 0.1, 1.58, 0.04), { latch: [-0.1, 1.52] });
  ventGrille(kit, wall, -2.65, 1.35, -2.2, 1.62);
  ventGrille(kit, wall, -2.65, 2.15, -2.2, 2.42);
  awning(kit, { from: -2.5, to: 1.8, y: ROOF - 0.14, z: -HALF - 0.055, foot: 1.24 });
}

/** Windows and hatches of the right side. */
export function offSide(kit: Kit, wall: Surface): void {
  framedWindow(kit, wall, rectangle(1.28, 1.72, 2.0, 2.38, 0.09));
  framedWindow(kit, wall, rectangle(-1.2, 1.72, 0.2, 2.4, 0.09));
  framedWindow(kit, wall, rectangle(-2.4, 1.85, -1.75, 2.4, 0.08));
  hatch(kit, wall, rectangle(1.35, 0.78, 2.15, 1.12, 0.05), { panel: checkerPlate(), latch: [1.75, 1.05] });
  hatch(kit, wall, rectangle(-3.2, 1.3, -2.7, 1.75, 0.05), { latch: [-2.95, 1.68] });
  ventGrille(kit, wall, 0.4, 1.35, 0.85, 1.62);
  ventGrille(kit, wall, 0.4, 2.1, 0.85, 2.37);
}
