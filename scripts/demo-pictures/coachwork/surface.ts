import { BufferGeometry, Float32BufferAttribute, Vector3 } from 'three';
import { toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { type Corner, inset, type Outline, type Point, refine, rowOf, trace, tracePath } from './outline.ts';

/** A place on a surface by two metres along it, and the direction outwards there. */
export type Surface = (a: number, b: number) => { at: Vector3; out: Vector3 };

/** A flat surface whose first metre runs along `a`, its second along `b`. */
export function plane(
  origin: readonly [number, number, number],
  a: readonly [number, number, number],
  b: readonly [number, number, number],
): Surface {
  const [from, right, up] = [new Vector3(...origin), new Vector3(...a), new Vector3(...b)];
  const out = right.clone().cross(up).normalize();
  return (x, y) => ({ at: from.clone().addScaledVector(right, x).addScaledVector(up, y), out: out.clone() });
}

/** Upright planes: seen from the right, the left, the front and the rear, and from above. */
export const rightAt = (z: number): Surface => plane([0, 0, z], [1, 0, 0], [0, 1, 0]);
export const leftAt = (z: number): Surface => {
  const right = rightAt(-z);
  return (a, b) => ({ at: right(a, b).at, out: new Vector3(0, 0, -1) });
};
export const frontAt = (x: number): Surface => plane([x, 0, 0], [0, 0, -1], [0, 1, 0]);
export const rearAt = (x: number): Surface => plane([x, 0, 0], [0, 0, 1], [0, 1, 0]);
export const topAt = (y: number): Surface => plane([0, y, 0], [1, 0, 0], [0, 0, -1]);

const lifted = (surface: Surface, a: number, b: number, offset: number) => {
  const { at, out } = surface(a, b);
  return at.addScaledVector(out, offset);
};

/** A mesh of rows of points, each row as long as the others. */
export function gridOf(
  rows: readonly (readonly Vector3[])[],
  uvs?: readonly (readonly Point[])[],
): BufferGeometry {
  const geometry = new BufferGeometry();
  const columns = rows[0]?.length ?? 0;
  geometry.setAttribute(
    'position',
    new Float32BufferAttribute(
      rows.flatMap((row) => row.flatMap(({ x, y, z }) => [x, y, z])),
      3,
    ),
  );
  const flat = uvs
    ? uvs.flatMap((row) => row.flatMap((point) => [...point]))
    : new Array<number>(rows.length * columns * 2).fill(0);
  geometry.setAttribute('uv', new Float32BufferAttribute(flat, 2));
  const order: number[] = [];
  for (let row = 0; row + 1 < rows.length; row++)
    for (let column = 0; column + 1 < columns; column++) {
      const at = row * columns + column;
      order.push(at, at + 1, at + columns, at + 1, at + columns + 1, at + columns);
    }
  geometry.setIndex(order);
  geometry.computeVertexNormals();
  return geometry;
}

/** Turns a mesh laid on a surface so that it faces outwards. */
function facing(surface: Surface, [a, b]: Point, geometry: BufferGeometry): BufferGeometry {
  const { out } = surface(a, b);
  const normals = geometry.getAttribute('normal');
  const mean = new Vector3();
  for (let at = 0; at < normals.count; at++) {
    mean.x += normals.getX(at);
    mean.y += normals.getY(at);
    mean.z += normals.getZ(at);
  }
  return mean.dot(out) < 0 ? reversed(geometry) : geometry;
}

/** The same mesh facing the other way. */
export function reversed(geometry: BufferGeometry): BufferGeometry {
  geometry.setIndex(Array.from(geometry.index?.array ?? []).reverse());
  geometry.computeVertexNormals();
  return geometry;
}

/** A closed outline filled with a mesh that follows the surface. */
export function fill(surface: Surface, outline: Outline, offset = 0.004, step = 0.12): BufferGeometry {
  const points = refine(trace(outline), step, true);
  const heights = [...new Set(points.map(([, y]) => Math.round(y * 2000) / 2000))].sort((a, b) => a - b);
  const [low = 0, high = 0] = [heights[0], heights.at(-1)];
  const extremes = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))];
  const rows = heights.map((y) =>
    rowOf(points, y === low ? (extremes[0] ?? y) : y === high ? (extremes[1] ?? y) : y),
  );
  const widest = Math.max(...rows.map(([a, b]) => b - a));
  const columns = Math.max(1, Math.ceil(widest / step));
  const uvs = rows.map(([a, b], row) =>
    Array.from(
      { length: columns + 1 },
      (_, at) => [a + ((b - a) * at) / columns, heights[row] ?? 0] as Point,
    ),
  );
  const grid = gridOf(
    uvs.map((row) => row.map(([a, b]) => lifted(surface, a, b, offset))),
    uvs,
  );
  return facing(surface, uvs[0]?.[0] ?? [0, 0], grid);
}

/** Points of two outlines of as many corners, one beside the other. */
function besides(outer: Outline, inner: Outline, step: number): [Point[], Point[]] {
  const [a, b] = [trace(outer), trace(inner)];
  const longest = a.map((point, at) => {
    const next = a[(at + 1) % a.length] ?? point;
    return Math.max(1, Math.ceil(Math.hypot(next[0] - point[0], next[1] - point[1]) / step));
  });
  const dense = (points: readonly Point[]) =>
    points.flatMap((point, at) => {
      const next = points[(at + 1) % points.length] ?? point;
      const pieces = longest[at] ?? 1;
      return Array.from({ length: pieces }, (_, piece): Point => {
        const share = piece / pieces;
        return [point[0] + (next[0] - point[0]) * share, point[1] + (next[1] - point[1]) * share];
      });
    });
  const close = (points: Point[]): Point[] => [...points, points[0] ?? [0, 0]];
  return [close(dense(a)), close(dense(b))];
}

/** A band between an outline and another inside it, each at its height above the surface. */
export function band(
  surface: Surface,
  outer: Outline,
  inner: Outline,
  offsets: readonly [outer: number, inner: number] = [0.004, 0.004],
  step = 0.12,
): BufferGeometry {
  const [a, b] = besides(outer, inner, step);
  const grid = gridOf(
    [
      a.map(([x, y]) => lifted(surface, x, y, offsets[0])),
      b.map(([x, y]) => lifted(surface, x, y, offsets[1])),
    ],
    [a, b],
  );
  return facing(surface, a[0] ?? [0, 0], grid);
}

/** A panel standing proud of the surface with bevelled edges; as one geometry for each of its parts. */
export function raised(surface: Surface, outline: Outline, height: number, bevel = 0.008): BufferGeometry[] {
  const inner = inset(outline, bevel);
  return [
    fill(surface, inner, height),
    band(surface, outline, inner, [height - bevel, height]),
    band(surface, outline, outline, [-0.002, height - bevel]),
  ];
}

/** A flat strip along a path on the surface. */
export function ribbon(
  surface: Surface,
  path: readonly Corner[],
  { width = 0.007, offset = 0.003, closed = false, step = 0.1 } = {},
): BufferGeometry {
  const points = refine(closed ? trace(path) : tracePath(path), step, closed);
  const loop = closed ? [...points, points[0] ?? ([0, 0] as Point)] : points;
  const unique = loop.filter((point, at) => {
    const before = loop[at - 1];
    return !before || Math.hypot(point[0] - before[0], point[1] - before[1]) > 1e-5;
  });
  const places = unique.map(([a, b]) => {
    const { at, out } = surface(a, b);
    return { at: at.addScaledVector(out, offset), out };
  });
  const aside = places.map(({ out }, at) => {
    const last = places.length - 1;
    const before = places[at === 0 ? (closed ? last - 1 : 0) : at - 1]?.at ?? out;
    const after = places[at === last ? (closed ? 1 : last) : at + 1]?.at ?? out;
    return after.clone().sub(before).cross(out).normalize();
  });
  const grid = gridOf(
    [-0.5, 0.5].map((share) =>
      places.map(({ at }, index) => at.clone().addScaledVector(aside[index] ?? at, share * width)),
    ),
  );
  return facing(surface, unique[0] ?? [0, 0], grid);
}

/** Sharp edges where faces meet at more than an angle, degrees. */
export const creased = (geometry: BufferGeometry, degrees = 35): BufferGeometry =>
  toCreasedNormals(geometry, (degrees * Math.PI) / 180);

/** A strip between two paths along the surface, for decals: points of both are paired by their share of the way. */
export function strip(
  surface: Surface,
  lower: readonly Corner[],
  upper: readonly Corner[],
  offset: number | readonly [lower: number, upper: number] = 0.003,
  steps = 24,
): BufferGeometry {
  const spaced = (path: readonly Corner[]): Point[] => {
    const points = tracePath(path);
    const lengths = points.map((point, at) => {
      const before = points[at - 1] ?? point;
      return Math.hypot(point[0] - before[0], point[1] - before[1]);
    });
    const whole = lengths.reduce((sum, length) => sum + length, 0);
    return Array.from({ length: steps + 1 }, (_, step): Point => {
      let left = (whole * step) / steps;
      for (let at = 1; at < points.length; at++) {
        const [a, b, length] = [points[at - 1], points[at], lengths[at] ?? 0];
        if (a && b && (left <= length || at === points.length - 1)) {
          const share = Math.min(1, left / Math.max(1e-9, length));
          return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
        }
        left -= length;
      }
      return points[0] ?? [0, 0];
    });
  };
  const [a, b] = [spaced(lower), spaced(upper)];
  const [low, high] = typeof offset === 'number' ? [offset, offset] : offset;
  const row = (points: readonly Point[], by: number) => points.map(([x, y]) => lifted(surface, x, y, by));
  return facing(surface, a[0] ?? [0, 0], gridOf([row(a, low), row(b, high)], [a, b]));
}
