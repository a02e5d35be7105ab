import type { Group, Material } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import { assemble, bent, block, both, facing, loft, mirrored, type P3, revolve, tube } from './solids.ts';

export type BullBarSpec = {
  /** Over the wings, metres. */
  width: number;
  /** Heights over the ground: lower and upper edge of the bumper, top of the hoop. */
  bottom: number;
  top: number;
  hoop: number;
  material?: Material;
  lightBar?: boolean;
};

/** Channel of the bumper, from the middle to the wing's end, swept back at its side. */
function channel(width: number, bottom: number, top: number) {
  const stations: [number, number, number, number][] = [
    [0, 0.1, bottom, top],
    [width * 0.24, 0.1, bottom, top],
    [width * 0.31, 0.075, bottom + 0.03, top],
    [width * 0.42, 0.0, bottom + 0.07, top],
    [width * 0.49, -0.16, bottom + 0.12, top - 0.01],
    [width * 0.5, -0.34, bottom + 0.17, top - 0.02],
  ];
  return loft(
    stations.map(([z, x, low, high]): P3[] => [
      [x - 0.2, low + 0.02, z - 0.02],
      [x - 0.06, low, z],
      [x - 0.015, low + 0.05, z],
      [x, high - 0.1, z],
      [x - 0.01, high - 0.02, z],
      [x - 0.03, high, z],
      [x - 0.2, high, z - 0.02],
    ]),
    0.35,
  );
}

/**
 * A steel bar with hoops and a winch, standing before the nose; x = 0 is where the bumper's face was,
 * y = 0 the ground.
 */
export function bullBar({
  width,
  bottom,
  top,
  hoop,
  material = MATERIALS.plastic,
  lightBar = true,
}: BullBarSpec): Group {
  const half = channel(width, bottom, top);
  const middle = tube(
    bent(
      [
        [0.06, top - 0.02, -width * 0.215],
        [0.03, hoop, -width * 0.19],
        [0.03, hoop, width * 0.19],
        [0.06, top - 0.02, width * 0.215],
      ],
      0.12,
      6,
    ),
    0.031,
    { sides: 12, steps: 60 },
  );
  const wing = tube(
    bent(
      [
        [0.035, top + (hoop - top) * 0.74, width * 0.198],
        [0.0, top + (hoop - top) * 0.72, width * 0.36],
        [-0.17, top + (hoop - top) * 0.6, width * 0.475],
        [-0.22, top - 0.02, width * 0.485],
      ],
      0.1,
      5,
    ),
    0.026,
    { sides: 10, steps: 40 },
  );
  const upright = tube(
    [
      [0.06, top - 0.03, width * 0.1],
      [0.035, hoop - 0.02, width * 0.1],
    ],
    0.022,
    { sides: 8, steps: 3 },
  );
  const winch = block([0.012, 0.1, 0.3], 0.012, [0.098, bottom + 0.11, 0]);
  const slot = block([0.016, 0.034, 0.22], 0.014, [0.101, bottom + 0.11, 0]);
  const hook = tube(
    [
      [0.12, bottom + 0.1, -0.02],
      [0.15, bottom + 0.075, 0],
      [0.12, bottom + 0.06, 0.02],
    ],
    0.011,
    { sides: 8 },
  );
  const shackle = tube(
    [
      [0.09, bottom + 0.03, 0.345],
      [0.15, bottom + 0.025, 0.34],
      [0.165, bottom + 0.02, 0.37],
      [0.15, bottom + 0.025, 0.4],
      [0.09, bottom + 0.03, 0.395],
    ],
    0.012,
    { sides: 8 },
  );
  const lampAt: P3 = [0.052, (bottom + top) / 2 + 0.02, width * 0.345];
  const lamp = facing(
    revolve(
      [
        [0.05, -0.03],
        [0.05, 0.004],
        [0.043, 0.008],
      ],
      24,
      0.7,
    ),
    '+x',
    lampAt,
  );
  const lens = facing(
    revolve(
      [
        [0.044, 0.004],
        [0.03, 0.009],
        [0, 0.011],
      ],
      20,
    ),
    '+x',
    lampAt,
  );
  const amber = block([0.02, 0.04, 0.09], 0.006, [-0.02, top - 0.06, width * 0.425]);
  amber.rotateY(0);
  const bar = lightBar ? [block([0.06, 0.055, width * 0.3], 0.012, [0.035, top + 0.055, 0])] : [];
  const cells = lightBar
    ? Array.from({ length: 10 }, (_, at) =>
        block([0.008, 0.034, width * 0.024], 0.003, [0.064, top + 0.055, (at - 4.5) * width * 0.0285]),
      )
    : [];
  return assemble(
    [material, [half, mirrored(half), middle, both(wing), both(upright)]],
    [MATERIALS.steel, [winch, hook]],
    [MATERIALS.dark, [slot, ...bar]],
    [MATERIALS.glossBlack, [both(lamp)]],
    [MATERIALS.headlamp, [both(lens), ...cells]],
    [MATERIALS.indicator, [both(amber)]],
    [MATERIALS.tailLamp, [both(shackle)]],
  );
}

/** A short nudge bar of one tube before the grille. */
export function nudgeBar(width: number, bottom: number, top: number): Group {
  const frame = tube(
    bent(
      [
        [-0.06, bottom, -width / 2],
        [0.07, bottom + 0.06, -width / 2],
        [0.08, top, -width * 0.42],
        [0.08, top, width * 0.42],
        [0.07, bottom + 0.06, width / 2],
        [-0.06, bottom, width / 2],
      ],
      0.12,
      6,
    ),
    0.03,
    { sides: 12, steps: 90 },
  );
  const cross = tube(
    [
      [0.075, (bottom + top) / 2, -width * 0.45],
      [0.075, (bottom + top) / 2, width * 0.45],
    ],
    0.022,
    { steps: 2 },
  );
  return assemble([MATERIALS.aluminium, [frame, cross]]);
}
