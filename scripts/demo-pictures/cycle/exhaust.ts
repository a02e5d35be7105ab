import type { Material } from 'three';
import { finishes } from './finishes.ts';
import { type Kit, placed } from './kit.ts';
import { circle, type Point, slab, spin, tube } from './shapes.ts';

type Colour = readonly [number, number, number];
/** Steel as the heat colours it, from the port on: straw, purple, blue, then plain. */
const HEAT: readonly (readonly [number, Colour])[] = [
  [0, [0.3, 0.24, 0.17]],
  [0.1, [0.42, 0.29, 0.14]],
  [0.2, [0.3, 0.16, 0.2]],
  [0.32, [0.17, 0.2, 0.34]],
  [0.48, [0.36, 0.34, 0.3]],
  [0.7, [0.46, 0.44, 0.41]],
  [1, [0.5, 0.49, 0.47]],
];

export function heat(share: number): Colour {
  const next = HEAT.find(([at]) => at >= share) ?? HEAT[HEAT.length - 1];
  const before = HEAT.findLast(([at]) => at <= share) ?? HEAT[0];
  if (!next || !before) return [0.5, 0.5, 0.5];
  const t = next[0] === before[0] ? 0 : (share - before[0]) / (next[0] - before[0]);
  return [0, 1, 2].map(
    (axis) => (before[1][axis] ?? 0) * (1 - t) + (next[1][axis] ?? 0) * t,
  ) as unknown as Colour;
}

const CHROME: Colour = [0.72, 0.74, 0.76];
export const chromed = (): Colour => CHROME;

/** A header pipe from its port to the collector. */
export function header(
  kit: Kit,
  path: readonly Point[],
  radius = 0.019,
  tint: (share: number) => Colour = heat,
) {
  kit.add(finishes().pipe, tube(path, radius, { sides: 16, tint }));
  const [first, second] = path;
  if (!first || !second) return;
  const length = Math.hypot(second[0] - first[0], second[1] - first[1], second[2] - first[2]);
  const on = (metres: number): Point =>
    [0, 1, 2].map(
      (axis) => (first[axis] ?? 0) + (((second[axis] ?? 0) - (first[axis] ?? 0)) * metres) / length,
    ) as unknown as Point;
  kit.add(finishes().bolt, tube([on(0.002), on(0.012)], radius + 0.009, { sides: 18 }));
}

/** A silencer along a path, oval if its two radii differ, with its end cap, outlet and strap. */
export function silencer(
  kit: Kit,
  path: readonly Point[],
  radii: readonly (readonly [number, number])[],
  { body, cap, power = 2.4 }: { body: Material; cap: Material; power?: number },
) {
  const { satinBlack, bolt } = finishes();
  kit.add(body, tube(path, radii, { up: [0, 1, 0], sides: 28, power, steps: 24 }));
  const last = path[path.length - 1];
  const before = path[path.length - 2];
  const size = radii[radii.length - 1];
  if (!last || !before || !size) return;
  const way = [0, 1, 2].map((axis) => (last[axis] ?? 0) - (before[axis] ?? 0));
  const length = Math.hypot(...way);
  const beyond = (metres: number): Point =>
    [0, 1, 2].map((axis) => (last[axis] ?? 0) + ((way[axis] ?? 0) * metres) / length) as unknown as Point;
  const [a, b] = size;
  kit.add(
    cap,
    tube(
      [beyond(-0.03), beyond(-0.002), beyond(0.018), beyond(0.026)],
      [
        [a + 0.004, b + 0.004],
        [a + 0.004, b + 0.004],
        [a - 0.004, b - 0.004],
        [a - 0.016, b - 0.016],
      ],
      { up: [0, 1, 0], sides: 28, power },
    ),
  );
  kit.add(bolt, tube([beyond(0.0), beyond(0.038)], Math.min(a, b) * 0.52, { sides: 20, capped: false }));
  kit.add(satinBlack, tube([beyond(0.024), beyond(0.0285)], Math.min(a, b) * 0.48, { sides: 20 }));
}

/** A perforated guard strip over a pipe, in the plane of x and y. */
export function heatShield(
  kit: Kit,
  material: Material,
  length: number,
  height: number,
  x: number,
  y: number,
  z: number,
  turn: number,
) {
  const holes = [];
  for (let at = 0; at < Math.floor(length / 0.022) - 1; at++)
    for (const row of [-0.2, 0.2]) holes.push(circle(0.005, 8, -length / 2 + 0.022 * (at + 1), row * height));
  const edge = [
    ...circle(height / 2, 12)
      .filter(({ x: c }) => c > 0.001)
      .map((point) => point.clone()),
  ];
  const right = edge
    .map((point) => point.clone().setX(point.x + length / 2 - height / 2))
    .sort((p, q) => p.y - q.y);
  const left = right.map((point) => point.clone().multiplyScalar(-1));
  kit.add(
    material,
    slab([...right, ...left], 0.003, { bevel: 0.001, bevelPieces: 1, holes }),
    placed(x, y, z, 0, 0, turn),
  );
}

export const clamp = (kit: Kit, x: number, y: number, z: number, radius: number, turnY: number, turnX = 0) =>
  kit.add(
    finishes().bolt,
    spin(
      [
        [radius, -0.008],
        [radius + 0.003, -0.008],
        [radius + 0.003, 0.008],
        [radius, 0.008],
      ],
      24,
    ),
    placed(x, y, z, turnX, turnY, 0),
  );
