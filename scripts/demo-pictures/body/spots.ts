import type { BodyDrawing } from './drawing.ts';
import type { Solid } from './solid.ts';

/** Where the skin lies, by places of the views; metres. */
export type Spots = {
  /** z of the side at (x, y), on the right. */
  side(x: number, y: number): number;
  /** x of the front and of the rear at (y, z). */
  front(y: number, z: number): number;
  rear(y: number, z: number): number;
  /** y of the upper side at (x, z). */
  top(x: number, z: number): number;
};

/** The skin nearest a place outside, towards the body. */
function search(inside: (at: number) => boolean, outer: number, inner: number): number {
  const step = (inner - outer) / 120;
  let at = outer;
  while (Math.abs(at - inner) > Math.abs(step) && !inside(at)) at += step;
  let out = at - step;
  for (let round = 0; round < 14; round++) {
    const middle = (out + at) / 2;
    if (inside(middle)) at = middle;
    else out = middle;
  }
  return at;
}

export function spotsOf(solid: Solid, { reach, height }: BodyDrawing): Spots {
  return {
    side: (x, y) => search((z) => solid.distance(x, y, z) < 0, 1.3, 0),
    front: (y, z) => search((x) => solid.distance(x, y, z) < 0, reach + 0.2, -reach),
    rear: (y, z) => search((x) => solid.distance(x, y, z) < 0, -reach - 0.2, reach),
    top: (x, z) => search((y) => solid.distance(x, y, z) < 0, height + 0.2, 0),
  };
}
