import { type Group, Vector3 } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import { assemble, type P3, tube } from './solids.ts';

const towards = (from: P3, to: P3, t: number, lift: Vector3, by: number): P3 => {
  const at = new Vector3(...from).lerp(new Vector3(...to), t).addScaledVector(lift, by);
  return [at.x, at.y, at.z];
};

/**
 * A wiper on a screen.
 * @param pivot where the arm turns
 * @param heel end of the blade near the pivot
 * @param tip other end of the blade
 * @param outwards the screen's normal
 */
export function wiper(pivot: P3, heel: P3, tip: P3, outwards: P3): Group {
  const lift = new Vector3(...outwards).normalize();
  const blade = tube(
    [0, 0.5, 1].map((t) => towards(heel, tip, t, lift, 0.008)),
    0.0055,
    { sides: 6 },
  );
  const spine = tube(
    [0.08, 0.5, 0.92].map((t) => towards(heel, tip, t, lift, 0.016 + 0.008 * (1 - (2 * t - 1) ** 2))),
    0.006,
    { sides: 6 },
  );
  const hold = towards(heel, tip, 0.5, lift, 0.03);
  const arm = tube(
    [towards(pivot, pivot, 0, lift, 0.012), towards(pivot, hold, 0.2, lift, 0.022), hold],
    0.0085,
    { sides: 6 },
  );
  const knob = tube([pivot, towards(pivot, pivot, 0, lift, 0.022)], 0.017, { sides: 10 });
  return assemble([MATERIALS.rubber, [blade]], [MATERIALS.plastic, [spine, arm, knob]]);
}
