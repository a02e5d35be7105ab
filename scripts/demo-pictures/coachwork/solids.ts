import {
  type BufferGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  LatheGeometry,
  Shape,
  Vector2,
  Vector3,
} from 'three';
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js';
import { distinct, type Outline, type Point, trace } from './outline.ts';
import { creased, gridOf } from './surface.ts';

/** A block with rounded edges, about its middle. */
export function block(x: number, y: number, z: number, radius = 0.01): BufferGeometry {
  const round = Math.min(radius, x / 2.01, y / 2.01, z / 2.01);
  return new RoundedBoxGeometry(x, y, z, round < 0.02 ? 1 : round < 0.06 ? 2 : 4, round);
}

/** A round bar along z, about its middle. */
export const barZ = (radius: number, length: number, sides = 24): BufferGeometry =>
  new CylinderGeometry(radius, radius, length, sides).rotateX(Math.PI / 2);
/** A round bar along x. */
export const barX = (radius: number, length: number, sides = 24): BufferGeometry =>
  new CylinderGeometry(radius, radius, length, sides).rotateZ(Math.PI / 2);
/** A round bar upright. */
export const barY = (radius: number, length: number, sides = 24): BufferGeometry =>
  new CylinderGeometry(radius, radius, length, sides);

/** A side outline drawn in x and y, as thick as `width` across z about z = 0, its edges bevelled. */
export function prism(outline: Outline, width: number, bevel = 0.01): BufferGeometry {
  const shape = new Shape(distinct(trace(outline)).map(([x, y]) => new Vector2(x, y)));
  const geometry = new ExtrudeGeometry(shape, {
    depth: width - 2 * bevel,
    bevelEnabled: bevel > 0,
    bevelSize: bevel,
    bevelThickness: bevel,
    bevelOffset: -bevel,
    bevelSegments: 3,
    steps: 1,
  });
  geometry.translate(0, 0, bevel - width / 2);
  geometry.deleteAttribute('uv');
  return creased(geometry, 32);
}

/** A shape turned about z from points [radius, z]. Sharp where its faces meet at an angle. */
export const turned = (points: readonly Point[], sides = 48): BufferGeometry =>
  creased(
    new LatheGeometry(
      points.map(([radius, z]) => new Vector2(radius, z)),
      sides,
    ).rotateX(Math.PI / 2),
    28,
  );

/** Points of a path with rounded bends. */
function bent(points: readonly Vector3[], radius: number): Vector3[] {
  return points.flatMap((at, index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    if (!before || !after || radius <= 0) return [at];
    const [back, on] = [before.clone().sub(at), after.clone().sub(at)];
    const reach = Math.min(radius, back.length() * 0.49, on.length() * 0.49);
    const [start, end] = [
      at.clone().addScaledVector(back.normalize(), reach),
      at.clone().addScaledVector(on.normalize(), reach),
    ];
    return Array.from({ length: 7 }, (_, step) => {
      const share = step / 6;
      return start
        .clone()
        .multiplyScalar((1 - share) ** 2)
        .addScaledVector(at, 2 * share * (1 - share))
        .addScaledVector(end, share ** 2);
    });
  });
}

/** A round pipe along points, its bends rounded. */
export function pipe(
  points: readonly (readonly [number, number, number])[],
  radius: number,
  { bend = 0.06, sides = 10 } = {},
): BufferGeometry {
  const path = bent(
    points.map((point) => new Vector3(...point)),
    bend,
  );
  let aside = new Vector3(0.31, 0.87, 0.39);
  const rings = path.map((at, index) => {
    const [before, after] = [path[index - 1] ?? at, path[index + 1] ?? at];
    const ahead = after.clone().sub(before).normalize();
    aside = aside.clone().addScaledVector(ahead, -aside.dot(ahead)).normalize();
    const above = ahead.clone().cross(aside);
    return Array.from({ length: sides + 1 }, (_, side) => {
      const angle = (2 * Math.PI * side) / sides;
      return at
        .clone()
        .addScaledVector(aside, radius * Math.cos(angle))
        .addScaledVector(above, radius * Math.sin(angle));
    });
  });
  const [first, last] = [path[0], path.at(-1)];
  if (first) rings.unshift(Array.from({ length: sides + 1 }, () => first.clone()));
  if (last) rings.push(Array.from({ length: sides + 1 }, () => last.clone()));
  return gridOf(rings);
}

/** A pipe drawn in a plane x-y at one z. */
export const pipeAt = (z: number, points: readonly Point[], radius: number, bend = 0.06): BufferGeometry =>
  pipe(
    points.map(([x, y]) => [x, y, z] as const),
    radius,
    { bend },
  );
