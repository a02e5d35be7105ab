import { stopDegrees } from '#src/features/account/prize-draw.ts';

const RADIUS = 96;
/** Inside the rim, where the pointer is. */
const LABEL_RADIUS = 83;
/** From the rim to the hub. */
const LABEL_LENGTH = 64;
/** Longer lines are condensed. */
const LINE_LETTERS = 16;

const point = (degrees: number, radius: number): string => {
  const radians = ((degrees - 90) * Math.PI) / 180;
  return `${(Math.cos(radians) * radius).toFixed(2)} ${(Math.sin(radians) * radius).toFixed(2)}`;
};

/** CONT-09: a field of the wheel as SVG, centred on 0,0; the first starts at the top. */
export type WheelField = {
  path: string;
  labelTransform: string;
  /**
   * One line or two.
   * @property squeezed `textLength` of a line too long for the field
   */
  lines: readonly { text: string; dy: string; squeezed: number | undefined }[];
};

/** Splits a long label into two lines of similar length. */
function linesOf(label: string): string[] {
  const words = label.split(' ');
  if (label.length <= LINE_LETTERS || words.length === 1) return [label];
  const splits = words
    .slice(1)
    .map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]);
  const longest = (lines: readonly string[]) => Math.max(...lines.map(({ length }) => length));
  return splits.reduce((best, split) => (longest(split) < longest(best) ? split : best));
}

export function wheelFields(labels: readonly string[]): WheelField[] {
  const width = 360 / labels.length;
  return labels.map((label, at) => ({
    path: `M0 0 L${point(at * width, RADIUS)} A${RADIUS} ${RADIUS} 0 0 1 ${point((at + 1) * width, RADIUS)} Z`,
    // Text runs from the rim inwards, along the middle of the field.
    labelTransform: `rotate(${(at + 0.5) * width - 90}) translate(${LABEL_RADIUS} 0)`,
    lines: linesOf(label).map((text, line, { length }) => ({
      text,
      dy: line > 0 ? '1.15em' : length > 1 ? '-0.575em' : '0',
      squeezed: text.length > LINE_LETTERS ? LABEL_LENGTH : undefined,
    })),
  }));
}

/** SVG transform that stops the wheel at the drawn prize, if any. */
export const wheelTransform = (ids: readonly string[], drawn: string | undefined): string | undefined => {
  const at = drawn === undefined ? -1 : ids.indexOf(drawn);
  return at < 0 ? undefined : `rotate(${stopDegrees(at, ids.length)})`;
};
