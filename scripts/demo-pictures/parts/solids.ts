import {
  BufferAttribute,
  BufferGeometry,
  CatmullRomCurve3,
  ExtrudeGeometry,
  Group,
  type Material,
  Matrix4,
  Mesh,
  Shape,
  TubeGeometry,
  Vector2,
  Vector3,
} from 'three';
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js';
import {
  mergeGeometries,
  mergeVertices,
  toCreasedNormals,
} from 'three/examples/jsm/utils/BufferGeometryUtils.js';

export type P2 = readonly [number, number];
export type P3 = readonly [number, number, number];

/** Normals smooth across edges flatter than an angle in radians, sharp across steeper ones. */
export function creased(geometry: BufferGeometry, angle: number): BufferGeometry {
  return mergeVertices(toCreasedNormals(geometry, angle), 1e-5);
}

/**
 * A net of points as a surface.
 * @param at point of row and column, both counted from 0
 * @param crease angle in radians above which an edge is sharp
 */
export function net(
  rows: number,
  columns: number,
  at: (row: number, column: number) => P3,
  crease = 0.7,
  uv: (row: number, column: number) => P2 = (row, column) => [row / (rows - 1), column / (columns - 1)],
): BufferGeometry {
  const positions = new Float32Array(rows * columns * 3);
  const uvs = new Float32Array(rows * columns * 2);
  const index: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const one = row * columns + column;
      positions.set(at(row, column), one * 3);
      uvs.set(uv(row, column), one * 2);
      if (row + 1 < rows && column + 1 < columns) {
        index.push(one, one + columns, one + 1, one + 1, one + columns, one + columns + 1);
      }
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('uv', new BufferAttribute(uvs, 2));
  geometry.setIndex(index);
  return creased(geometry, crease);
}

/** A solid through closed rings of the same number of points, its ends closed by fans. */
export function loft(rings: readonly (readonly P3[])[], crease = 0.7, caps = true): BufferGeometry {
  const columns = (rings[0]?.length ?? 0) + 1;
  const middle = (ring: readonly P3[]): P3 => {
    const sum = ring.reduce<[number, number, number]>(
      (s, p) => [s[0] + p[0], s[1] + p[1], s[2] + p[2]],
      [0, 0, 0],
    );
    return [sum[0] / ring.length, sum[1] / ring.length, sum[2] / ring.length];
  };
  const first = rings[0] ?? [];
  const last = rings.at(-1) ?? [];
  const all: (readonly P3[])[] = caps
    ? [first.map(() => middle(first)), ...rings, last.map(() => middle(last))]
    : [...rings];
  return net(all.length, columns, (row, column) => all[row]?.[column % (columns - 1)] ?? [0, 0, 0], crease);
}

/** A profile of [radius, z] turned around the z axis. */
export function revolve(profile: readonly P2[], segments: number, crease = 0.6): BufferGeometry {
  return net(
    segments + 1,
    profile.length,
    (row, column) => {
      const [r, z] = profile[column] ?? [0, 0];
      const a = ((row % segments) / segments) * Math.PI * 2;
      return [r * Math.cos(a), r * Math.sin(a), z];
    },
    crease,
  );
}

/** A round tube along points, smoothed unless told otherwise. */
export function tube(points: readonly P3[], radius: number, { sides = 10, steps = 0, closed = false } = {}) {
  const curve = new CatmullRomCurve3(
    points.map((p) => new Vector3(...p)),
    closed,
    'centripetal',
  );
  const geometry = new TubeGeometry(curve, steps || points.length * 6, radius, sides, closed);
  if (closed) return geometry;
  const ends = [points[0], points.at(-1)].flatMap((end) => (end ? [ball(radius, end)] : []));
  return merged([geometry, ...ends]);
}

const ball = (radius: number, at: P3) => {
  const rows = 5;
  const geometry = net(
    9,
    rows,
    (row, column) => {
      const a = ((row % 8) / 8) * Math.PI * 2;
      const b = (column / (rows - 1) - 0.5) * Math.PI;
      return [
        at[0] + radius * Math.cos(b) * Math.cos(a),
        at[1] + radius * Math.sin(b),
        at[2] + radius * Math.cos(b) * Math.sin(a),
      ];
    },
    3,
  );
  return geometry;
};

/** Points of a polyline with its corners rounded, for tubes that are bent, not curved. */
export function bent(points: readonly P3[], radius: number, steps = 4): P3[] {
  const at = points.map((p) => new Vector3(...p));
  const out: Vector3[] = [];
  at.forEach((corner, index) => {
    const before = at[index - 1];
    const after = at[index + 1];
    if (!before || !after) {
      out.push(corner);
      return;
    }
    const back = before.clone().sub(corner);
    const on = after.clone().sub(corner);
    const reach = Math.min(radius, back.length() * 0.45, on.length() * 0.45);
    const start = corner.clone().addScaledVector(back.normalize(), reach);
    const end = corner.clone().addScaledVector(on.normalize(), reach);
    for (let step = 0; step <= steps; step++) {
      const t = step / steps;
      out.push(
        start
          .clone()
          .multiplyScalar((1 - t) ** 2)
          .addScaledVector(corner, 2 * t * (1 - t))
          .addScaledVector(end, t * t),
      );
    }
  });
  return out.map((p) => [p.x, p.y, p.z]);
}

/** A box with rounded edges, its middle at a point. */
export function block(size: P3, radius: number, at: P3 = [0, 0, 0], segments = 2): BufferGeometry {
  const r = Math.min(radius, ...size.map((side) => side * 0.49));
  return new RoundedBoxGeometry(...size, segments, r).translate(...at);
}

/** A polygon with rounded corners. */
export function roundedShape(points: readonly P2[], radius: number): Shape {
  const at = points.map((p) => new Vector2(...p));
  const shape = new Shape();
  at.forEach((corner, index) => {
    const before = at[(index + at.length - 1) % at.length] ?? corner;
    const after = at[(index + 1) % at.length] ?? corner;
    const back = before.clone().sub(corner);
    const on = after.clone().sub(corner);
    const reach = Math.min(radius, back.length() * 0.48, on.length() * 0.48);
    const start = corner.clone().addScaledVector(back.normalize(), reach);
    const end = corner.clone().addScaledVector(on.normalize(), reach);
    if (index === 0) shape.moveTo(start.x, start.y);
    else shape.lineTo(start.x, start.y);
    shape.quadraticCurveTo(corner.x, corner.y, end.x, end.y);
  });
  shape.closePath();
  return shape;
}

export const rectangle = (width: number, height: number, radius: number): Shape =>
  roundedShape(
    [
      [-width / 2, -height / 2],
      [width / 2, -height / 2],
      [width / 2, height / 2],
      [-width / 2, height / 2],
    ],
    radius,
  );

/** A shape of the x/y plane made thick, from z = 0 to its depth, with bevelled edges within its size. */
export function slab(shape: Shape, depth: number, bevel: number, curveSegments = 6): BufferGeometry {
  const geometry = new ExtrudeGeometry(shape, {
    depth: Math.max(1e-4, depth - 2 * bevel),
    bevelEnabled: bevel > 0,
    bevelThickness: bevel,
    bevelSize: bevel,
    bevelOffset: -bevel,
    bevelSegments: 2,
    curveSegments,
  }).translate(0, 0, bevel);
  return creased(geometry, 0.55);
}

/** Turns what lies in the x/y plane and faces +z so that it faces another way, still upright and readable. */
export function facing(
  geometry: BufferGeometry,
  way: '+x' | '-x' | '-z' | '+y',
  at: P3 = [0, 0, 0],
): BufferGeometry {
  const turned = geometry.clone();
  if (way === '+x') turned.rotateY(Math.PI / 2);
  if (way === '-x') turned.rotateY(-Math.PI / 2);
  if (way === '-z') turned.rotateY(Math.PI);
  if (way === '+y') turned.rotateX(-Math.PI / 2);
  return turned.translate(...at);
}

/** The same geometry on the other side of the car. */
export function mirrored(geometry: BufferGeometry): BufferGeometry {
  const other = geometry.index ? geometry.toNonIndexed() : geometry.clone();
  other.applyMatrix4(new Matrix4().makeScale(1, 1, -1));
  for (const name of Object.keys(other.attributes)) {
    const { array, itemSize } = other.getAttribute(name) as BufferAttribute;
    for (let at = 0; at < array.length; at += itemSize * 3) {
      for (let item = 0; item < itemSize; item++) {
        const one = at + itemSize + item;
        const two = one + itemSize;
        [array[one], array[two]] = [array[two] ?? 0, array[one] ?? 0];
      }
    }
  }
  return mergeVertices(other, 1e-5);
}

export const both = (geometry: BufferGeometry): BufferGeometry => merged([geometry, mirrored(geometry)]);

/** Many geometries as one, with position, normal and uv. */
export function merged(geometries: readonly BufferGeometry[]): BufferGeometry {
  const alike = geometries.map((geometry) => {
    const plain = geometry.index ? geometry.clone() : mergeVertices(geometry, 1e-5);
    for (const name of Object.keys(plain.attributes)) {
      if (!['position', 'normal', 'uv'].includes(name)) plain.deleteAttribute(name);
    }
    const count = plain.getAttribute('position').count;
    if (!plain.hasAttribute('normal')) plain.computeVertexNormals();
    if (!plain.hasAttribute('uv'))
      plain.setAttribute('uv', new BufferAttribute(new Float32Array(count * 2), 2));
    plain.morphAttributes = {};
    plain.clearGroups();
    return plain;
  });
  const whole = mergeGeometries(alike);
  if (!whole) throw new Error('Geometries with different attributes cannot be one.');
  return whole;
}

/** One mesh a material. */
export function assemble(...parts: readonly (readonly [Material, readonly BufferGeometry[]])[]): Group {
  const group = new Group();
  for (const [material, geometries] of parts) {
    if (geometries.length > 0) group.add(new Mesh(merged(geometries), material));
  }
  return group;
}
