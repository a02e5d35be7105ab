import type { BufferGeometry } from 'three';
import { Group, Matrix4, PlaneGeometry, Vector3 } from 'three';
import { finishes } from './finishes.ts';
import { STAND_LEAN } from './footwork.ts';
import { type Kit, placed, turnedAbout } from './kit.ts';
import { occlude } from './occlusion.ts';
import { type PatchOptions, patch, wholeRows } from './patch.ts';
import { block, type Point, tube } from './shapes.ts';

export type FrontEnd = {
  axle: readonly [number, number];
  /** Of the fork from upright, radians. */
  rake: number;
  offset: number;
  /** How far the bars are turned to the left, radians. */
  steer: number;
};

/** Draws what turns with the bars: `onFork` in the fork's own place, `onBars` in the vehicle's. */
export function frontEnd(
  kit: Kit,
  { axle, rake, offset, steer }: FrontEnd,
  onFork: () => void,
  onBars: () => void,
) {
  const place = placed(axle[0], axle[1], 0, 0, 0, rake);
  const foot = new Vector3(-offset, 0, 0).applyMatrix4(place);
  const axis = new Vector3(0, 1, 0).transformDirection(place);
  kit.within(turnedAbout(foot, axis, steer), () => {
    kit.within(place, onFork);
    onBars();
  });
}

/** A motorcycle built upright, leant onto its side stand. */
export function leant(kit: Kit): Group {
  const root = new Group();
  const bike = kit.assemble();
  occlude(bike);
  bike.applyMatrix4(new Matrix4().makeRotationX(-STAND_LEAN));
  root.add(bike);
  return root;
}

/** A mudguard around an axle: a curved sheet at a radius from one angle to another, degrees from the front. */
export function mudguard(
  [x, y]: readonly [number, number],
  {
    radius,
    half,
    from,
    to,
    drop = 0.05,
    taper = 0.75,
  }: { radius: number; half: number; from: number; to: number; drop?: number; taper?: number },
  options: PatchOptions = {},
): BufferGeometry {
  const rows = Array.from({ length: 9 }, (_, at) => {
    const share = at / 8;
    const angle = ((from + (to - from) * share) * Math.PI) / 180;
    const width = half * (taper + (1 - taper) * Math.sin(share * Math.PI) ** 0.6);
    const skirt = drop * (0.55 + 0.45 * Math.sin(share * Math.PI));
    const on = (r: number, z: number): Point => [x + r * Math.cos(angle), y + r * Math.sin(angle), z];
    return [
      on(radius, 0),
      on(radius - 0.002, width * 0.4),
      on(radius - 0.012, width * 0.78),
      on(radius - 0.03, width * 0.98),
      on(radius - 0.03 - skirt, width),
    ];
  });
  return patch(wholeRows(rows), { along: 36, across: 22, ...options });
}

/** Straight tubes between points on the right, mirrored on the left. */
export function struts(
  kit: Kit,
  material: Parameters<Kit['add']>[0],
  pairs: readonly (readonly [Point, Point, number])[],
) {
  kit.onBothSides(() => {
    for (const [from, to, radius] of pairs) kit.add(material, tube([from, to], radius, { sides: 12 }));
  });
}

/** A radiator facing forwards, its middle at a point, leant back by an angle. */
export function radiator(
  kit: Kit,
  [x, y]: readonly [number, number],
  tilt: number,
  width: number,
  height: number,
) {
  const { radiator: core, satinBlack, hose } = finishes();
  kit.within(placed(x, y, 0, 0, 0, tilt), () => {
    kit.add(satinBlack, block(0.03, height, width, 0.003), placed(-0.006, 0, 0));
    kit.add(core, new PlaneGeometry(width - 0.03, height - 0.02), placed(0.0105, 0, 0, 0, Math.PI / 2, 0));
    for (const side of [1, -1])
      kit.add(satinBlack, block(0.042, height + 0.006, 0.03, 0.01), placed(-0.004, 0, (side * width) / 2));
    kit.add(satinBlack, block(0.02, height * 0.85, width * 0.6, 0.008), placed(-0.035, 0, 0));
    kit.add(
      hose,
      tube(
        [
          [-0.01, height * 0.38, width / 2],
          [-0.06, height * 0.45, width / 2 + 0.008],
          [-0.13, height * 0.3, width / 2 - 0.03],
        ],
        0.016,
        { sides: 12 },
      ),
    );
    kit.add(
      hose,
      tube(
        [
          [-0.01, -height * 0.36, -width / 2],
          [-0.05, -height * 0.52, -width / 2 - 0.002],
          [-0.12, -height * 0.75, -width / 2 + 0.02],
        ],
        0.016,
        { sides: 12 },
      ),
    );
  });
}
