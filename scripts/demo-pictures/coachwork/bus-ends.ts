import { MATERIALS } from '../rig/materials.ts';
import type { Kit } from './kit.ts';
import { headlamp, tailLamp } from './lamps.ts';
import { addAll, bondedGlass, numberPlate, shutLine, smallLamp, wiper } from './openings.ts';
import { inset, type Outline, rectangle } from './outline.ts';
import { pipe } from './solids.ts';
import { band, fill, raised, ribbon, type Surface } from './surface.ts';
import { mesh } from './textures.ts';

/** Of the bus, metres: its ends, underside, roof, half its width, and where its windows begin and end. */
export const [FRONT, REAR, FLOOR, ROOF, HALF] = [3.8, -3.8, 0.32, 2.72, 1.07];
export const BELT = 1.3;
export const HEAD = 2.26;
export const SCREEN: Outline = [
  [-HALF + 0.1, BELT - 0.05, 0.1],
  [HALF - 0.1, BELT - 0.05, 0.1],
  [HALF - 0.17, 2.3, 0.12],
  [-HALF + 0.17, 2.3, 0.12],
];

/** Windscreen, lamps and grille. */
export function faceOf(kit: Kit, front: Surface): void {
  bondedGlass(kit, front, SCREEN, { border: 0.055, overlap: 0.02 });
  wiper(kit, front, [0.75, BELT - 0.1], [0.72, BELT + 0.03], [-0.02, BELT + 0.05]);
  wiper(kit, front, [-0.05, BELT - 0.1], [-0.08, BELT + 0.03], [-0.82, BELT + 0.05]);
  const grille: Outline = [
    [-0.5, 0.86, 0.03],
    [0.5, 0.86, 0.03],
    [0.58, 1.0, 0.04],
    [-0.58, 1.0, 0.04],
  ];
  kit.add(mesh(), fill(front, grille, 0.004, 0.06));
  kit.add(MATERIALS.chrome, band(front, inset(grille, -0.018), grille, [0.004, 0.014]));
  addAll(kit, MATERIALS.chrome, raised(front, rectangle(-0.52, 0.92, 0.52, 0.94, 0.01), 0.02));
  const lower = rectangle(-0.9, FLOOR + 0.02, 0.9, 0.56, 0.06);
  kit.add(MATERIALS.plastic, fill(front, lower, 0.005, 0.06));
  kit.add(mesh(), fill(front, rectangle(-0.55, 0.38, 0.55, 0.52, 0.03), 0.01, 0.06));
  kit.add(
    MATERIALS.dark,
    ribbon(
      front,
      [
        [-0.98, 0.72],
        [0.98, 0.72],
      ],
      { width: 0.01 },
    ),
  );
  numberPlate(kit, FRONT + 0.015, 0.64, 0, 0);
  for (const sign of [-1, 1]) {
    headlamp(
      kit,
      front,
      [
        [sign * 0.62, 0.82, 0.04],
        [sign * 0.97, 0.86, 0.05],
        [sign * 1.0, 1.12, 0.06],
        [sign * 0.68, 1.03, 0.05],
      ],
      [
        [sign * 0.73, 0.92, 0.062],
        [sign * 0.87, 0.96, 0.062],
      ],
      [
        [sign * 0.69, 1.01],
        [sign * 0.97, 1.09],
      ],
    );
    smallLamp(
      kit,
      front,
      rectangle(sign * 0.78 - 0.07, 0.42, sign * 0.78 + 0.07, 0.5, 0.03),
      MATERIALS.headlamp,
    );
    smallLamp(
      kit,
      front,
      rectangle(sign * 0.72 - 0.06, 2.5, sign * 0.72 + 0.06, 2.53, 0.012),
      MATERIALS.indicator,
      0.03,
    );
  }
}

/** Rear window, lamps and plate. */
export function back(kit: Kit, rear: Surface): void {
  const pane: Outline = rectangle(-0.78, 1.42, 0.78, 2.2, 0.1);
  kit.add(MATERIALS.glossBlack, fill(rear, pane, 0.005));
  kit.add(MATERIALS.darkGlass, fill(rear, inset(pane, 0.045), 0.009));
  shutLine(kit, rear, rectangle(-0.84, 0.72, 0.84, 2.28, 0.06));
  kit.add(MATERIALS.plastic, fill(rear, rectangle(-0.9, FLOOR + 0.02, 0.9, 0.6, 0.05), 0.012));
  for (const [from, to] of [
    [-1.0, -0.88],
    [0.88, 1.0],
  ] as const)
    tailLamp(kit, rear, from, 0.82, to, 1.3);
  numberPlate(kit, REAR - 0.025, 0.95, 0, 180);
  smallLamp(kit, rear, rectangle(-0.14, 2.36, 0.14, 2.4, 0.012), MATERIALS.tailLamp);
  kit.add(
    MATERIALS.chrome,
    pipe(
      [
        [REAR - 0.03, 1.24, -0.16],
        [REAR - 0.06, 1.24, -0.14],
        [REAR - 0.06, 1.24, 0.14],
        [REAR - 0.03, 1.24, 0.16],
      ],
      0.012,
    ),
  );
}
