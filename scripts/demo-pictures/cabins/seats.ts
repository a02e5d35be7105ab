import type { BufferGeometry, Group, Material } from 'three';
import { assemble, block, type P3 } from '../parts/solids.ts';
import { MATERIALS } from '../rig/materials.ts';
import { stitches } from './trim.ts';

/** A cushion: a rounded box swollen in its middle, leaned around z. */
function cushion([x, y, z]: P3, at: P3, lean: number, swell = 0.018, radius = 0.05): BufferGeometry {
  const shape = block([x, y, z], radius, [0, 0, 0], 8);
  const points = shape.getAttribute('position');
  for (let i = 0; i < points.count; i++) {
    const [u, v, w] = [points.getX(i) / (x / 2), points.getY(i) / (y / 2), points.getZ(i) / (z / 2)];
    const middle = (a: number) => Math.max(0, 1 - a * a);
    points.setXYZ(
      i,
      points.getX(i) + Math.sign(u) * swell * Math.abs(u) * middle(v) * middle(w),
      points.getY(i) + Math.sign(v) * swell * Math.abs(v) * middle(u) * middle(w),
      points.getZ(i) + Math.sign(w) * swell * Math.abs(w) * middle(u) * middle(v),
    );
  }
  shape.computeVertexNormals();
  return shape
    .translate(0, y / 2, 0)
    .rotateZ(lean)
    .translate(...at);
}

export type SeatTrim = { hide: Material; insert: Material; shell: Material; thread: string };

/** A front seat facing +x: the cushion's rear edge over the origin, the floor at y = 0. */
export function seat({ hide, insert, shell, thread }: SeatTrim): Group {
  const lean = 0.3;
  const group = assemble(
    [
      insert,
      [cushion([0.5, 0.13, 0.32], [0.26, 0.2, 0], 0.1), cushion([0.12, 0.56, 0.3], [-0.02, 0.3, 0], lean)],
    ],
    [
      hide,
      [
        ...[-1, 1].flatMap((side) => [
          cushion([0.5, 0.17, 0.115], [0.27, 0.19, side * 0.205], 0.1, 0.02),
          cushion([0.17, 0.5, 0.115], [0.0, 0.3, side * 0.205], lean, 0.02),
        ]),
        cushion([0.12, 0.15, 0.47], [-0.165, 0.78, 0], lean, 0.015),
        cushion([0.16, 0.15, 0.4], [0.49, 0.215, 0], 0.1, 0.012),
        cushion([0.105, 0.2, 0.28], [-0.225, 0.985, 0], 0.18, 0.015),
      ],
    ],
    [
      shell,
      [
        cushion([0.07, 0.62, 0.44], [-0.1, 0.28, 0], lean, 0.01),
        block([0.46, 0.16, 0.44], 0.04, [0.25, 0.13, 0]),
      ],
    ],
    [
      MATERIALS.chrome,
      [-0.065, 0.065].map((z) => block([0.012, 0.12, 0.012], 0.005, [-0.21, 0.96, z]).rotateZ(0)),
    ],
  );
  for (const side of [-1, 1]) {
    const z = side * 0.152;
    group.add(
      stitches(
        [
          [0.5, 0.357, z],
          [0.26, 0.342, z],
          [0.05, 0.31, z],
        ],
        thread,
      ),
    );
    group.add(
      stitches(
        [
          [0.035, 0.38, z],
          [-0.045, 0.58, z],
          [-0.12, 0.8, z],
        ],
        thread,
      ),
    );
  }
  return group;
}

/** A bench for three, placed like a front seat. */
export function bench(width: number, { hide, insert, shell, thread }: SeatTrim): Group {
  const part = width / 3;
  const group = assemble(
    [
      insert,
      [-1, 0, 1].flatMap((at) => [
        cushion([0.44, 0.13, part * 0.7], [0.26, 0.23, at * part], 0.09),
        cushion([0.12, 0.5, part * 0.7], [0.0, 0.34, at * part], 0.36),
      ]),
    ],
    [
      hide,
      [
        ...[-1.46, -0.5, 0.5, 1.46].flatMap((at) => [
          cushion([0.47, 0.15, part * 0.34], [0.26, 0.22, at * part], 0.09, 0.014),
          cushion([0.15, 0.52, part * 0.34], [0.0, 0.33, at * part], 0.36, 0.014),
        ]),
        cushion([0.13, 0.14, width * 0.98], [-0.19, 0.8, 0], 0.36, 0.01),
        cushion([0.13, 0.15, width * 0.98], [0.47, 0.24, 0], 0.09, 0.01),
        ...[-1, 0, 1].map((at) =>
          cushion([0.09, 0.17, 0.25], [-0.25, at === 0 ? 0.92 : 0.98, at * part], 0.22, 0.012),
        ),
      ],
    ],
    [
      shell,
      [
        block([0.44, 0.24, width], 0.04, [0.24, 0.13, 0]),
        block([0.05, 0.75, width], 0.02, [-0.19, 0.6, 0]).rotateZ(0),
      ],
    ],
  );
  for (const at of [-1, 0, 1])
    for (const side of [-1, 1]) {
      const z = at * part + side * part * 0.35;
      group.add(
        stitches(
          [
            [0.46, 0.385, z],
            [0.26, 0.37, z],
            [0.06, 0.345, z],
          ],
          thread,
        ),
      );
      group.add(
        stitches(
          [
            [0.055, 0.4, z],
            [-0.05, 0.62, z],
            [-0.13, 0.82, z],
          ],
          thread,
        ),
      );
    }
  return group;
}
