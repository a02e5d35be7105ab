import type { Material } from 'three';
import { cover, fins, roundCover } from './engine-parts.ts';
import { finishes } from './finishes.ts';
import { type Kit, placed } from './kit.ts';
import { pairs, points } from './numbers.ts';
import { block, outline, type Point, slab, spin, tube } from './shapes.ts';

export type InlineEngine = {
  cylinders: 2 | 3 | 4;
  /** Of the crankshaft. */
  at: readonly [number, number];
  /** Radians the cylinders lean forward. */
  tilt: number;
  caseMaterial: Material;
  coverMaterial: Material;
  headMaterial: Material;
};

const GEARBOX_LEFT_M = 0.088;

/** Half the width of the cylinder block. */
export const blockHalf = (cylinders: number) => 0.06 + cylinders * 0.034;
export const cylinderPlaces = (cylinders: number): number[] =>
  Array.from(
    { length: cylinders },
    (_, at) => (at - (cylinders - 1) / 2) * (cylinders === 2 ? 0.096 : 0.078),
  );

/** A liquid-cooled engine across the frame: its gearbox behind the crankshaft, its cylinders leaning forward. */
export function inlineEngine(kit: Kit, engine: InlineEngine) {
  const { satinBlack, hose, bolt, castBlack } = finishes();
  const { cylinders, at, tilt, caseMaterial, coverMaterial, headMaterial } = engine;
  const half = blockHalf(cylinders);
  kit.within(placed(at[0], at[1], 0), () => {
    const width = half * 2 + 0.03;
    kit.add(
      caseMaterial,
      slab(
        outline(
          points(
            '-0.12 -0.125 0.03, -0.02 -0.135 0.02, 0.12 -0.1 0.04, 0.135 0.02 0.03, 0.1 0.1 0.03, -0.06 0.12 0.03, -0.12 0.11 0.03',
          ),
        ),
        width,
        { bevel: 0.018, bevelPieces: 3 },
      ),
    );
    // The gearbox is narrower on the left, where the chain runs.
    kit.add(
      caseMaterial,
      slab(
        outline(
          points(
            '-0.27 -0.075 0.03, -0.2 -0.125 0.03, -0.02 -0.135 0.02, -0.02 0.12 0.03, -0.16 0.115 0.03, -0.265 0.075 0.03',
          ),
        ),
        width / 2 + GEARBOX_LEFT_M,
        { bevel: 0.018, bevelPieces: 3 },
      ),
      placed(0, 0, width / 4 - GEARBOX_LEFT_M / 2),
    );
    // The joint of the two case halves, with its flange and screws.
    kit.add(
      caseMaterial,
      slab(
        outline(points('-0.125 -0.012 0.004, 0.142 -0.012 0.004, 0.142 0.006 0.004, -0.125 0.006 0.004')),
        width + 0.014,
        { bevel: 0.004 },
      ),
    );
    kit.add(
      caseMaterial,
      slab(
        outline(points('-0.16 -0.19 0.02, 0.05 -0.2 0.03, 0.09 -0.12 0.02, -0.2 -0.115 0.02')),
        width * 0.72,
        { bevel: 0.014 },
      ),
    );
    for (let rib = 0; rib < 7; rib++)
      kit.add(caseMaterial, block(0.006, 0.075, width * 0.78, 0.002), placed(-0.14 + rib * 0.03, -0.155, 0));
    // The oil filter, in front and low.
    kit.add(
      satinBlack,
      spin(pairs('0.034 -0.04, 0.034 0.03, 0.03 0.036, 0 0.036'), 24),
      placed(0.15, -0.075, 0.02, 0, Math.PI / 2),
    );
    const z = width / 2;
    // Right: clutch and ignition covers, the water pump's in front of them.
    cover(
      kit,
      coverMaterial,
      points(
        '-0.2 -0.1 0.07, -0.02 -0.115 0.06, 0.1 -0.07 0.05, 0.11 0.04 0.05, 0.03 0.075 0.04, -0.1 0.1 0.07, -0.21 0.06 0.07',
      ),
      { z: z - 0.012, rise: 0.034 },
    );
    roundCover(kit, coverMaterial, -0.1, -0.008, 0.076, z + 0.018, 0.03);
    roundCover(kit, castBlack, 0.055, -0.02, 0.036, z + 0.018, 0.016);
    kit.add(
      bolt,
      spin(pairs('0.014 0, 0.014 0.008, 0.009 0.011, 0 0.011'), 16),
      placed(-0.185, 0.062, z + 0.01),
    );
    // Left: alternator and sprocket covers.
    kit.within(placed(0, 0, 0, 0, Math.PI, 0), () => {
      cover(
        kit,
        coverMaterial,
        points(
          '-0.115 -0.06 0.05, -0.02 -0.105 0.06, 0.09 -0.075 0.06, 0.085 0.07 0.06, -0.03 0.09 0.06, -0.11 0.06 0.05',
        ),
        { z: z - 0.012, rise: 0.03 },
      );
      roundCover(kit, coverMaterial, 0.0, 0.0, 0.058, z + 0.014, 0.024);
      cover(
        kit,
        castBlack,
        points('0.105 -0.085 0.04, 0.235 -0.075 0.06, 0.265 0.03 0.05, 0.2 0.08 0.05, 0.105 0.07 0.03'),
        { z: 0.135, rise: 0.028, spacing: 0.08 },
      );
      // The gear shaft and the wire's grommet.
      kit.add(bolt, tube(points('0.215 -0.095 0.08, 0.215 -0.095 0.185'), 0.007));
    });
    kit.within(placed(0, 0, 0, 0, 0, -tilt), () => {
      const box = (x: number, wide: number): readonly (readonly [number, number, number])[] => [
        [-x, -wide, 0.02],
        [x, -wide, 0.02],
        [x, wide, 0.02],
        [-x, wide, 0.02],
      ];
      kit.add(
        headMaterial,
        slab(outline(box(0.066, half + 0.006)), 0.05, { bevel: 0.006 }),
        placed(0, 0.095, 0, -Math.PI / 2),
      );
      fins(kit, headMaterial, box(0.068, half + 0.004), 0.122, 0.196, 0.0125);
      kit.add(
        headMaterial,
        slab(
          outline(
            points(
              '-0.07 0.198 0.006, 0.07 0.198 0.006, 0.084 0.245 0.015, 0.078 0.288 0.01, -0.08 0.288 0.01, -0.088 0.24 0.015',
            ),
          ),
          half * 2,
          { bevel: 0.01 },
        ),
      );
      kit.add(
        castBlack,
        slab(
          outline(
            points(
              '-0.084 0.286 0.004, 0.084 0.286 0.004, 0.086 0.312 0.012, 0.066 0.338 0.022, 0.03 0.34 0.02, 0.012 0.322 0.015, -0.012 0.322 0.015, -0.03 0.34 0.02, -0.066 0.338 0.022, -0.086 0.312 0.012',
            ),
          ),
          half * 2 - 0.012,
          { bevel: 0.012, bevelPieces: 3 },
        ),
      );
      for (const side of [1, -1]) {
        for (const x of [-0.048, 0.048])
          kit.add(
            headMaterial,
            spin(pairs('0.026 -0.01, 0.026 0.006, 0.02 0.01, 0 0.01'), 24),
            side === 1 ? placed(x, 0.305, half - 0.006) : placed(x, 0.305, -half + 0.006, Math.PI),
          );
        for (const [x, y] of pairs('-0.055 0.222, 0.055 0.222, 0 0.262, -0.05 0.12, 0.05 0.12'))
          kit.add(
            bolt,
            spin(pairs('0.008 -0.006, 0.008 0.006, 0.006 0.008, 0 0.008'), 6),
            side === 1 ? placed(x, y, half + 0.002) : placed(x, y, -half - 0.002, Math.PI),
          );
      }
      // Cam chain tunnel on the right.
      kit.add(
        headMaterial,
        slab(outline(points('-0.05 0.06 0.02, 0.05 0.06 0.02, 0.045 0.29 0.02, -0.045 0.29 0.02')), 0.03, {
          bevel: 0.008,
        }),
        placed(0, 0, half + 0.006),
      );
      for (const place of cylinderPlaces(cylinders)) {
        kit.add(
          headMaterial,
          tube(
            [
              [0.07, 0.244, place],
              [0.098, 0.24, place],
            ],
            0.028,
            { sides: 18 },
          ),
        );
        kit.add(
          bolt,
          tube(
            [
              [0.093, 0.241, place],
              [0.1, 0.24, place],
            ],
            0.034,
            { sides: 6 },
          ),
        );
        kit.add(
          hose,
          tube(
            [
              [-0.075, 0.258, place],
              [-0.125, 0.29, place],
            ],
            0.03,
            { sides: 16 },
          ),
        );
        kit.add(
          castBlack,
          tube(
            [
              [-0.12, 0.287, place],
              [-0.19, 0.328, place],
            ],
            0.033,
            { sides: 16 },
          ),
        );
        kit.add(
          hose,
          tube(
            [
              [0, 0.318, place],
              [0, 0.372, place],
            ],
            0.013,
            { sides: 12 },
          ),
        );
      }
      const rail: Point[] = [
        [-0.12, 0.33, -half * 0.85],
        [-0.12, 0.33, half * 0.85],
      ];
      kit.add(bolt, tube(rail, 0.008));
    });
  });
}
