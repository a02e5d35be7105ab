import { MATERIALS } from '../../rig/materials.ts';
import { chromed, header, heatShield } from '../exhaust.ts';
import { finishes } from '../finishes.ts';
import type { Kit } from '../kit.ts';
import { points } from '../numbers.ts';
import { type Point, tube } from '../shapes.ts';
import { vTwin } from '../v-twin.ts';

const CRANK = [0.08, 0.35] as const;

/** A long pipe that ends in a slash-cut silencer. */
function pipe(kit: Kit, path: readonly Point[], from: Point, to: Point) {
  const { satinBlack, bolt } = finishes();
  header(kit, path, 0.022, chromed);
  const on = (share: number): Point => [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
  kit.add(
    MATERIALS.chrome,
    tube([on(0), on(0.05), on(0.14), on(0.5), on(1)], [0.026, 0.032, 0.045, 0.049, 0.051], {
      sides: 26,
      capped: false,
    }),
  );
  kit.add(satinBlack, tube([on(0.8), on(0.985)], 0.043, { sides: 22 }));
  kit.add(MATERIALS.chrome, tube([on(0.99), on(1.004)], 0.0525, { sides: 26, capped: false }));
  kit.add(bolt, tube([on(0.035), on(0.055)], 0.036, { sides: 20 }));
}

export function engine(kit: Kit) {
  const { castBlack, castSilver } = finishes();
  vTwin(kit, {
    at: CRANK,
    half: 0.46,
    caseMaterial: castSilver,
    coverMaterial: MATERIALS.chrome,
    finMaterial: castBlack,
  });
  pipe(
    kit,
    points(
      '0.27 0.53 0.05, 0.315 0.51 0.08, 0.335 0.42 0.13, 0.3 0.29 0.17, 0.2 0.215 0.19, 0 0.19 0.2, -0.18 0.19 0.205',
    ),
    [-0.16, 0.19, 0.205],
    [-0.98, 0.235, 0.215],
  );
  pipe(
    kit,
    points('-0.06 0.56 0.07, -0.035 0.545 0.13, -0.05 0.45 0.185, -0.12 0.345 0.205, -0.25 0.31 0.21'),
    [-0.24, 0.312, 0.21],
    [-0.9, 0.35, 0.22],
  );
  heatShield(kit, MATERIALS.chrome, 0.26, 0.06, 0.02, 0.225, 0.235, -0.02);
}
