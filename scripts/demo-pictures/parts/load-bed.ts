import type { Group } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import { assemble, bent, block, both, loft, type P3, tube } from './solids.ts';

/** How much higher the cloth lies in the middle than at the rails, metres. */
const ARCH_M = 0.042;

export type CoverSpec = { from: number; to: number; half: number; y: number };

/** A soft cover over a tub with its rails: x of its front and rear ends, half width, height. */
export function tubCover({ from, to, half, y }: CoverSpec): Group {
  const middle = (from + to) / 2;
  const length = from - to;
  const stations = [-1, -0.6, 0, 0.6, 1];
  const cloth = loft(
    stations.map((share): P3[] => {
      const z = share * (half - 0.05);
      const rise = ARCH_M * (1 - share * share);
      return [
        [to + 0.04, y - 0.03, z],
        [from - 0.03, y - 0.03, z],
        [from - 0.03, y + 0.012 + rise, z],
        [to + 0.04, y + 0.012 + rise, z],
      ];
    }),
    0.5,
  );
  const bows = [0.25, 0.5, 0.75].map((share) =>
    tube(
      stations.map(
        (aside): P3 => [
          from - share * length,
          y + 0.012 + ARCH_M * (1 - aside * aside),
          aside * (half - 0.05),
        ],
      ),
      0.007,
      { sides: 6 },
    ),
  );
  const rails = [-1, 1].map((side) =>
    block([length, 0.034, 0.09], 0.012, [middle, y + 0.006, side * (half - 0.025)]),
  );
  const cap = block([0.07, 0.034, 2 * half], 0.012, [to + 0.015, y + 0.002, 0]);
  return assemble([MATERIALS.rubber, [cloth, ...bows]], [MATERIALS.plastic, [...rails, cap]]);
}

export type SportsBarSpec = {
  x: number;
  y: number;
  half: number;
  top: number /** How far its legs run back along the tub, metres. */;
  run: number;
};

/** A hoop behind the cab with legs sloping back to the tub's rails. */
export function sportsBar({ x, y, half, top, run }: SportsBarSpec): Group {
  const hoop = tube(
    bent(
      [
        [x - 0.06, y, half - 0.02],
        [x + 0.02, top - 0.05, half - 0.14],
        [x + 0.02, top, half - 0.26],
        [x + 0.02, top, -half + 0.26],
        [x + 0.02, top - 0.05, -half + 0.14],
        [x - 0.06, y, -half + 0.02],
      ],
      0.14,
      6,
    ),
    0.034,
    { sides: 12, steps: 90 },
  );
  const leg = loft(
    Array.from({ length: 13 }, (_, step): P3[] => {
      const t = step / 12;
      const high = top - 0.12 + (y - top + 0.12) * t ** 0.8;
      const z = half - 0.13 + 0.1 * t;
      const thick = 0.03 + 0.055 * (1 - t);
      const at = x - run * t;
      return [
        [at, high - thick, z - 0.03],
        [at, high + 0.03, z - 0.03],
        [at, high + 0.036, z],
        [at, high + 0.025, z + 0.022],
        [at, high - thick + 0.02, z + 0.03],
        [at, high - thick, z + 0.02],
      ];
    }),
    0.5,
  );
  const foot = block([0.34, 0.03, 0.1], 0.012, [x - run + 0.1, y + 0.012, half - 0.03]);
  return assemble([MATERIALS.glossBlack, [hoop, both(leg)]], [MATERIALS.plastic, [both(foot)]]);
}
