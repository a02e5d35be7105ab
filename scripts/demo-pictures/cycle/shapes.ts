import { BufferAttribute, BufferGeometry, ExtrudeGeometry, Path, Shape, Vector2, Vector3 } from 'three';
import { toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { entry, knotsOf, resample, samplesOf } from './spline.ts';

export type Point = readonly [number, number, number];
/** A corner of an outline with the radius it is rounded by. */
export type Corner = readonly [number, number] | readonly [number, number, number];

export function geometryOf(
  position: readonly number[],
  index: readonly number[],
  extra: { normal?: readonly number[]; uv?: readonly number[]; color?: readonly number[] } = {},
): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(position), 3));
  geometry.setIndex([...index]);
  if (extra.uv) geometry.setAttribute('uv', new BufferAttribute(new Float32Array(extra.uv), 2));
  if (extra.color) geometry.setAttribute('color', new BufferAttribute(new Float32Array(extra.color), 3));
  if (extra.normal) geometry.setAttribute('normal', new BufferAttribute(new Float32Array(extra.normal), 3));
  else geometry.computeVertexNormals();
  return geometry;
}

/** A closed outline with rounded corners, counter-clockwise. */
export function outline(corners: readonly Corner[], pieces = 3): Vector2[] {
  const points: Vector2[] = [];
  corners.forEach(([x, y, radius = 0], at) => {
    const here = new Vector2(x, y);
    const before = entry(corners, (at + corners.length - 1) % corners.length);
    const after = entry(corners, (at + 1) % corners.length);
    const back = new Vector2(before[0], before[1]).sub(here);
    const on = new Vector2(after[0], after[1]).sub(here);
    const reach = Math.min(radius, back.length() * 0.49, on.length() * 0.49);
    if (reach < 1e-5) {
      points.push(here);
      return;
    }
    const start = here.clone().addScaledVector(back.normalize(), reach);
    const end = here.clone().addScaledVector(on.normalize(), reach);
    for (let piece = 0; piece <= pieces; piece++) {
      const t = piece / pieces;
      points.push(
        start
          .clone()
          .multiplyScalar((1 - t) ** 2)
          .addScaledVector(here, 2 * t * (1 - t))
          .addScaledVector(end, t ** 2),
      );
    }
  });
  return points;
}

export const circle = (radius: number, pieces = 24, x = 0, y = 0): Vector2[] =>
  Array.from({ length: pieces }, (_, at) => {
    const angle = (at / pieces) * 2 * Math.PI;
    return new Vector2(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
  });

/** An outline in x and y made thick along z, its middle at z = 0, with bevelled edges. */
export function slab(
  edge: readonly Vector2[],
  depth: number,
  { bevel = 0.003, holes = [] as readonly (readonly Vector2[])[], bevelPieces = 1 } = {},
): BufferGeometry {
  const shape = new Shape([...edge]);
  shape.holes = holes.map((hole) => new Path([...hole]));
  const width = Math.min(bevel, depth / 2 - 1e-4);
  const geometry = new ExtrudeGeometry(shape, {
    depth: depth - 2 * width,
    bevelThickness: width,
    bevelSize: width,
    bevelOffset: -width,
    bevelSegments: bevelPieces,
    bevelEnabled: width > 0,
    steps: 1,
  });
  geometry.translate(0, 0, -depth / 2 + width);
  return toCreasedNormals(geometry, 0.9);
}

/** A rounded box about the origin: x, y, z. */
export function block(x: number, y: number, z: number, round = 0.006): BufferGeometry {
  const radius = Math.min(round, x / 2.1, y / 2.1);
  const [w, h] = [x / 2, y / 2];
  const edge = outline(
    [
      [-w, -h, radius],
      [w, -h, radius],
      [w, h, radius],
      [-w, h, radius],
    ],
    3,
  );
  return slab(edge, z, { bevel: Math.min(round, z / 2.1) });
}

/** A profile of radius and z turned about the z axis. Turns of more than about 35 degrees stay crisp. */
export function spin(
  profile: readonly (readonly [number, number])[],
  segments = 26,
  arc: readonly [number, number] = [0, 2 * Math.PI],
): BufferGeometry {
  const rings: { radius: number; z: number; nr: number; nz: number }[] = [];
  const normals = profile.slice(1).map(([radius, z], at) => {
    const [r0, z0] = entry(profile, at);
    const length = Math.hypot(radius - r0, z - z0) || 1;
    return [(z0 - z) / -length, -(radius - r0) / length] as const;
  });
  profile.forEach(([radius, z], at) => {
    const before = normals[at - 1];
    const after = normals[at];
    const [first, second] = [before ?? after, after ?? before];
    if (!first || !second) return;
    const smooth = first[0] * second[0] + first[1] * second[1] > 0.82;
    const kept = smooth ? [[first[0] + second[0], first[1] + second[1]] as const] : [first, second];
    for (const [nr, nz] of kept) {
      const length = Math.hypot(nr, nz) || 1;
      rings.push({ radius, z, nr: nr / length, nz: nz / length });
    }
  });
  const position: number[] = [];
  const normal: number[] = [];
  const uv: number[] = [];
  const index: number[] = [];
  rings.forEach(({ radius, z, nr, nz }, ring) => {
    for (let at = 0; at <= segments; at++) {
      const angle = arc[0] + ((arc[1] - arc[0]) * at) / segments;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      position.push(radius * c, radius * s, z);
      normal.push(nr * c, nr * s, nz);
      uv.push(at / segments, ring / (rings.length - 1));
      if (ring > 0 && at > 0) {
        const here = ring * (segments + 1) + at;
        const below = here - segments - 1;
        index.push(below - 1, below, here, below - 1, here, here - 1);
      }
    }
  });
  return geometryOf(position, index, { normal, uv });
}

type TubeOptions = {
  sides?: number;
  steps?: number;
  /** Points where it turns sharply. */
  corners?: ReadonlySet<number>;
  capped?: boolean;
  /** With two radii a point: the direction of the first. */
  up?: Point;
  /** 2 is round, 4 nearly square. */
  power?: number;
  /** Colour at a share of its length. */
  tint?: (share: number) => readonly [number, number, number];
};
type Radius = number | readonly (number | readonly [number, number])[];

/** A tube through points; its radius, or its two radii, may change from point to point. */
export function tube(path: readonly Point[], radius: Radius, options: TubeOptions = {}): BufferGeometry {
  const { sides = 9, corners, capped = true, up, power = 2, tint } = options;
  const control = path.map((point, at) => {
    const here = typeof radius === 'number' ? radius : entry(radius, at);
    return [...point, ...(typeof here === 'number' ? [here, here] : here)];
  });
  const knots = knotsOf([control]);
  const straight = path.length === 2;
  const steps =
    options.steps ?? (straight ? 1 : Math.max(8, Math.ceil(entry(knots, knots.length - 1) / 0.024)));
  const samples = resample(control, knots, samplesOf(knots, steps), corners);
  const places = samples.map(([x = 0, y = 0, z = 0]) => new Vector3(x, y, z));
  const position: number[] = [];
  const color: number[] = [];
  const index: number[] = [];
  let across = up ? new Vector3(...up) : new Vector3(0.31, 0.83, 0.46);
  samples.forEach(([, , , first = 0, second = 0], at) => {
    const here = entry(places, at);
    const along = entry(places, Math.min(at + 1, places.length - 1))
      .clone()
      .sub(entry(places, Math.max(at - 1, 0)))
      .normalize();
    const reference = up ? new Vector3(...up) : across;
    across = reference.clone().addScaledVector(along, -reference.dot(along));
    if (across.lengthSq() < 1e-6)
      across.set(along.y, along.z, along.x).addScaledVector(along, -along.dot(across));
    across.normalize();
    const aside = along.clone().cross(across);
    for (let side = 0; side < sides; side++) {
      const angle = (side / sides) * 2 * Math.PI;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const stretch = power === 2 ? 1 : (Math.abs(c) ** power + Math.abs(s) ** power) ** (-1 / power);
      const point = here
        .clone()
        .addScaledVector(across, first * c * stretch)
        .addScaledVector(aside, second * s * stretch);
      position.push(point.x, point.y, point.z);
      if (tint) color.push(...tint(at / (samples.length - 1)));
      if (at > 0) {
        const next = (side + 1) % sides;
        const [a, b, c0, d] = [
          (at - 1) * sides + side,
          (at - 1) * sides + next,
          at * sides + next,
          at * sides + side,
        ];
        index.push(a, b, c0, a, c0, d);
      }
    }
  });
  const body = geometryOf(position, index, tint ? { color } : {});
  return capped ? withCaps(body, sides, samples.length) : body;
}

/** Closes the two ends of a tube with flat caps. */
function withCaps(body: BufferGeometry, sides: number, rings: number): BufferGeometry {
  const position = Array.from(body.getAttribute('position').array);
  const normal = Array.from(body.getAttribute('normal').array);
  const colors = body.getAttribute('color');
  const color = colors ? Array.from(colors.array) : undefined;
  const index = Array.from(body.getIndex()?.array ?? []);
  for (const ring of [0, rings - 1]) {
    const base = position.length / 3;
    const points = Array.from({ length: sides }, (_, side) =>
      new Vector3().fromArray(position, (ring * sides + side) * 3),
    );
    const turn = entry(points, 1).clone().sub(entry(points, 0));
    const facing = turn
      .cross(
        entry(points, Math.floor(sides / 2))
          .clone()
          .sub(entry(points, 0)),
      )
      .normalize();
    if (ring === 0) facing.negate();
    points.forEach((point, side) => {
      position.push(...point);
      normal.push(...facing);
      if (color) color.push(...color.slice(ring * sides * 3, ring * sides * 3 + 3));
      if (side > 1)
        index.push(
          ...(ring === 0 ? [base, base + side, base + side - 1] : [base, base + side - 1, base + side]),
        );
    });
  }
  return geometryOf(position, index, color ? { normal, color } : { normal });
}
