import type { Material } from 'three';
import { cover, fins, roundCover } from './engine-parts.ts';
import { finishes } from './finishes.ts';
import { type Kit, placed } from './kit.ts';
import { pairs, points } from './numbers.ts';
import { type Corner, outline, slab, spin, tube } from './shapes.ts';

export type VTwin = {
  /** Of the crankshaft. */
  at: readonly [number, number];
  /** Half the angle between the cylinders, radians. */
  half: number;
  caseMaterial: Material;
  coverMaterial: Material;
  finMaterial: Material;
};

const box = (x: number, z: number, round: number): Corner[] => [
  [-x, -z, round],
  [x, -z, round],
  [x, z, round],
  [-x, z, round],
];

function cylinder(kit: Kit, way: 1 | -1, { finMaterial, coverMaterial }: VTwin) {
  const { bolt, castBlack } = finishes();
  fins(kit, finMaterial, box(0.072, 0.082, 0.045), 0.125, 0.225, 0.0115);
  fins(kit, finMaterial, box(0.08, 0.088, 0.03), 0.238, 0.285, 0.0115);
  kit.add(
    coverMaterial,
    slab(outline(box(0.066, 0.07, 0.022), 4), 0.05, { bevel: 0.012, bevelPieces: 3 }),
    placed(0, 0.31, 0, -Math.PI / 2),
  );
  kit.add(
    castBlack,
    slab(outline(box(0.07, 0.074, 0.022), 4), 0.012, { bevel: 0.003 }),
    placed(0, 0.292, 0, -Math.PI / 2),
  );
  for (const x of [-0.048, 0.048])
    for (const z of [-0.052, 0.052])
      kit.add(bolt, spin(pairs('0.008 0, 0.008 0.008, 0 0.008'), 6), placed(x, 0.334, z, -Math.PI / 2));
  // Push rods in their tubes, on the right.
  for (const x of [-0.012, 0.026])
    kit.add(
      coverMaterial,
      tube(
        [
          [x * 1.6 - way * 0.02, 0.095, 0.108],
          [x, 0.25, 0.1],
          [x, 0.29, 0.085],
        ],
        [0.0105, 0.009, 0.009],
        { sides: 12 },
      ),
    );
  kit.add(
    bolt,
    tube(
      [
        [way * 0.03, 0.262, -0.082],
        [way * 0.03, 0.266, -0.112],
      ],
      0.009,
      { sides: 6 },
    ),
  );
}

/** An air-cooled V-twin: finned cylinders, push rods and air cleaner on the right, the primary drive's cover on the left. */
export function vTwin(kit: Kit, engine: VTwin) {
  const { at, half, caseMaterial, coverMaterial } = engine;
  const { castBlack, bolt, hose } = finishes();
  kit.within(placed(at[0], at[1], 0), () => {
    kit.add(
      caseMaterial,
      slab(
        outline(
          points(
            '-0.13 -0.09 0.06, -0.05 -0.15 0.06, 0.09 -0.14 0.07, 0.15 -0.04 0.07, 0.13 0.09 0.05, 0.03 0.14 0.04, -0.1 0.125 0.05, -0.15 0.02 0.05',
          ),
          5,
        ),
        0.2,
        { bevel: 0.016, bevelPieces: 3 },
      ),
    );
    // The gearbox behind.
    kit.add(
      caseMaterial,
      slab(
        outline(
          points('-0.36 -0.1 0.05, -0.12 -0.12 0.03, -0.12 0.11 0.03, -0.24 0.15 0.04, -0.34 0.11 0.06'),
          5,
        ),
        0.17,
        { bevel: 0.014, bevelPieces: 3 },
      ),
      placed(0, 0, 0.015),
    );
    kit.within(placed(0, 0, 0, 0, 0, -half), () => cylinder(kit, 1, engine));
    kit.within(placed(0, 0, 0, 0, 0, half), () => cylinder(kit, -1, engine));
    // Right: cam cover, gearbox cover, air cleaner between the cylinders.
    cover(
      kit,
      coverMaterial,
      points(
        '-0.09 -0.07 0.05, 0 -0.125 0.07, 0.1 -0.08 0.06, 0.11 0.05 0.05, 0.06 0.1 0.03, -0.07 0.1 0.03',
      ),
      { z: 0.09, rise: 0.036 },
    );
    roundCover(kit, coverMaterial, 0.02, -0.03, 0.044, 0.128, 0.018);
    cover(kit, coverMaterial, points('-0.34 -0.08 0.06, -0.15 -0.08 0.04, -0.15 0.08 0.04, -0.3 0.1 0.06'), {
      z: 0.085,
      rise: 0.036,
    });
    kit.add(castBlack, tube(points('0 0.25 0.02, 0 0.255 0.13'), 0.034, { sides: 18 }));
    roundCover(kit, coverMaterial, 0.0, 0.255, 0.084, 0.115, 0.04);
    for (const way of [1, -1])
      kit.add(
        castBlack,
        tube(
          [
            [0, 0.25, 0.03],
            [way * 0.05, 0.262, 0.01],
            [way * 0.08, 0.27, 0],
          ],
          0.024,
          { sides: 14 },
        ),
      );
    // Left: the long cover of the primary drive, with its clutch lid and inspection plate.
    kit.within(placed(0, 0, 0, 0, Math.PI, 0), () => {
      cover(
        kit,
        coverMaterial,
        points(
          '-0.12 -0.06 0.075, -0.03 -0.115 0.08, 0.24 -0.105 0.09, 0.34 -0.02 0.1, 0.27 0.11 0.1, 0.1 0.105 0.08, -0.1 0.095 0.08',
        ),
        { z: 0.098, rise: 0.05, spacing: 0.07, lip: 0.014 },
      );
      roundCover(kit, castBlack, 0.22, 0.0, 0.068, 0.146, 0.02);
      kit.add(
        castBlack,
        slab(outline(box(0.045, 0.024, 0.024), 5), 0.014, { bevel: 0.004 }),
        placed(-0.005, 0.0, 0.152),
      );
      for (const x of [-0.04, 0.03])
        kit.add(bolt, spin(pairs('0.006 0, 0.006 0.004, 0 0.004'), 8), placed(x, 0, 0.158));
    });
    // Oil filter and lines in front.
    kit.add(
      castBlack,
      spin(pairs('0.036 -0.05, 0.036 0.034, 0.03 0.042, 0 0.042'), 24),
      placed(0.18, -0.09, 0, 0, Math.PI / 2),
    );
    for (const z of [0.03, 0.05])
      kit.add(
        hose,
        tube(
          [
            [0.14, -0.1, z],
            [0.05, -0.165, z + 0.04],
            [-0.2, -0.15, z + 0.03],
          ],
          0.007,
          { sides: 8 },
        ),
      );
  });
}
