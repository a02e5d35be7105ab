import { type BufferGeometry, Vector3 } from 'three';
import { geometryOf, type Point } from './shapes.ts';
import { entry, knotsOf, type Numbers, resample } from './spline.ts';

/** A place on a sheet: shares of its width (along a row) and of its length (from row to row). */
export type Spot = readonly [across: number, along: number];

/** The place of a share of a curve through points. */
function at(points: readonly Numbers[], share: number, knots: Numbers): number[] {
  return entry(resample(points, knots, [share * entry(knots, knots.length - 1)]), 0);
}

/** A function from places on a sheet of rows of points to space. */
export function surface(net: readonly (readonly Point[])[]): (spot: Spot) => Vector3 {
  const columnKnots = knotsOf(net);
  return ([across, along]) => {
    const line = net.map((row) => at(row, across, columnKnots));
    const [x = 0, y = 0, z = 0] = at(line, along, knotsOf([line]));
    return new Vector3(x, y, z);
  };
}

const fourOf = (spots: readonly Spot[]) =>
  [entry(spots, 0), entry(spots, 1), entry(spots, 2), entry(spots, 3)] as const;

/** The rows of points of a panel that lies on a sheet, to be made a sheet with edges of its own. */
export function layerRows(
  net: readonly (readonly Point[])[],
  spots: readonly Spot[],
  lift: number,
  [columns, rows]: readonly [number, number] = [6, 6],
): Point[][] {
  const [p, q, r, s] = fourOf(spots);
  const find = surface(net);
  return Array.from({ length: rows + 1 }, (_, row) =>
    Array.from({ length: columns + 1 }, (_, column): Point => {
      const [t, w] = [column / columns, row / rows];
      const share = (axis: 0 | 1) =>
        (p[axis] * (1 - t) + q[axis] * t) * (1 - w) + (s[axis] * (1 - t) + r[axis] * t) * w;
      const { x, y, z } = find([share(0), share(1)]);
      return [x, y, z + lift];
    }),
  );
}

/**
 * A thin layer on a sheet: a lamp's window, a vent, a decal.
 * @param spots its four corners in turn, on the sheet
 * @param lift metres above the sheet, away from the vehicle's middle; a little more in its own middle if bulging
 */
export function overlay(
  net: readonly (readonly Point[])[],
  spots: readonly Spot[],
  lift = 0.002,
  { bulge = 0, pieces = [10, 8] as readonly [number, number] } = {},
): BufferGeometry {
  const find = surface(net);
  const [columns, rows] = pieces;
  const position: number[] = [];
  const index: number[] = [];
  const mix = (a: Spot, b: Spot, t: number): Spot => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
  const [p, q, r, s] = fourOf(spots);
  const middle = find(mix(mix(p, q, 0.5), mix(s, r, 0.5), 0.5))
    .multiply(new Vector3(1, 1, 0))
    .add(new Vector3(-0.3, 0, 0));
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++) {
      const [t, w] = [column / columns, row / rows];
      const spot = mix(mix(p, q, t), mix(s, r, t), w);
      const here = find(spot);
      const aside = find([spot[0] + 0.01, spot[1]]).sub(here);
      const on = find([spot[0], spot[1] + 0.01]).sub(here);
      const normal = aside.cross(on).normalize();
      if (normal.dot(here.clone().sub(middle)) < 0) normal.negate();
      const rise = lift + bulge * Math.sin(t * Math.PI) * Math.sin(w * Math.PI);
      position.push(...here.addScaledVector(normal, rise));
      if (row > 0 && column > 0) {
        const now = row * (columns + 1) + column;
        const below = now - columns - 1;
        index.push(below - 1, below, now, below - 1, now, now - 1);
      }
    }
  const sheet = geometryOf(position, index);
  const normals = sheet.getAttribute('normal');
  const [first, place] = [
    new Vector3().fromBufferAttribute(normals, 0),
    new Vector3().fromArray(position, 0),
  ];
  if (first.dot(place.sub(middle)) < 0) {
    for (let one = 0; one < normals.array.length; one++) normals.array[one] = -(normals.array[one] ?? 0);
    const turned = index.map((_, one) =>
      entry(index, one % 3 === 0 ? one : one % 3 === 1 ? one + 1 : one - 1),
    );
    sheet.setIndex(turned);
  }
  return sheet;
}
