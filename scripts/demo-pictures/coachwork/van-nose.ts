import { type Material, TorusGeometry } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import type { Hull } from './hull.ts';
import { bothSides, type Kit } from './kit.ts';
import { headlamp } from './lamps.ts';
import { addAll, bondedGlass, doorHandle, numberPlate, shutLine, smallLamp, wiper } from './openings.ts';
import { type Corner, inset, type Outline, rectangle } from './outline.ts';
import { block, pipe } from './solids.ts';
import { band, fill, raised, ribbon, type Surface } from './surface.ts';
import { calmGlass, mesh } from './textures.ts';

/** The short nose of a van: where things stand on it. Metres. */
export type VanNose = {
  /** Foremost place of its bumper, and half its width. */
  front: number;
  half: number;
  /** Lower edge of the bumper, height of the bonnet's front edge, lower and upper edge of the windscreen. */
  low: number;
  nose: number;
  cowl: number;
  screenTop: number;
  /** How far behind the front the windscreen's edges stand. */
  cowlBack: number;
  topBack: number;
};

/** The front edge of a van, as a hull's drawing wants it, up to its windscreen's upper edge. */
export const noseEdge = ({ front, low, nose, cowl, screenTop, cowlBack, topBack }: VanNose): Corner[] => [
  [front - 0.1, low],
  [front, low + 0.16, 0.12],
  [front - 0.01, nose - 0.22, 0.12],
  [front - 0.09, nose, 0.16],
  [front - cowlBack, cowl - 0.03, 0.25],
  [front - topBack, screenTop, 0.4],
];

export const screenOf = ({ half, cowl, screenTop }: VanNose): Outline => [
  [-half + 0.13, cowl, 0.08],
  [half - 0.13, cowl, 0.08],
  [half - 0.19, screenTop - 0.05, 0.09],
  [-half + 0.19, screenTop - 0.05, 0.09],
];

/** Where a windscreen's pillar meets the side, at its foot and its head. */
const pillar = ({ front, cowlBack, topBack }: VanNose, reach: number): readonly [number, number] => [
  front - cowlBack - reach,
  front - topBack - reach + 0.06,
];

/** The window of a front door. @param reach how far the rounded corner of the nose reaches back, metres */
export function doorWindow(nose: VanNose, reach: number, rear: number): Outline {
  const [foot, head] = pillar(nose, reach);
  const { cowl, screenTop } = nose;
  return [
    [rear + 0.06, cowl - 0.06, 0.05],
    [foot - 0.1, cowl - 0.11, 0.05],
    [foot - 0.06, cowl - 0.02, 0.05],
    [Math.max(head - 0.06, rear + 0.2), screenTop - 0.07, 0.06],
    [rear + 0.06, screenTop - 0.07, 0.05],
  ];
}

export const doorOutline = (nose: VanNose, reach: number, rear: number, sill: number): Outline => {
  const [foot, head] = pillar(nose, reach);
  return [
    [rear, sill, 0.06],
    [foot + 0.14, sill, 0.2],
    [foot + 0.1, nose.cowl - 0.14, 0.1],
    [Math.max(head, rear + 0.26), nose.screenTop - 0.015, 0.08],
    [rear, nose.screenTop - 0.015, 0.06],
  ];
};

function face(kit: Kit, surface: Surface, { front, half, low, nose, cowl }: VanNose): void {
  const high = nose - low;
  const grille: Outline = [
    [-half * 0.5, nose - high * 0.36, 0.03],
    [half * 0.5, nose - high * 0.36, 0.03],
    [half * 0.58, nose - high * 0.08, 0.04],
    [-half * 0.58, nose - high * 0.08, 0.04],
  ];
  kit.add(mesh(), fill(surface, grille, 0.004, 0.06));
  kit.add(MATERIALS.chrome, band(surface, inset(grille, -0.014), grille, [0.004, 0.012], 0.06));
  for (const share of [0.16, 0.27]) {
    const y = nose - high * share;
    addAll(
      kit,
      MATERIALS.glossBlack,
      raised(surface, rectangle(-half * 0.52, y - 0.012, half * 0.52, y + 0.012, 0.008), 0.022),
    );
  }
  const lower: Outline = [
    [-half * 0.88, low + 0.01, 0.05],
    [half * 0.88, low + 0.01, 0.05],
    [half * 0.84, low + high * 0.44, 0.06],
    [-half * 0.84, low + high * 0.44, 0.06],
  ];
  kit.add(MATERIALS.plastic, fill(surface, lower, 0.006, 0.06));
  kit.add(
    mesh(),
    fill(surface, rectangle(-half * 0.5, low + high * 0.1, half * 0.5, low + high * 0.3, 0.03), 0.011, 0.06),
  );
  numberPlate(kit, front + 0.012, low + high * 0.42, 0, 0);
  for (const sign of [-1, 1]) {
    const a = (share: number) => sign * half * share;
    headlamp(
      kit,
      surface,
      [
        [a(0.62), nose - high * 0.36, 0.05],
        [a(0.86), nose - high * 0.26, 0.05],
        [a(0.93), nose + 0.06, 0.05],
        [a(0.64), nose - high * 0.02, 0.05],
      ],
      [
        [a(0.7), nose - high * 0.2, 0.058],
        [a(0.81), nose - high * 0.11, 0.045],
      ],
      [
        [a(0.645), nose - high * 0.06],
        [a(0.9), nose + 0.03],
      ],
    );
    smallLamp(
      kit,
      surface,
      rectangle(
        Math.min(a(0.6), a(0.74)),
        low + high * 0.16,
        Math.max(a(0.6), a(0.74)),
        low + high * 0.26,
        0.02,
      ),
      MATERIALS.headlamp,
    );
    kit.add(
      MATERIALS.dark,
      ribbon(
        surface,
        [
          [a(0.62), nose - high * 0.03],
          [a(0.64), nose + 0.06, 0.04],
          [a(0.86), nose + 0.13, 0.1],
          [a(0.9), cowl - 0.05],
        ],
        { width: 0.009 },
      ),
    );
  }
  kit.add(
    MATERIALS.dark,
    ribbon(
      surface,
      [
        [-half * 0.62, nose - high * 0.03],
        [half * 0.62, nose - high * 0.03],
      ],
      { width: 0.01, offset: 0.005 },
    ),
  );
  kit.add(
    MATERIALS.plastic,
    fill(
      surface,
      [
        [-half * 0.84, cowl - 0.05, 0.02],
        [half * 0.84, cowl - 0.05, 0.02],
        [half * 0.84, cowl + 0.01],
        [-half * 0.84, cowl + 0.01],
      ],
      0.004,
      0.06,
    ),
  );
}

function cabin(kit: Kit, nose: VanNose, seatX: number): void {
  const { front, half, cowl, cowlBack, low } = nose;
  kit.add(MATERIALS.fabric, block(0.55, 0.25, 2 * half - 0.3, 0.08), front - cowlBack - 0.32, cowl - 0.14, 0);
  kit.add(
    MATERIALS.dark,
    block(front - seatX, 0.06, 2 * half - 0.2, 0.02),
    (front + seatX) / 2 - 0.5,
    low + 0.2,
    0,
  );
  for (const z of [-half * 0.48, half * 0.48]) {
    kit.add(MATERIALS.fabric, block(0.5, 0.16, 0.5, 0.07), seatX, cowl - 0.48, z);
    kit.add(MATERIALS.fabric, block(0.15, 0.68, 0.48, 0.07), seatX - 0.28, cowl - 0.14, z, 0, 0, 10);
    kit.add(MATERIALS.fabric, block(0.1, 0.2, 0.28, 0.05), seatX - 0.36, cowl + 0.3, z, 0, 0, 10);
  }
  const rim = new TorusGeometry(0.19, 0.017, 10, 36).rotateY(Math.PI / 2);
  kit.add(MATERIALS.plastic, rim, front - cowlBack - 0.68, cowl + 0.02, half * 0.48, 0, 0, 28);
}

/** Mirrors on arms at the foot of the pillars. */
export function vanMirrors(kit: Kit, x: number, y: number, z: number, cap: Material): void {
  kit.copies(bothSides(), (side) => {
    side.add(
      MATERIALS.plastic,
      pipe(
        [
          [x + 0.06, y - 0.02, z - 0.06],
          [x + 0.02, y + 0.02, z + 0.08],
          [x, y + 0.08, z + 0.14],
        ],
        0.026,
      ),
    );
    side.add(cap, block(0.12, 0.32, 0.2, 0.055), x + 0.01, y + 0.18, z + 0.16, 0, 10, 0);
    side.add(MATERIALS.plastic, block(0.03, 0.31, 0.19, 0.012), x - 0.046, y + 0.18, z + 0.17, 0, 10, 0);
    side.add(MATERIALS.chrome, block(0.006, 0.28, 0.165, 0.002), x - 0.06, y + 0.18, z + 0.172, 0, 10, 0);
  });
}

/**
 * Details of a van's nose and front doors on its hull, whose windscreen and door windows are cut already.
 * @param reach how far the rounded corner of the nose reaches back, metres
 * @param rear where the front doors end
 */
export function vanNose(
  kit: Kit,
  hull: Hull,
  nose: VanNose,
  { reach, rear, sill }: { reach: number; rear: number; sill: number },
): void {
  const { half, cowl } = nose;
  const screen = screenOf(nose);
  bondedGlass(kit, hull.front, screen, { border: 0.05, overlap: 0.02, glass: calmGlass() });
  const y = cowl + 0.03;
  for (const [pivot, from, to] of [
    [0.55, 0.4, -0.32],
    [-0.15, -0.2, -0.78],
  ] as const)
    wiper(kit, hull.front, [pivot * half, cowl - 0.02], [from * half, y + 0.05], [to * half, y + 0.02]);
  face(kit, hull.front, nose);
  cabin(kit, nose, rear + 0.36);
  const glass = doorWindow(nose, reach, rear);
  for (const wall of [hull.left, hull.right]) {
    bondedGlass(kit, wall, glass, { border: 0.025, overlap: 0.018 });
    shutLine(kit, wall, doorOutline(nose, reach, rear, sill));
    doorHandle(kit, wall, rear + 0.2, cowl - 0.26, MATERIALS.plastic);
    kit.add(
      MATERIALS.plastic,
      fill(
        wall,
        rectangle(rear - 0.02, sill + 0.2, nose.front - nose.cowlBack - reach + 0.06, sill + 0.3, 0.03),
        0.008,
      ),
    );
  }
  const [foot] = pillar(nose, reach);
  vanMirrors(kit, foot - 0.1, cowl - 0.04, half - 0.02, MATERIALS.plastic);
}
