import type { Material } from 'three';
import { finishes } from './finishes.ts';
import { type Kit, placed } from './kit.ts';
import { pairs, points } from './numbers.ts';
import { circle, outline, slab, spin, tube } from './shapes.ts';

export type Fork = {
  kind: 'upside-down' | 'conventional';
  /** From the axle to the top of the tubes, metres along them. */
  length: number;
  /** Heights of the clamps along the tubes. */
  lowerClamp: number;
  upperClamp: number;
  /** Half the distance of the tubes. */
  half: number;
  /** How far the tubes stand before the steering axis. */
  offset: number;
  /** Upper tubes, or sliders. */
  tubeMaterial: Material;
  gaiters?: boolean;
};

/** A fork in its own place: the axle at the origin, y up along the tubes, x forward. */
export function fork(kit: Kit, one: Fork) {
  const { satinBlack, stanchion, bolt, hose, castBlack } = finishes();
  const { length, half, tubeMaterial } = one;
  const along = (
    radius: number | (readonly [number, number])[],
    from: number,
    to: number,
    material: Material,
    z: number,
    x = 0,
  ) => {
    const profile =
      typeof radius === 'number'
        ? ([
            [radius, from],
            [radius, to],
          ] as const)
        : radius;
    kit.add(
      material,
      spin([[0, profile[0]?.[1] ?? from], ...profile, [0, profile.at(-1)?.[1] ?? to]], 22),
      placed(x, 0, z, -Math.PI / 2),
    );
  };
  for (const z of [half, -half]) {
    if (one.kind === 'upside-down') {
      along(0.0215, 0.03, 0.36, stanchion, z);
      along(pairs('0.0255 0.318, 0.029 0.322, 0.0295 0.345, 0.0275 0.352'), 0, 0, hose, z);
      along(
        [
          [0.0272, 0.35],
          [0.0272, one.lowerClamp - 0.05],
          [0.0285, one.lowerClamp - 0.04],
          [0.0285, one.lowerClamp + 0.04],
          [0.0265, one.lowerClamp + 0.05],
          [0.0265, length - 0.004],
          [0.0255, length],
        ],
        0,
        0,
        tubeMaterial,
        z,
      );
      // The casting at the foot clamps the axle and carries the caliper.
      kit.add(
        castBlack,
        tube(
          [
            [0.006, -0.034, z],
            [0.004, 0.0, z],
            [-0.002, 0.05, z],
            [0, 0.105, z],
          ],
          pairs('0.02 0.019, 0.031 0.024, 0.026 0.025, 0.0255 0.0255'),
          { up: [1, 0, 0], sides: 18 },
        ),
      );
      kit.add(
        castBlack,
        slab(
          outline(
            points(
              '-0.015 0.02 0.01, -0.015 0.13 0.01, -0.085 0.115 0.012, -0.095 0.085 0.012, -0.05 0.03 0.02',
            ).map(([x = 0, y = 0, r = 0]) => [x, y, r] as const),
          ),
          0.018,
          { bevel: 0.004 },
        ),
        placed(0, 0, z * 0.93),
      );
      for (const y of [-0.022, 0.012])
        kit.add(
          bolt,
          tube(
            [
              [0.012, y - 0.012, z * 1.2],
              [0.012, y - 0.012, z * 0.9],
            ],
            0.005,
            { sides: 8 },
          ),
        );
    } else {
      along(
        pairs('0.024 -0.03, 0.0285 -0.02, 0.0285 0.33, 0.031 0.334, 0.031 0.352, 0.024 0.358'),
        0,
        0,
        tubeMaterial,
        z,
      );
      along(0.0205, 0.35, length - 0.01, stanchion, z);
      kit.add(
        tubeMaterial,
        slab(
          outline(
            points('-0.02 0.03 0.01, -0.02 0.14 0.01, -0.08 0.115 0.012, -0.088 0.085 0.012').map(
              ([x = 0, y = 0, r = 0]) => [x, y, r] as const,
            ),
          ),
          0.016,
          { bevel: 0.004 },
        ),
        placed(0, 0, z * 0.93),
      );
      if (one.gaiters) {
        const ribs = Array.from(
          { length: 27 },
          (_, at) => [at % 2 === 0 ? 0.033 : 0.027, 0.36 + at * 0.0066] as const,
        );
        along([...ribs], 0, 0, hose, z);
      }
    }
    along(
      [
        [0.0225, length - 0.002],
        [0.0225, length + 0.006],
        [0.017, length + 0.008],
        [0.016, length + 0.014],
      ],
      0,
      0,
      bolt,
      z,
    );
  }
  const clampEdge = (reach: number, back: number) =>
    outline(
      [
        [0.036, half + 0.01, 0.03],
        [-0.036, half + 0.02, 0.03],
        [-0.044, half - 0.03, 0.03],
        [-one.offset - back, 0.045, 0.03],
        [-one.offset - back, -0.045, 0.03],
        [-0.044, -half + 0.03, 0.03],
        [-0.036, -half - 0.02, 0.03],
        [0.036, -half - 0.01, 0.03],
        [0.03, -half + 0.05, 0.03],
        [reach, 0, 0.06],
        [0.03, half - 0.05, 0.03],
      ].map(([x = 0, y = 0, r = 0]) => [x, y, r] as const),
    );
  kit.add(
    satinBlack,
    slab(clampEdge(0.012, 0.034), 0.034, { bevel: 0.005 }),
    placed(0, one.lowerClamp, 0, -Math.PI / 2),
  );
  kit.add(
    satinBlack,
    slab(clampEdge(-0.004, 0.03), 0.024, { bevel: 0.004 }),
    placed(0, one.upperClamp, 0, -Math.PI / 2),
  );
  along(
    [
      [0.03, one.lowerClamp + 0.015],
      [0.03, one.upperClamp - 0.012],
    ],
    0,
    0,
    satinBlack,
    0,
    -one.offset,
  );
  along(
    [
      [0.018, one.upperClamp],
      [0.018, one.upperClamp + 0.022],
      [0.012, one.upperClamp + 0.024],
    ],
    0,
    0,
    bolt,
    0,
    -one.offset,
  );
  kit.add(
    bolt,
    spin(
      [
        [0, -half - 0.03],
        [0.013, -half - 0.03],
        [0.013, half + 0.03],
        [0, half + 0.03],
      ],
      16,
    ),
  );
  kit.add(satinBlack, slab(circle(0.017, 6), half * 2 + 0.03, { bevel: 0.001 }));
}
