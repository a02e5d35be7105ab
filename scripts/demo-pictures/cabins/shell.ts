import type { Group, Material } from 'three';
import { assemble, block, both, net, type P3, roundedShape, slab, tube } from '../parts/solids.ts';
import { MATERIALS } from '../rig/materials.ts';
import { cloth, softTouch, stitches } from './trim.ts';

export type ShellTrim = {
  pad: Material;
  lower: Material;
  strip: Material;
  thread: string;
  half: number;
  roof: number;
  rear: boolean;
};

/** Doors, pillars, roof lining and floor around the seats; the windscreen's foot at x = 1.12. */
export function shell({ pad, lower, strip, thread, half, roof, rear }: ShellTrim): Group {
  const lining = cloth('#b9b4aa', 1500);
  const carpet = cloth('#17181a', 500);
  const back = rear ? -1.75 : -0.75;
  const wall = (x: number, y: number, width: number, height: number, thick: number, inset: number) =>
    block([width, height, thick], 0.02, [x, y, half - inset]);
  const door = (from: number, to: number) => {
    const middle = (from + to) / 2;
    const long = to - from - 0.012;
    return {
      lower: both(
        slab(
          roundedShape(
            [
              [from, 0.08],
              [to, 0.08],
              [to, 0.56],
              [from, 0.56],
            ],
            0.03,
          ),
          0.05,
          0.012,
        ).translate(0, 0, half - 0.02),
      ),
      upper: both(wall(middle, 0.655, long, 0.2, 0.1, 0.0)),
      strip: both(block([long * 0.92, 0.045, 0.02], 0.008, [middle, 0.585, half - 0.052], 3)),
      rest: both(block([long * 0.62, 0.06, 0.1], 0.022, [middle - 0.06, 0.5, half - 0.05], 4)),
      pull: both(block([0.11, 0.022, 0.018], 0.008, [to - 0.2, 0.62, half - 0.062], 3)),
      grille: both(
        slab(
          roundedShape(
            [
              [to - 0.3, 0.14],
              [to - 0.12, 0.14],
              [to - 0.12, 0.3],
              [to - 0.3, 0.3],
            ],
            0.07,
          ),
          0.014,
          0.004,
        ).translate(0, 0, half - 0.034),
      ),
      sewn: ([-1, 1] as const).map((side) =>
        stitches(
          [
            [from + 0.04, 0.742, side * (half - 0.047)],
            [middle, 0.742, side * (half - 0.047)],
            [to - 0.04, 0.742, side * (half - 0.047)],
          ],
          thread,
        ),
      ),
    };
  };
  const doors = [door(-0.42, 0.74), ...(rear ? [door(-1.36, -0.46)] : [])];
  const tops = half - 0.13;
  const pillar = (from: P3, to: P3, radius: number) =>
    both(
      tube([from, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 + 0.012, (from[2] + to[2]) / 2], to], radius),
    );
  const headliner = net(24, 17, (row, column) => {
    const u = row / 23;
    const v = (column / 16) * 2 - 1;
    const x = 0.36 + (back - 0.36) * u;
    const crown = roof - 0.05 * Math.abs(v) ** 3.4 - 0.03 * (u - 0.3) ** 2;
    return [x, crown, v * (tops + 0.05)];
  });
  const group = assemble(
    [lower, [...doors.map((one) => one.lower)]],
    [pad, [...doors.map((one) => one.upper), ...doors.map((one) => one.rest)]],
    [strip, doors.map((one) => one.strip)],
    [MATERIALS.alloy, doors.map((one) => one.pull)],
    [MATERIALS.rubber, doors.map((one) => one.grille)],
    [lower, [both(block([0.5, 0.66, 0.06], 0.02, [0.98, 0.36, half - 0.02]))]],
    [
      MATERIALS.alloy,
      [
        block([0.012, 0.11, 0.055], 0.005, [0.98, 0.17, half * 0.52 + 0.1]).rotateZ(0),
        block([0.012, 0.075, 0.09], 0.005, [0.95, 0.2, half * 0.52 - 0.04]),
      ],
    ],
    [
      MATERIALS.rubber,
      [
        both(block([0.62, 0.012, 0.44], 0.005, [0.62, 0.04, half * 0.52])),
        both(block([0.4, 0.012, 0.44], 0.005, [-0.72, 0.04, half * 0.52])),
      ],
    ],
    [
      lining,
      [
        headliner,
        pillar([1.2, 0.72, half - 0.0], [0.34, roof - 0.05, tops], 0.04),
        pillar([-0.44, 0.7, half - 0.0], [-0.46, roof - 0.04, tops], 0.045),
        ...(rear ? [pillar([-1.45, 0.7, half - 0.02], [-1.3, roof - 0.05, tops], 0.07)] : []),
        both(
          tube(
            [
              [0.36, roof - 0.045, tops],
              [-0.5, roof - 0.03, tops + 0.02],
              [back, roof - 0.06, tops],
            ],
            0.035,
          ),
        ),
        tube(
          [
            [0.36, roof - 0.05, -tops],
            [0.4, roof - 0.012, -0.3],
            [0.4, roof - 0.012, 0.3],
            [0.36, roof - 0.05, tops],
          ],
          0.03,
        ),
      ],
    ],
    [
      carpet,
      [
        block([3, 0.03, half * 2.2], 0.005, [0, 0.015, 0]),
        block([0.03, 0.6, half * 2.1], 0.005, [1.16, 0.3, 0]),
      ],
    ],
    [
      softTouch('#d5d0c6'),
      [
        both(block([0.18, 0.022, 0.4], 0.01, [0.29, roof - 0.05, 0.36], 3)),
        block([0.16, 0.03, 0.16], 0.012, [0.24, roof - 0.03, 0], 3),
      ],
    ],
    [
      MATERIALS.dark,
      [
        both(block([3.2, 0.4, 0.05], 0.01, [-0.2, 0.3, half + 0.07])),
        ...(rear
          ? [block([0.05, 0.8, half * 2], 0.01, [-1.62, 0.4, 0])]
          : [block([0.05, roof, half * 2], 0.01, [back, roof / 2, 0])]),
      ],
    ],
    [
      MATERIALS.glossBlack,
      [
        block([0.03, 0.07, 0.25], 0.014, [0.42, roof - 0.12, 0], 4),
        block([0.02, 0.06, 0.02], 0.008, [0.44, roof - 0.06, 0]),
      ],
    ],
    [MATERIALS.chrome, [block([0.003, 0.056, 0.23], 0.001, [0.404, roof - 0.12, 0])]],
  );
  for (const one of doors) group.add(...one.sewn);
  return group;
}

/** The bonnet as the driver sees it over the dashboard. */
export const bonnet = (material: Material, half: number): Group =>
  assemble([
    material,
    [
      net(16, 25, (row, column) => {
        const u = row / 15;
        const v = (column / 24) * 2 - 1;
        return [
          1.25 + 1.0 * u,
          0.72 -
            0.16 * u * u -
            0.08 * Math.abs(v) ** 3 +
            0.02 * Math.exp(-(((Math.abs(v) - 0.55) / 0.12) ** 2)),
          v * half * (1.02 - 0.1 * u * u),
        ];
      }),
    ],
  ]);
