import { BufferGeometry, Float32BufferAttribute, Vector3 } from 'three';
import {
  type Corner,
  isInside,
  nearest,
  type Outline,
  type Point,
  refine,
  trace,
  tracePath,
} from './outline.ts';
import { gridOf, reversed, type Surface } from './surface.ts';

/**
 * A box-like body as a stack of plan outlines: its front and rear edges seen from the side, its width by height,
 * and how its upright corners are rounded. All radii and bows in metres.
 */
export type HullDrawing = {
  /** [x, y, radius] from the lowest to the highest; heights never fall. Both edges start and end at the same heights. */
  front: readonly Corner[];
  rear: readonly Corner[];
  /** [half the width, y, radius] from the lowest to the highest. */
  width: readonly Corner[];
  frontCorner: number;
  rearCorner: number;
  /** How far the middle of the front stands before its sides. */
  frontBow?: number;
  rearBow?: number;
  /** Rounding between walls and roof, and how much the roof's middle is higher than its edges. */
  roofEdge: number;
  crown?: number;
  /** Size of the mesh. */
  step?: number;
  /** Bends the finished body. */
  warp?: (at: Vector3) => Vector3;
};
export type Face = 'left' | 'right' | 'front' | 'rear';
/** A hole in a face: x and y on the sides, z and y at the ends. */
export type Cut = { face: Face | 'sides'; outline: Outline };

const CORNER_STEPS = 7;

function readOff(path: readonly Point[], y: number): number {
  for (let at = 1; at < path.length; at++) {
    const [a, b] = [path[at - 1], path[at]];
    if (a && b && y <= b[1]) {
      const rise = b[1] - a[1];
      return rise < 1e-9 ? b[0] : a[0] + ((b[0] - a[0]) * Math.max(0, y - a[1])) / rise;
    }
  }
  return path.at(-1)?.[0] ?? 0;
}

export type Hull = {
  geometry(cuts?: readonly Cut[]): BufferGeometry;
  /** Of x and y. */
  left: Surface;
  right: Surface;
  /** Of z and y. */
  front: Surface;
  rear: Surface;
  /** Of x and z. */
  roof: Surface;
};

export function makeHull(drawing: HullDrawing): Hull {
  const { frontCorner, rearCorner, frontBow = 0, rearBow = 0, roofEdge, crown = 0, step = 0.06 } = drawing;
  const warp = drawing.warp ?? ((at: Vector3) => at);
  const [front, rear, width] = [drawing.front, drawing.rear, drawing.width].map((path) =>
    refine(tracePath(path), step, false),
  ) as [Point[], Point[], Point[]];
  const [bottom = 0, top = 0] = [front[0]?.[1], front.at(-1)?.[1]];
  const x0 = (y: number) => readOff(front, y);
  const x1 = (y: number) => readOff(rear, y);
  const half = (y: number) => {
    const over = Math.max(0, y - (top - roofEdge));
    return readOff(width, y) - roofEdge + Math.sqrt(Math.max(0, roofEdge ** 2 - over ** 2));
  };
  const drop = (z: number, w: number, corner: number, bow: number) => {
    const over = Math.min(corner, Math.max(0, Math.abs(z) - (w - corner)));
    return bow * Math.min(1, (z / w) ** 2) + corner - Math.sqrt(corner ** 2 - over ** 2);
  };
  const frontX = (z: number, y: number) => x0(y) - drop(z, half(y), frontCorner, frontBow);
  const rearX = (z: number, y: number) => x1(y) + drop(z, half(y), rearCorner, rearBow);
  const sideZ = (x: number, y: number) => {
    const w = half(y);
    const ahead = x - (x0(y) - frontBow - frontCorner);
    const behind = x1(y) + rearBow + rearCorner - x;
    if (ahead > 0) return w - frontCorner + Math.sqrt(Math.max(0, frontCorner ** 2 - ahead ** 2));
    if (behind > 0) return w - rearCorner + Math.sqrt(Math.max(0, rearCorner ** 2 - behind ** 2));
    return w;
  };
  const roofY = (x: number, z: number) => {
    const w = half(top);
    void x;
    return top + crown * (1 - Math.min(1, (z / w) ** 2));
  };

  const arcs = Array.from(
    { length: 9 },
    (_, at) => top - roofEdge + roofEdge * Math.sin((at * Math.PI) / 16),
  );
  const heights = [...front, ...rear, ...width]
    .map(([, y]) => y)
    .concat(arcs)
    .filter((y) => y >= bottom && y <= top)
    .sort((a, b) => a - b)
    .filter((y, at, all) => at === 0 || y - (all[at - 1] ?? 0) > 1e-6);
  const levels: number[] = [];
  for (const y of heights) {
    const last = levels.at(-1);
    const moved =
      last === undefined
        ? step
        : Math.max(
            y - last,
            Math.abs(x0(y) - x0(last)),
            Math.abs(x1(y) - x1(last)),
            Math.abs(half(y) - half(last)),
          );
    if (moved > 0.45 * step || (y > top - 1e-6 && y - (last ?? 0) > 1e-4)) levels.push(y);
  }
  const widest = Math.max(...width.map(([w]) => w));
  const longest = Math.max(...levels.map((y) => x0(y) - x1(y)));
  const faceSteps = Math.max(3, Math.round(widest / step));
  const sideSteps = Math.max(3, Math.round(longest / step));

  /** [x, z] around the right half at a height, from the front's middle to the rear's. */
  function ring(y: number): Point[] {
    const w = half(y);
    const end = (corner: number): number[] => [
      ...Array.from({ length: faceSteps }, (_, at) => ((w - corner) * at) / faceSteps),
      ...Array.from(
        { length: CORNER_STEPS + 1 },
        (_, at) => w - corner + corner * Math.sin((at * Math.PI) / 2 / CORNER_STEPS),
      ),
    ];
    const ahead = end(frontCorner).map((z): Point => [frontX(z, y), z]);
    const behind = end(rearCorner).map((z): Point => [rearX(z, y), z]);
    const [from, to] = [ahead.at(-1)?.[0] ?? 0, behind.at(-1)?.[0] ?? 0];
    const side = Array.from(
      { length: sideSteps - 1 },
      (_, at): Point => [from + ((to - from) * (at + 1)) / sideSteps, w],
    );
    return [...ahead, ...side, ...behind.reverse()];
  }
  const endCount = faceSteps + CORNER_STEPS + 1;
  const rings = levels.map(ring);
  const perRing = rings[0]?.length ?? 0;

  function wall(sign: 1 | -1, cuts: readonly Cut[]): BufferGeometry {
    const traced = cuts
      .filter(
        ({ face }) =>
          face === 'front' || face === 'rear' || face === 'sides' || (face === 'right') === sign > 0,
      )
      .map(({ face, outline }) => ({ face, points: refine(trace(outline), step, true) }));
    const inside: number[] = [];
    const rows = rings.map((points, level) =>
      points.map(([x, z], at) => {
        const y = levels[level] ?? 0;
        const place = new Vector3(x, y, z * sign);
        let hole = -1;
        traced.forEach(({ face, points: edge }, index) => {
          const isEnd = face === 'front' || face === 'rear';
          const here =
            face === 'front'
              ? at < endCount
              : face === 'rear'
                ? at >= perRing - endCount
                : at >= faceSteps && at < perRing - faceSteps;
          if (!here || hole >= 0) return;
          const a = isEnd ? z * sign : x;
          if (!isInside(edge, a, y)) return;
          hole = index;
          const [na, ny] = nearest(edge, a, y);
          if (face === 'front') place.set(frontX(na, ny), ny, na);
          else if (face === 'rear') place.set(rearX(na, ny), ny, na);
          else place.set(na, ny, sideZ(na, ny) * sign);
        });
        inside.push(hole);
        return warp(place);
      }),
    );
    const geometry = gridOf(
      rows,
      rings.map((points, level) => points.map(([x]): Point => [x, levels[level] ?? 0])),
    );
    const order = Array.from(geometry.index?.array ?? []);
    const kept: number[] = [];
    for (let at = 0; at < order.length; at += 6) {
      const quad = order.slice(at, at + 6);
      const holes = new Set(quad.map((vertex) => inside[vertex]));
      if (holes.size === 1 && !holes.has(-1)) continue;
      kept.push(...quad);
    }
    geometry.setIndex(sign > 0 ? kept.reverse() : kept);
    geometry.computeVertexNormals();
    return geometry;
  }

  function cap(level: number, lift: number, reach = Number.POSITIVE_INFINITY): BufferGeometry {
    const across = 8;
    const y = levels.at(level) ?? 0;
    const w = Math.max(...ring(y).map(([, z]) => z), 1e-6);
    return gridOf(
      ring(y).map(([x, z]) =>
        Array.from({ length: across + 1 }, (_, at) => {
          const here = Math.min(z, reach) * (1 - (2 * at) / across);
          return warp(new Vector3(x, y + lift * ((z / w) ** 2 - (here / w) ** 2), here));
        }),
      ),
    );
  }

  function merged(parts: readonly BufferGeometry[]): BufferGeometry {
    const geometry = new BufferGeometry();
    const order: number[] = [];
    let base = 0;
    for (const part of parts) {
      for (const vertex of part.index?.array ?? []) order.push(vertex + base);
      base += part.getAttribute('position').count;
    }
    for (const [name, size] of [
      ['position', 3],
      ['normal', 3],
      ['uv', 2],
    ] as const) {
      const all = parts.flatMap((part) => Array.from(part.getAttribute(name).array));
      geometry.setAttribute(name, new Float32BufferAttribute(all, size));
    }
    geometry.setIndex(order);
    return geometry;
  }

  const surfaceOf =
    (place: (a: number, b: number) => Vector3, outwards: Vector3): Surface =>
    (a, b) => {
      const by = 0.004;
      const at = warp(place(a, b));
      const alongA = warp(place(a + by, b)).sub(warp(place(a - by, b)));
      const alongB = warp(place(a, b + by)).sub(warp(place(a, b - by)));
      const out = alongA.cross(alongB).normalize();
      if (out.dot(outwards) < 0) out.negate();
      return { at, out };
    };
  return {
    geometry(cuts = []) {
      // Under arches a floor as wide as the body would show as a line.
      const isOpen = cuts.some(({ outline }) => outline.some(([, y]) => y < bottom));
      const floor = reversed(cap(0, 0, isOpen ? 0.45 * widest : undefined));
      return merged([wall(1, cuts), wall(-1, cuts), cap(-1, crown), floor]);
    },
    right: surfaceOf((x, y) => new Vector3(x, y, sideZ(x, y)), new Vector3(0, 0, 1)),
    left: surfaceOf((x, y) => new Vector3(x, y, -sideZ(x, y)), new Vector3(0, 0, -1)),
    front: surfaceOf((z, y) => new Vector3(frontX(z, y), y, z), new Vector3(1, 0, 0)),
    rear: surfaceOf((z, y) => new Vector3(rearX(z, y), y, z), new Vector3(-1, 0, 0)),
    roof: surfaceOf((x, z) => new Vector3(x, roofY(x, z), z), new Vector3(0, 1, 0)),
  };
}
