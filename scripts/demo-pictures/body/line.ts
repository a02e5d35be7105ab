/** Points in metres as text, "0.47,0.735 0.66,0.775": the two numbers of a point with a comma, points with a space. */
export type Points = string;

/** The numbers of each point. */
export const pointsOf = (text: Points): number[][] =>
  text
    .trim()
    .split(/\s+/)
    .map((point) => point.split(',').map(Number));

export type Line = {
  (at: number): number;
  slope(at: number): number;
};

const STEPS = 1400;
const MARGIN_M = 0.6;

/** Running mean over 2 × reach + 1 values. */
function blurred(values: Float64Array, reach: number): Float64Array {
  const out = new Float64Array(values.length);
  const last = values.length - 1;
  let sum = 0;
  const at = (index: number) => values[Math.min(last, Math.max(0, index))] ?? 0;
  for (let index = -reach; index <= reach; index++) sum += at(index);
  for (let index = 0; index <= last; index++) {
    out[index] = sum / (2 * reach + 1);
    sum += at(index + reach + 1) - at(index - reach);
  }
  return out;
}

function between(points: readonly number[][], at: number): number {
  let index = 0;
  while (index < points.length - 2 && at > (points[index + 1]?.[0] ?? 0)) index++;
  const [a = 0, p = 0] = points[index] ?? [];
  const [b = a + 1, q = p] = points[index + 1] ?? [];
  return p + ((q - p) * (at - a)) / (b - a || 1);
}

/**
 * A drawn line through points: straight between them, its corners eased, its ends going on straight.
 * @param smooth how far the easing of a corner reaches, metres
 */
export function line(points: Points, smooth = 0.06): Line {
  const ordered = pointsOf(points).sort(([a = 0], [b = 0]) => a - b);
  const first = (ordered[0]?.[0] ?? 0) - MARGIN_M;
  const last = (ordered[ordered.length - 1]?.[0] ?? 1) + MARGIN_M;
  const step = (last - first) / (STEPS - 1);
  let values: Float64Array = new Float64Array(STEPS);
  for (let index = 0; index < STEPS; index++) values[index] = between(ordered, first + index * step);
  const reach = Math.round(smooth / step);
  if (reach > 0) for (let pass = 0; pass < 3; pass++) values = blurred(values, Math.ceil(reach / 2));
  const read = (at: number) => {
    const place = Math.min(STEPS - 1.001, Math.max(0, (at - first) / step));
    const index = Math.floor(place);
    const low = values[index] ?? 0;
    return low + ((values[index + 1] ?? low) - low) * (place - index);
  };
  return Object.assign(read, { slope: (at: number) => (read(at + 0.01) - read(at - 0.01)) / 0.02 });
}
