import { type BufferGeometry, Vector3 } from 'three';
import { geometryOf, type Point } from './shapes.ts';
import { entry, knotsOf, resample, samplesOf } from './spline.ts';

export type PatchOptions = {
  /** Samples along the rows' points, and from row to row. */
  across?: number;
  along?: number;
  /** Columns (points of a row) and rows where the surface has a crease. */
  creaseColumns?: readonly number[];
  creaseRows?: readonly number[];
  /** Depth of the turned-in edge, metres; 0 for none. */
  hem?: number;
  hemRound?: number;
  /** Borders without an edge: [first column, last column, first row, last row]. */
  open?: readonly [boolean, boolean, boolean, boolean];
};

const HEM_STEPS = [Math.PI / 4, Math.PI / 2];

/**
 * A smooth sheet through rows of points, its edges turned in. Its outside looks away from the vehicle's middle
 * plane at the sheet's own middle.
 */
export function patch(net: readonly (readonly Point[])[], options: PatchOptions = {}): BufferGeometry {
  const {
    across = 22,
    along = 28,
    creaseColumns = [],
    creaseRows = [],
    hem = 0.008,
    hemRound = 0.003,
  } = options;
  const open = options.open ?? [false, false, false, false];
  const columnKnots = knotsOf(net);
  const columnSamples = samplesOf(columnKnots, across);
  const dense = net.map((row) => resample(row, columnKnots, columnSamples, new Set(creaseColumns)));
  const rowKnots = knotsOf(entry(dense, 0).map((_, column) => dense.map((row) => entry(row, column))));
  const rowSamples = samplesOf(rowKnots, along);
  const [columns, rows] = [columnSamples.length, rowSamples.length];
  const grid: Vector3[] = new Array(columns * rows);
  for (let column = 0; column < columns; column++) {
    const line = dense.map((row) => entry(row, column));
    resample(line, rowKnots, rowSamples, new Set(creaseRows)).forEach(([x = 0, y = 0, z = 0], row) => {
      grid[row * columns + column] = new Vector3(x, y, z);
    });
  }
  const position: number[] = grid.flatMap((point) => [...point]);
  const uv: number[] = grid.flatMap((_, at) => [
    (at % columns) / (columns - 1),
    Math.floor(at / columns) / (rows - 1),
  ]);
  const index: number[] = [];
  for (let row = 1; row < rows; row++) {
    for (let column = 1; column < columns; column++) {
      const here = row * columns + column;
      const below = here - columns;
      index.push(below - 1, below, here, below - 1, here, here - 1);
    }
  }
  const sheet = geometryOf(position, index);
  const found = sheet.getAttribute('normal');
  const middle = grid.reduce((sum, point) => sum.add(point), new Vector3()).divideScalar(grid.length);
  middle.z = 0;
  let outwards = 0;
  const normals = grid.map((point, at) => {
    const normal = new Vector3().fromBufferAttribute(found, at);
    outwards += normal.dot(point.clone().sub(middle).normalize());
    return normal;
  });
  if (outwards < 0) {
    for (const normal of normals) normal.negate();
    for (let at = 0; at < index.length; at += 3)
      [index[at + 1], index[at + 2]] = [entry(index, at + 2), entry(index, at + 1)];
  }
  const normal: number[] = normals.flatMap((one) => [...one]);
  if (hem > 0) {
    const borders: [number[], number][] = [];
    const column = (at: number) => Array.from({ length: rows }, (_, row) => row * columns + at);
    const row = (at: number) => Array.from({ length: columns }, (_, one) => at * columns + one);
    if (!open[0]) borders.push([column(0), 1]);
    if (!open[1]) borders.push([column(columns - 1), -1]);
    if (!open[2]) borders.push([row(0), columns]);
    if (!open[3]) borders.push([row(rows - 1), -columns]);
    for (const [border, inwards] of borders) {
      const first = position.length / 3;
      const steps = HEM_STEPS.length + 1;
      border.forEach((at, place) => {
        const [point, up] = [entry(grid, at), entry(normals, at)];
        const out = point.clone().sub(entry(grid, at + inwards));
        out.addScaledVector(up, -out.dot(up)).normalize();
        const ring = HEM_STEPS.map((angle) => ({
          at: point
            .clone()
            .addScaledVector(out, hemRound * Math.sin(angle))
            .addScaledVector(up, -hemRound * (1 - Math.cos(angle))),
          facing: up.clone().multiplyScalar(Math.cos(angle)).addScaledVector(out, Math.sin(angle)),
        }));
        const last = entry(ring, ring.length - 1);
        ring.push({ at: last.at.clone().addScaledVector(up, -hem), facing: out });
        for (const [step, { at: place0, facing }] of ring.entries()) {
          position.push(...place0);
          normal.push(...facing);
          uv.push(0, 0);
          if (place > 0) {
            const here = first + place * steps + step;
            const [a, b] = step === 0 ? [at, entry(border, place - 1)] : [here - 1, here - 1 - steps];
            index.push(a, b, here - steps, a, here - steps, here);
          }
        }
      });
    }
  }
  return geometryOf(position, index, { normal, uv });
}

/** Half rows from the middle plane (z = 0) outwards to whole rows across the vehicle. */
export const wholeRows = (rows: readonly (readonly Point[])[]): Point[][] =>
  rows.map((row) => [
    ...row
      .slice(1)
      .reverse()
      .map(([x, y, z]): Point => [x, y, -z]),
    ...row,
  ]);

/** A row of points at one x from half a section of z and y. */
export const station = (x: number, section: readonly (readonly [number, number])[]): Point[] =>
  section.map(([z, y]): Point => [x, y, z]);
