import { MATERIALS } from '../rig/materials.ts';
import { type Arch, archLip } from './arches.ts';
import { awning, ventGrille } from './caravan-fittings.ts';
import type { Kit } from './kit.ts';
import { tailLamp } from './lamps.ts';
import { addAll, doorHandle, framedWindow, hatch, numberPlate, shutLine, smallLamp } from './openings.ts';
import { inset, type Outline, rectangle } from './outline.ts';
import { barZ, block, pipe } from './solids.ts';
import { band, fill, raised, ribbon, type Surface, strip } from './surface.ts';
import { foldStep } from './trailer-parts.ts';

type Paint = Parameters<Kit['add']>[0];

export const REAR_ARCH: Arch = { x: -1.72, y: 0.36, radius: 0.44, low: 0.4 };
export const [BODY, REAR, FLOOR, ROOF, HALF] = [1.5, -3.62, 0.4, 2.98, 1.15];

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

/** What both sides have. */
export function walls(kit: Kit, paint: Paint, wall: Surface): void {
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

/** Door, windows, hatches and awning of the left side. */
export function kerbSide(kit: Kit, wall: Surface): void {
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

/** Windows and hatches of the right side. */
export function offSide(kit: Kit, wall: Surface): void {
  framedWindow(kit, wall, rectangle(-0.4, 1.5, 0.95, 2.2, 0.1));
  framedWindow(kit, wall, rectangle(-1.9, 1.7, -1.3, 2.25, 0.08));
  framedWindow(kit, wall, rectangle(-3.3, 1.78, -2.5, 2.28, 0.09));
  hatch(kit, wall, rectangle(-3.35, 0.82, -2.35, 1.3, 0.05), { latch: [-2.85, 1.22] });
  hatch(kit, wall, rectangle(0.2, 0.82, 0.7, 1.2, 0.04), { latch: [0.45, 1.14] });
  hatch(kit, wall, rectangle(-0.9, 0.48, 0.4, 0.68, 0.03), { latch: [-0.25, 0.62] });
}

/** The rear with its ladder. */
export function rear(kit: Kit, paint: Paint, wall: Surface): void {
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
