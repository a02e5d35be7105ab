import type { Group, Material } from 'three';
import { CatmullRomCurve3, Vector3 } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import { assemble, bent, block, both, facing, loft, type P3, revolve, tube } from './solids.ts';
import { type WheelSpec, wheel } from './wheel.ts';

/**
 * A raised air intake beside the screen.
 * @param path from the guard up the pillar to below the head
 */
export function snorkel(path: readonly P3[]): Group {
  const points = bent(path, 0.08);
  const curve = new CatmullRomCurve3(
    points.map((p) => new Vector3(...p)),
    false,
    'centripetal',
  );
  const steps = 30;
  const stem = loft(
    Array.from({ length: steps + 1 }, (_, step): P3[] => {
      const at = curve.getPointAt(step / steps);
      const along = curve.getTangentAt(step / steps);
      const aside = new Vector3(-along.y, along.x, 0).normalize();
      return Array.from({ length: 10 }, (__, point): P3 => {
        const a = (point / 10) * Math.PI * 2;
        const across = 0.042 * Math.sign(Math.cos(a)) * Math.abs(Math.cos(a)) ** 0.6;
        const out = 0.03 * Math.sign(Math.sin(a)) * Math.abs(Math.sin(a)) ** 0.6;
        return [at.x + aside.x * across, at.y + aside.y * across, at.z + out];
      });
    }),
    0.9,
  );
  const [x, y, z] = path.at(-1) ?? [0, 0, 0];
  const head = block([0.1, 0.15, 0.1], 0.03, [x + 0.015, y + 0.07, z], 3);
  const mouth = block([0.01, 0.11, 0.074], 0.004, [x + 0.064, y + 0.072, z]);
  const slats = [-0.036, -0.012, 0.012, 0.036].map((up) =>
    block([0.012, 0.008, 0.074], 0.003, [x + 0.067, y + 0.072 + up, z]),
  );
  return assemble([MATERIALS.plastic, [stem, head, ...slats]], [MATERIALS.dark, [mouth]]);
}

/** A wheel on a tailgate: its middle at the origin, its outer face towards −x. */
export function spareWheel(spec: WheelSpec, cover?: Material): Group {
  const group = wheel({ ...spec, brake: false });
  group.rotation.y = -Math.PI / 2;
  if (cover) {
    const r = spec.diameter / 2 + 0.008;
    const z = spec.width / 2;
    const lid = revolve(
      [
        [r, -z],
        [r, z - 0.05],
        [r - 0.012, z - 0.012],
        [r - 0.05, z + 0.008],
        [r * 0.8, z + 0.012],
        [r * 0.77, z + 0.004],
        [0, z + 0.01],
      ],
      56,
      0.5,
    );
    group.add(assemble([cover, [lid]]));
  }
  return group;
}

/** A receiver with tongue and ball, its mouth reaching towards −x from the origin. */
export function towBar(): Group {
  const receiver = block([0.2, 0.075, 0.075], 0.008, [-0.02, 0, 0]);
  const tongue = block([0.2, 0.05, 0.05], 0.006, [-0.17, -0.004, 0]);
  const seat = block([0.09, 0.02, 0.07], 0.008, [-0.25, 0.025, 0]);
  const ball = revolve(
    [
      [0, 0.075],
      [0.015, 0.073],
      [0.023, 0.062],
      [0.025, 0.05],
      [0.02, 0.034],
      [0.014, 0.026],
      [0.02, 0.02],
      [0.02, 0],
    ],
    18,
    1,
  );
  const chrome = facing(ball, '+y', [-0.255, 0.03, 0]);
  const loops = [-1, 1].map((side) =>
    tube(
      [
        [-0.06, -0.03, side * 0.05],
        [-0.1, -0.05, side * 0.075],
        [-0.06, -0.06, side * 0.1],
        [-0.03, -0.03, side * 0.09],
      ],
      0.008,
      { sides: 6 },
    ),
  );
  const beam = tube(
    [
      [0.06, 0, -0.5],
      [0.06, 0, 0.5],
    ],
    0.034,
    { sides: 8, steps: 2 },
  );
  return assemble(
    [MATERIALS.plastic, [receiver, beam, tongue, seat, ...loops]],
    [MATERIALS.chrome, [chrome]],
  );
}

export type SideStepSpec = { length: number; round?: boolean; material?: Material };

/** A step along the right-hand sill, its top at the origin's height, held from inside (−z). */
export function sideStep({ length, round = false, material = MATERIALS.plastic }: SideStepSpec): Group {
  const step = round
    ? tube(
        bent(
          [
            [-length / 2, 0.03, -0.12],
            [-length / 2 + 0.06, -0.03, 0],
            [length / 2 - 0.06, -0.03, 0],
            [length / 2, 0.03, -0.12],
          ],
          0.12,
          5,
        ),
        0.036,
        { sides: 12, steps: 60 },
      )
    : block([length, 0.045, 0.15], 0.02, [0, -0.0225, -0.04], 3);
  const treads = [-0.24, 0.24].map((share) =>
    block([length * 0.3, 0.008, round ? 0.05 : 0.1], 0.003, [
      share * length,
      round ? 0.004 : 0.001,
      round ? 0 : -0.035,
    ]),
  );
  const brackets = [-0.36, 0, 0.36].map((share) =>
    block([0.05, 0.03, 0.24], 0.006, [share * length, -0.04, -0.16]),
  );
  return assemble([material, [step]], [MATERIALS.rubber, treads], [MATERIALS.dark, brackets]);
}

/** A ladder up the right half of a tailgate, facing −x. */
export function ladder(height: number, width = 0.3): Group {
  const rail = tube(
    bent(
      [
        [0.06, 0, width / 2],
        [-0.05, 0.02, width / 2],
        [-0.05, height - 0.05, width / 2],
        [0.16, height + 0.06, width / 2],
      ],
      0.08,
      5,
    ),
    0.014,
    { sides: 8, steps: 40 },
  );
  const rungs = Array.from({ length: Math.round(height / 0.24) }, (_, at) =>
    tube(
      [
        [-0.05, 0.14 + at * 0.24, -width / 2],
        [-0.05, 0.14 + at * 0.24, width / 2],
      ],
      0.012,
      { sides: 8, steps: 2 },
    ),
  );
  return assemble([MATERIALS.plastic, [both(rail), ...rungs]]);
}

/** Curved lip over a wheel arch of the right-hand side: a band between two radii, standing out of the body. */
export function flare(
  radius: number,
  { wide = 0.075, out = 0.05, from = -0.12, to = Math.PI + 0.12 } = {},
): Group {
  const steps = 40;
  const section: readonly (readonly [number, number])[] = [
    [-0.012, -0.12],
    [-0.012, out - 0.012],
    [-0.004, out],
    [0.012, out + 0.002],
    [wide * 0.6, out * 0.62],
    [wide, 0.004],
    [wide, -0.03],
  ];
  const rings = Array.from({ length: steps + 1 }, (_, step): P3[] => {
    const a = from + ((to - from) * step) / steps;
    return section.map(([r, z]): P3 => [(radius + r) * Math.cos(a), (radius + r) * Math.sin(a), z]);
  });
  return assemble([MATERIALS.plastic, [loft(rings, 0.5)]]);
}
