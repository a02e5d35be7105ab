/** A corner of a drawing, metres, with the radius it is rounded by. */
export type Corner = readonly [x: number, y: number, radius?: number];
/** Corners around a closed shape; each row of it is one piece when it is to be filled. */
export type Outline = readonly Corner[];
export type Point = readonly [x: number, y: number];

const ARC_STEPS = 6;

const along = (a: Point, b: Point, share: number): Point => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
];
export const apart = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

/** A rounded corner as ARC_STEPS + 1 points. */
function arc(before: Point, corner: Corner, after: Point): Point[] {
  const at: Point = [corner[0], corner[1]];
  const [inLength, outLength] = [apart(before, at), apart(at, after)];
  const radius = corner[2] ?? 0;
  const cosine =
    ((before[0] - at[0]) * (after[0] - at[0]) + (before[1] - at[1]) * (after[1] - at[1])) /
    Math.max(1e-9, inLength * outLength);
  const half = Math.acos(Math.min(1, Math.max(-1, cosine))) / 2;
  const wanted = radius / Math.max(1e-6, Math.tan(half));
  const reach = Math.min(wanted, 0.499 * inLength, 0.499 * outLength);
  const start = along(at, before, reach / Math.max(1e-9, inLength));
  const end = along(at, after, reach / Math.max(1e-9, outLength));
  if (reach < 1e-5 || half > Math.PI / 2 - 1e-3) return Array.from({ length: ARC_STEPS + 1 }, () => at);
  const middle = along(start, end, 0.5);
  const true_ = reach * Math.tan(half);
  const stretch = Math.hypot(true_, reach) / apart(at, middle);
  const centre = along(at, middle, stretch);
  const from = Math.atan2(start[1] - centre[1], start[0] - centre[0]);
  let turn = Math.atan2(end[1] - centre[1], end[0] - centre[0]) - from;
  if (turn > Math.PI) turn -= 2 * Math.PI;
  if (turn < -Math.PI) turn += 2 * Math.PI;
  return Array.from({ length: ARC_STEPS + 1 }, (_, step) => {
    const angle = from + (turn * step) / ARC_STEPS;
    return [centre[0] + true_ * Math.cos(angle), centre[1] + true_ * Math.sin(angle)] as Point;
  });
}

const pointOf = (corner: Corner | undefined): Point => [corner?.[0] ?? 0, corner?.[1] ?? 0];

/** Points of a closed outline, the same number for every outline of as many corners. */
export const trace = (outline: Outline): Point[] =>
  outline.flatMap((corner, at) =>
    arc(
      pointOf(outline[(at + outline.length - 1) % outline.length]),
      corner,
      pointOf(outline[(at + 1) % outline.length]),
    ),
  );

/** Points of an open path with its corners rounded. */
export const tracePath = (path: readonly Corner[]): Point[] =>
  path.flatMap((corner, at) =>
    at === 0 || at === path.length - 1
      ? [pointOf(corner)]
      : arc(pointOf(path[at - 1]), corner, pointOf(path[at + 1])),
  );

/** Puts points between those further apart than a step. */
export function refine(points: readonly Point[], step: number, closed: boolean): Point[] {
  const all: Point[] = [];
  points.forEach((point, at) => {
    const next = points[at + 1] ?? (closed ? points[0] : undefined);
    all.push(point);
    if (!next) return;
    const pieces = Math.ceil(apart(point, next) / step);
    for (let piece = 1; piece < pieces; piece++) all.push(along(point, next, piece / pieces));
  });
  return all;
}

/** Without points on top of one another. */
export const distinct = (points: readonly Point[]): Point[] =>
  points.filter(
    (point, at) => apart(point, points[(at + points.length - 1) % points.length] ?? point) > 1e-5,
  );

/** Signed area, positive anticlockwise. */
const area = (points: readonly Point[]) =>
  points.reduce((sum, [x, y], at) => {
    const [nx, ny] = points[(at + 1) % points.length] ?? [0, 0];
    return sum + (x * ny - nx * y) / 2;
  }, 0);

/** The outline with its edges moved inwards (outwards when negative). */
export function inset(outline: Outline, distance: number): Outline {
  const points = outline.map(pointOf);
  const sign = Math.sign(area(points));
  const normals = points.map((point, at) => {
    const next = points[(at + 1) % points.length] ?? point;
    const length = apart(point, next) || 1;
    return [(-(next[1] - point[1]) / length) * sign, ((next[0] - point[0]) / length) * sign] as Point;
  });
  return outline.map(([x, y, radius = 0], at) => {
    const a = normals[(at + normals.length - 1) % normals.length] ?? [0, 0];
    const b = normals[at] ?? [0, 0];
    const scale = distance / Math.max(0.2, 1 + a[0] * b[0] + a[1] * b[1]);
    return [x + (a[0] + b[0]) * scale, y + (a[1] + b[1]) * scale, Math.max(0, radius - distance)] as Corner;
  });
}

/** A rectangle between two corners. */
export const rectangle = (x0: number, y0: number, x1: number, y1: number, radius = 0): Outline => [
  [x0, y0, radius],
  [x1, y0, radius],
  [x1, y1, radius],
  [x0, y1, radius],
];

/** A circle as an outline. */
export const circle = (x: number, y: number, radius: number, corners = 20): Outline =>
  Array.from({ length: corners }, (_, at) => {
    const angle = (2 * Math.PI * (at + 0.5)) / corners;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle), radius * 0.5] as Corner;
  });

export function isInside(points: readonly Point[], x: number, y: number): boolean {
  let inside = false;
  points.forEach(([ax, ay], at) => {
    const [bx, by] = points[(at + 1) % points.length] ?? [ax, ay];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

export function nearest(points: readonly Point[], x: number, y: number): Point {
  let best: Point = [x, y];
  let least = Number.POSITIVE_INFINITY;
  points.forEach((a, at) => {
    const b = points[(at + 1) % points.length] ?? a;
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const share = ((x - a[0]) * dx + (y - a[1]) * dy) / Math.max(1e-12, dx * dx + dy * dy);
    const point = along(a, b, Math.min(1, Math.max(0, share)));
    const distance = apart(point, [x, y]);
    if (distance < least) [least, best] = [distance, point];
  });
  return best;
}

/** Leftmost and rightmost place of a shape at a height. */
export function rowOf(points: readonly Point[], y: number): Point {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  points.forEach((a, at) => {
    const b = points[(at + 1) % points.length] ?? a;
    if (Math.min(a[1], b[1]) > y + 1e-6 || Math.max(a[1], b[1]) < y - 1e-6) return;
    const flat = Math.abs(b[1] - a[1]) < 1e-6;
    const crossings = flat ? [a[0], b[0]] : [a[0] + ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1])];
    low = Math.min(low, ...crossings);
    high = Math.max(high, ...crossings);
  });
  return [low, high];
}
