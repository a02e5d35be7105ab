import type { Shape, Stance } from './drawing.ts';
import { type Line, line } from './line.ts';

/** Signed distance to the body's skin, about right near it: negative inside. z counts from the middle. */
export type Solid = {
  distance(x: number, y: number, z: number): number;
  top: Line;
  bottom: Line;
  plan: Line;
  folds: readonly Line[];
  /** Half width of the lower body and of the glasshouse at a place of the side view. */
  halfWidth(x: number, y: number): number;
  cabinHalfWidth(x: number, y: number): number;
  hasCabin: boolean;
};

/** The common part of two solids with a rounded edge. */
function both(a: number, b: number, radius: number): number {
  const u = Math.max(a + radius, 0);
  const v = Math.max(b + radius, 0);
  return Math.min(-radius, Math.max(a, b)) + Math.sqrt(u * u + v * v);
}

/** Either of two solids with a filled corner. */
const either = (a: number, b: number, radius: number) => -both(-a, -b, radius);

const ease01 = (t: number) => {
  const clamped = Math.min(1, Math.max(0, t));
  return clamped * clamped * (3 - 2 * clamped);
};
const tilt = (slope: number) => 1 / Math.sqrt(1 + slope * slope);

function foldsOf(shape: Shape) {
  return shape.folds.map(({ at, out, above, below, from = -9, to = 9 }) => {
    const height = line(at, 0.15);
    return {
      height,
      out(x: number, y: number) {
        const fade = ease01((x - from) / 0.35) * ease01((to - x) / 0.35);
        if (fade <= 0) return 0;
        const d = y - height(x);
        const t = d > 0 ? d / above : -d / below;
        if (t >= 1) return 0;
        // The fold itself is eased over 4 mm, or it would flicker.
        const soft = 1 - Math.sqrt(t * t + 0.0004) + 0.02;
        return out * fade * Math.max(0, soft) ** 1.6;
      },
    };
  });
}

export function solidOf(shape: Shape, stance: Stance): Solid {
  const { ease = {}, cabin } = shape;
  const top = line(shape.top, ease.top ?? 0.1);
  const bottom = line(shape.bottom, 0.1);
  const nose = line(shape.nose, ease.ends ?? 0.05);
  const tail = line(shape.tail, ease.ends ?? 0.05);
  const plan = line(shape.plan, ease.plan ?? 0.3);
  const section = line(shape.section, ease.section ?? 0.08);
  const shoulder = line(shape.shoulder, 0.2);
  const folds = foldsOf(shape);
  const [reach, out] = shape.flare;
  const axleHeight = stance.diameter / 2;

  const halfWidth = (x: number, y: number) => {
    let z = plan(x) + section(y);
    for (const fold of folds) z += fold.out(x, y);
    for (const axle of [stance.front, stance.rear]) {
      const away = Math.hypot(x - axle, y - axleHeight) - stance.arch;
      if (away < reach) z += out * (1 - ease01(away / reach));
    }
    return z;
  };
  const sweep = ([back, power]: readonly [number, number], z: number) =>
    [back * (z / 0.9) ** power, (back * power * (z / 0.9) ** (power - 1)) / 0.9] as const;

  const lower = (x: number, y: number, a: number) => {
    const [noseBack, noseSlope] = sweep(shape.noseSweep, a);
    const [tailBack, tailSlope] = sweep(shape.tailSweep, a);
    const ahead = (x - nose(y) + noseBack) * tilt(Math.hypot(nose.slope(y), noseSlope));
    const behind = (tail(y) + tailBack - x) * tilt(Math.hypot(tail.slope(y), tailSlope));
    let inside = both(a - halfWidth(x, y), ahead, shape.noseCorner);
    inside = both(inside, behind, shape.tailCorner);
    const over = (y - top(x) + shape.crown * (a / 0.8) ** 2) * tilt(top.slope(x));
    inside = both(inside, over, shoulder(x));
    return both(inside, bottom(x) - y, shape.sill);
  };

  const house = cabin && {
    roof: line(cabin.roof, ease.roof ?? 0.15),
    screen: line(cabin.screen, 0.08),
    back: line(cabin.back, 0.08),
    plan: line(cabin.plan, 0.3),
  };
  const cabinHalfWidth = (x: number, y: number) => {
    if (!cabin || !house) return 0;
    const up = Math.max(0, y - cabin.belt);
    return house.plan(x) - cabin.lean * up - cabin.curve * up * up;
  };
  const upper = (x: number, y: number, a: number) => {
    if (!cabin || !house) return 1;
    const side = (a - cabinHalfWidth(x, y)) * tilt(cabin.lean);
    const ahead = (x - house.screen(y) + cabin.screenSweep * (a / 0.7) ** 2) * tilt(house.screen.slope(y));
    const behind = (house.back(y) + cabin.backSweep * (a / 0.7) ** 2 - x) * tilt(house.back.slope(y));
    const over = (y - house.roof(x) + cabin.crown * (a / 0.6) ** 2) * tilt(house.roof.slope(x));
    let inside = both(side, ahead, cabin.frontPillar);
    inside = both(inside, behind, cabin.rearPillar);
    inside = both(inside, over, cabin.cant);
    return Math.max(inside, cabin.belt - 0.12 - y);
  };

  return {
    distance(x, y, z) {
      const a = Math.abs(z);
      const below = lower(x, y, a);
      return cabin ? either(below, upper(x, y, a), cabin.foot) : below;
    },
    top,
    bottom,
    plan,
    folds: folds.map(({ height }) => height),
    halfWidth,
    cabinHalfWidth,
    hasCabin: cabin !== undefined,
  };
}
