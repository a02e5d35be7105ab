import { BufferAttribute, BufferGeometry } from 'three';
import type { BodyDrawing } from './drawing.ts';
import { line } from './line.ts';
import type { Solid } from './solid.ts';

type Spot = readonly [number, number, number];

const MIDDLE_STATIONS = 128;
const FAN_STATIONS = 40;
/** Rows from the middle of the underside to the middle of the roof, by the stretch between two knots. */
const ROWS = [4, 6, 7, 8, 5, 6, 13, 11] as const;
const HALF_ROWS = ROWS.reduce((sum, count) => sum + count, 0) + 1;
const SLOPE_STEP_M = 0.0025;

/** Distance along a ray from inside to the skin. */
export function reachSkin(solid: Solid, [x, y, z]: Spot, [dx, dy, dz]: Spot): number {
  let near = 0;
  let far = 0.1;
  while (far < 5 && solid.distance(x + dx * far, y + dy * far, z + dz * far) < 0) {
    near = far;
    far += 0.15;
  }
  for (let step = 0; step < 16; step++) {
    const middle = (near + far) / 2;
    if (solid.distance(x + dx * middle, y + dy * middle, z + dz * middle) < 0) near = middle;
    else far = middle;
  }
  return (near + far) / 2;
}

/** Outward direction of the skin. */
export function outward(solid: Solid, [x, y, z]: Spot): Spot {
  const e = SLOPE_STEP_M;
  const nx = solid.distance(x + e, y, z) - solid.distance(x - e, y, z);
  const ny = solid.distance(x, y + e, z) - solid.distance(x, y - e, z);
  const nz = solid.distance(x, y, z + e) - solid.distance(x, y, z - e);
  const length = Math.hypot(nx, ny, nz) || 1;
  return [nx / length, ny / length, nz / length];
}

/** Places [y, z] the rows of a station aim at, so that edges of the body run along rows. */
function aims(solid: Solid, x: number, spineY: number): [number, number][] {
  const low = solid.bottom(x);
  const lid = solid.top(x);
  const peak = spineY + reachSkin(solid, [x, spineY, 0], [0, 1, 0]);
  const wide = (y: number) => solid.halfWidth(x, y);
  const cabin = Math.min(1, Math.max(0, (peak - lid) / 0.25));
  const mid = low + (lid - low) * 0.42;
  const fold = Math.min(lid - 0.06, Math.max(mid + 0.05, solid.folds[0]?.(x) ?? low + (lid - low) * 0.75));
  const blend = (a: number, b: number) => a + (b - a) * cabin;
  const knots: [number, number][] = [
    [low, 0],
    [low, wide(low) - 0.06],
    [low + (mid - low) * 0.3, wide(low + 0.05)],
    [mid, wide(mid)],
    [fold, wide(fold)],
    [lid - 0.02, wide(lid) - 0.01],
    [lid + 0.005, blend(wide(lid) * 0.84, solid.cabinHalfWidth(x, lid) + 0.005)],
    [peak - 0.06 * cabin, blend(wide(lid) * 0.6, solid.cabinHalfWidth(x, peak - 0.06) - 0.02)],
    [peak, 0],
  ];
  const out: [number, number][] = [];
  for (const [index, count] of ROWS.entries()) {
    const [y0, z0] = knots[index] ?? [0, 0];
    const [y1, z1] = knots[index + 1] ?? [0, 0];
    for (let at = 0; at < count; at++) {
      const t = at / count;
      out.push([y0 + (y1 - y0) * t, z0 + (z1 - z0) * t]);
    }
  }
  out.push([peak, 0]);
  return out;
}

/** x of stations, closer where the upper line is steep. */
function stationsBetween(solid: Solid, from: number, to: number, spineY: (x: number) => number): number[] {
  const samples = 400;
  const along: number[] = [0];
  const height = (x: number) => {
    const y = spineY(x);
    return y + reachSkin(solid, [x, y, 0], [0, 1, 0]);
  };
  let before = height(from);
  for (let at = 1; at <= samples; at++) {
    const now = height(from + ((to - from) * at) / samples);
    along.push((along[at - 1] ?? 0) + Math.hypot((to - from) / samples, (now - before) * 0.8));
    before = now;
  }
  const total = along[samples] ?? 1;
  let index = 0;
  return Array.from({ length: MIDDLE_STATIONS }, (_, station) => {
    const wanted = (total * station) / (MIDDLE_STATIONS - 1);
    while (index < samples - 1 && (along[index + 1] ?? 0) < wanted) index++;
    const low = along[index] ?? 0;
    const t = (wanted - low) / ((along[index + 1] ?? low + 1) - low || 1);
    return from + ((to - from) * (index + Math.min(1, t))) / samples;
  });
}

/** Rays of one end: from the last station's section round to straight ahead. */
function fan(solid: Solid, origin: Spot, sign: 1 | -1): Spot[][] {
  const [x, y] = origin;
  const depth = reachSkin(solid, origin, [sign, 0, 0]);
  const radial = aims(solid, x, y).map(([ay, az]) => {
    const length = Math.hypot(ay - y, az) || 1;
    return [(ay - y) / length, az / length] as const;
  });
  const radii = radial.map(([dy, dz]) => reachSkin(solid, origin, [0, dy, dz]));
  return Array.from({ length: FAN_STATIONS }, (_, at) => {
    const t = (at + 1) / FAN_STATIONS;
    return radial.map(([dy, dz], row) => {
      const radius = radii[row] ?? 1;
      const gone = t * (depth + radius);
      const forward = Math.min(depth, gone);
      const aside = radius - Math.max(0, gone - depth);
      const length = Math.hypot(forward, aside) || 1;
      return [(sign * forward) / length, (dy * aside) / length, (dz * aside) / length] as const;
    });
  });
}

/**
 * The whole skin as one closed surface, with an attribute `cut` (1) by which the coachwork material knows
 * the skin from parts added to it. About 42,000 triangles.
 */
export function skinOf(solid: Solid, drawing: BodyDrawing): BufferGeometry {
  const spine = line(drawing.spine ?? '-1,0.6 1,0.6', 0.1);
  const inset = drawing.fan ?? 0.5;
  const mid = (drawing.noseEnd + drawing.tailEnd) / 2;
  const front = mid + reachSkin(solid, [mid, spine(mid), 0], [1, 0, 0]) - inset;
  const rear = mid - reachSkin(solid, [mid, spine(mid), 0], [-1, 0, 0]) + inset;
  const rows: Spot[][] = [];
  const trace = (origin: Spot, directions: readonly Spot[]) =>
    rows.push(
      directions.map(([dx, dy, dz]) => {
        const far = reachSkin(solid, origin, [dx, dy, dz]);
        return [origin[0] + dx * far, origin[1] + dy * far, origin[2] + dz * far] as const;
      }),
    );
  const rearAt: Spot = [rear, spine(rear), 0];
  const frontAt: Spot = [front, spine(front), 0];
  for (const directions of fan(solid, rearAt, -1).reverse()) trace(rearAt, directions);
  for (const x of stationsBetween(solid, rear, front, spine)) {
    const y = spine(x);
    trace(
      [x, y, 0],
      aims(solid, x, y).map(([ay, az]) => {
        const length = Math.hypot(ay - y, az) || 1;
        return [0, (ay - y) / length, az / length] as const;
      }),
    );
  }
  for (const directions of fan(solid, frontAt, 1)) trace(frontAt, directions);
  return ringed(solid, rows);
}

/** Mirrors half sections and joins them. */
function ringed(solid: Solid, rows: readonly (readonly Spot[])[]): BufferGeometry {
  const ring = 2 * HALF_ROWS - 2;
  const positions = new Float32Array(rows.length * ring * 3);
  const normals = new Float32Array(rows.length * ring * 3);
  rows.forEach((row, station) => {
    row.forEach(([x, y, z], at) => {
      const [nx, ny, nz] = outward(solid, [x, y, z]);
      const onMiddle = at === 0 || at === HALF_ROWS - 1;
      const set = (column: number, side: number) => {
        positions.set([x, y, z * side], (station * ring + column) * 3);
        normals.set([nx, ny, onMiddle ? 0 : nz * side], (station * ring + column) * 3);
      };
      set(at, 1);
      if (!onMiddle) set(ring - at, -1);
    });
  });
  const index: number[] = [];
  for (let station = 0; station < rows.length - 1; station++)
    for (let column = 0; column < ring; column++) {
      const next = (column + 1) % ring;
      const a = station * ring + column;
      const b = station * ring + next;
      index.push(a, a + ring, b, b, a + ring, b + ring);
    }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setAttribute('cut', new BufferAttribute(new Float32Array(rows.length * ring).fill(1), 1));
  geometry.setIndex(index);
  return geometry;
}

/** The triangles of a surface whose middle passes a test; shares the vertices. */
export function partOf(
  skin: BufferGeometry,
  keep: (x: number, y: number, z: number) => boolean,
): BufferGeometry {
  const at = skin.getAttribute('position');
  const index = skin.getIndex();
  const kept: number[] = [];
  for (let corner = 0; index && corner < index.count; corner += 3) {
    const three = [index.getX(corner), index.getX(corner + 1), index.getX(corner + 2)] as const;
    const mean = (read: (vertex: number) => number) => (read(three[0]) + read(three[1]) + read(three[2])) / 3;
    const x = mean((vertex) => at.getX(vertex));
    const y = mean((vertex) => at.getY(vertex));
    const z = mean((vertex) => at.getZ(vertex));
    if (keep(x, y, z)) kept.push(...three);
  }
  const part = new BufferGeometry();
  for (const name of ['position', 'normal', 'cut']) part.setAttribute(name, skin.getAttribute(name));
  part.setIndex(kept);
  return part;
}

/** A surface moved along its normals by metres. */
export function pushed(skin: BufferGeometry, by: number): BufferGeometry {
  const moved = skin.clone();
  const at = moved.getAttribute('position');
  const out = moved.getAttribute('normal');
  for (let vertex = 0; vertex < at.count; vertex++)
    at.setXYZ(
      vertex,
      at.getX(vertex) + out.getX(vertex) * by,
      at.getY(vertex) + out.getY(vertex) * by,
      at.getZ(vertex) + out.getZ(vertex) * by,
    );
  return moved;
}
