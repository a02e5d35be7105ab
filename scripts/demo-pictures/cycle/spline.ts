/** The entry of a list that is known to be there. */
export function entry<T>(list: ArrayLike<T>, index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`No entry ${index} in a list of ${list.length}.`);
  return found;
}

export type Numbers = readonly number[];
const NO_CORNERS: ReadonlySet<number> = new Set();

/**
 * Distances along rows of points, the mean of all rows; the first three numbers of a point are its place.
 * @returns one knot a point, rising
 */
export function knotsOf(rows: readonly (readonly Numbers[])[]): number[] {
  const knots = [0];
  const count = entry(rows, 0).length;
  for (let at = 1; at < count; at++) {
    let sum = 0;
    for (const row of rows) {
      const [from, to] = [entry(row, at - 1), entry(row, at)];
      sum += Math.hypot(...[0, 1, 2].map((axis) => (to[axis] ?? 0) - (from[axis] ?? 0)));
    }
    knots.push(entry(knots, at - 1) + Math.max(1e-4, sum / rows.length));
  }
  return knots;
}

/** Parameters of about `steps` even samples that include every knot. */
export function samplesOf(knots: Numbers, steps: number): number[] {
  const whole = entry(knots, knots.length - 1);
  const samples = [0];
  for (let at = 1; at < knots.length; at++) {
    const [from, to] = [entry(knots, at - 1), entry(knots, at)];
    const pieces = Math.max(1, Math.round(((to - from) / whole) * steps));
    for (let piece = 1; piece <= pieces; piece++) samples.push(from + ((to - from) * piece) / pieces);
  }
  return samples;
}

/**
 * A smooth curve through points of any number of dimensions.
 * @param corners indices of points where the curve may turn sharply
 */
export function resample(
  points: readonly Numbers[],
  knots: Numbers,
  samples: Numbers,
  corners: ReadonlySet<number> = NO_CORNERS,
): number[][] {
  const size = entry(points, 0).length;
  const slope = (from: number, to: number, axis: number) =>
    (entry(entry(points, to), axis) - entry(entry(points, from), axis)) /
    (entry(knots, to) - entry(knots, from));
  const tangent = (at: number, segment: number, axis: number) => {
    if (at === 0 || at === points.length - 1 || corners.has(at)) return slope(segment, segment + 1, axis);
    const before = entry(knots, at) - entry(knots, at - 1);
    const after = entry(knots, at + 1) - entry(knots, at);
    return (slope(at - 1, at, axis) * after + slope(at, at + 1, axis) * before) / (before + after);
  };
  let segment = 0;
  return samples.map((sample) => {
    while (segment < knots.length - 2 && sample > entry(knots, segment + 1)) segment += 1;
    const [from, to] = [entry(knots, segment), entry(knots, segment + 1)];
    const span = to - from;
    const t = Math.min(1, Math.max(0, (sample - from) / span));
    return Array.from({ length: size }, (_, axis) => {
      const [a, b] = [entry(entry(points, segment), axis), entry(entry(points, segment + 1), axis)];
      const [m, n] = [tangent(segment, segment, axis) * span, tangent(segment + 1, segment, axis) * span];
      return (
        (2 * t ** 3 - 3 * t ** 2 + 1) * a +
        (t ** 3 - 2 * t ** 2 + t) * m +
        (-2 * t ** 3 + 3 * t ** 2) * b +
        (t ** 3 - t ** 2) * n
      );
    });
  });
}

/** A smooth curve of about `steps` samples through points. */
export function through(
  points: readonly Numbers[],
  steps: number,
  corners?: ReadonlySet<number>,
): number[][] {
  const knots = knotsOf([points]);
  return resample(points, knots, samplesOf(knots, steps), corners);
}
