/** A point in mm, x from the nose to the tail and y up from the ground; `bend` 0 is a corner, 1 a full curve. */
export type Anchor = readonly [x: number, y: number, bend?: number];

const round = (value: number) => Math.round(value * 10) / 10;
/** SVG counts y downwards. */
export const at = ([x, y]: Anchor): string => `${round(x)} ${round(-y)}`;

const towards = (from: Anchor, to: Anchor) => {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return { x: (to[0] - from[0]) / length, y: (to[1] - from[1]) / length, length };
};

function segment(before: Anchor, from: Anchor, to: Anchor, after: Anchor): string {
  const reach = towards(from, to).length / 3;
  const leaving = towards(before, to);
  const arriving = towards(from, after);
  const [leave, arrive] = [reach * (from[2] ?? 1), reach * (to[2] ?? 1)];
  const first: Anchor = [from[0] + leaving.x * leave, from[1] + leaving.y * leave];
  const second: Anchor = [to[0] - arriving.x * arrive, to[1] - arriving.y * arrive];
  return `C${at(first)} ${at(second)} ${at(to)}`;
}

/** A smooth line through the anchors: SVG path data that starts with `M`. */
export function curve(anchors: readonly Anchor[]): string {
  const segments = anchors.slice(0, -1).map((from, index) => {
    const to = anchors[index + 1] ?? from;
    return segment(anchors[index - 1] ?? from, from, to, anchors[index + 2] ?? to);
  });
  return `M${at(anchors[0] ?? [0, 0])}${segments.join('')}`;
}

/** A smooth closed outline through the anchors. */
export function outline(anchors: readonly Anchor[]): string {
  const count = anchors.length;
  const around = (index: number): Anchor => anchors[(index + count) % count] ?? [0, 0];
  const segments = anchors.map((from, index) =>
    segment(around(index - 1), from, around(index + 1), around(index + 2)),
  );
  return `M${at(around(0))}${segments.join('')}Z`;
}

export const between = (from: number, to: number, share: number): number => from + (to - from) * share;

/** The same anchors on the other side of x = 0, in reverse, so that both halves join into one outline. */
export const withMirror = (half: readonly Anchor[]): Anchor[] => [
  ...half,
  ...half
    .map(([x, y, bend]): Anchor => [-x, y, bend ?? 1])
    .reverse()
    .filter(([x]) => x !== 0),
];
