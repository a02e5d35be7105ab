import { type BufferGeometry, CatmullRomCurve3, type Group, type Material, Vector3 } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import { assemble, block, both, loft, type P3, tube } from './solids.ts';

/** A bar of flat oval section along a path, its ends drawn down into the roof. */
function rail(path: readonly P3[], raised: number): BufferGeometry {
  const curve = new CatmullRomCurve3(
    path.map((p) => new Vector3(...p)),
    false,
    'centripetal',
  );
  const steps = 28;
  return loft(
    Array.from({ length: steps + 1 }, (_, step): P3[] => {
      const t = step / steps;
      const at = curve.getPointAt(t);
      const end = Math.min(t, 1 - t) / 0.07;
      const rise = raised * Math.min(1, end) ** 0.7 - 0.012;
      return Array.from({ length: 8 }, (__, point): P3 => {
        const a = (point / 8) * Math.PI * 2;
        return [at.x, at.y + rise + 0.013 * Math.sin(a), at.z + 0.017 * Math.cos(a)];
      });
    }),
    1.1,
  );
}

/**
 * Rails along both edges of a roof.
 * @param path along the right-hand edge on the roof's surface, from back to front
 * @param raised height of the bar above the roof, metres: 0.02 lies flush, 0.05 lets straps through
 */
export function roofRails(
  path: readonly P3[],
  raised: number,
  material: Material = MATERIALS.darkAlloy,
): Group {
  return assemble([material, [both(rail(path, raised))]]);
}

/** Two or more bars across a roof at places along x. */
export function crossBars(
  places: readonly number[],
  y: number,
  halfWidth: number,
  material: Material = MATERIALS.plastic,
): Group {
  const bars = places.flatMap((x) => [
    block([0.07, 0.026, 2 * halfWidth], 0.012, [x, y, 0]),
    ...[-1, 1].map((side) => block([0.1, 0.06, 0.05], 0.014, [x, y - 0.03, side * (halfWidth - 0.05)])),
  ]);
  return assemble([material, bars]);
}

export type RackSpec = {
  length: number;
  width: number /** Legs below the platform, metres. */;
  legs: number;
  basket?: boolean;
};

/** A flat platform rack, its middle at the origin on top of the slats. */
export function roofRack({ length, width, legs, basket = false }: RackSpec): Group {
  const slats = Math.round(length / 0.17);
  const bars = Array.from({ length: slats + 1 }, (_, at) =>
    block([0.055, 0.022, width - 0.06], 0.007, [-length / 2 + 0.04 + ((length - 0.08) * at) / slats, 0, 0]),
  );
  const sides = [-1, 1].map((side) =>
    block([length, 0.045, 0.035], 0.012, [0, -0.004, (side * (width - 0.035)) / 2]),
  );
  const ends = [-1, 1].map((end) =>
    block([0.035, 0.045, width], 0.012, [(end * (length - 0.035)) / 2, -0.004, 0]),
  );
  const feet = [-0.36, 0, 0.36].flatMap((share) =>
    [-1, 1].map((side) =>
      block([0.06, legs, 0.022], 0.006, [share * length, -legs / 2 - 0.01, side * (width / 2 - 0.02)]),
    ),
  );
  const hoop: P3[] = [
    [-length / 2, 0.13, width / 2],
    [length / 2, 0.13, width / 2],
    [length / 2, 0.13, -width / 2],
    [-length / 2, 0.13, -width / 2],
  ];
  const fence = basket
    ? [
        ...hoop.map((corner, at) =>
          tube([corner, hoop[(at + 1) % 4] ?? corner], 0.013, { sides: 8, steps: 2 }),
        ),
        ...[-0.48, -0.16, 0.16, 0.48].flatMap((share) =>
          [-1, 1].map((side) =>
            tube(
              [
                [share * length, 0, (side * width) / 2],
                [share * length, 0.13, (side * width) / 2],
              ],
              0.011,
              { sides: 6, steps: 2 },
            ),
          ),
        ),
      ]
    : [];
  return assemble([MATERIALS.plastic, [...bars, ...sides, ...ends, ...feet, ...fence]]);
}
