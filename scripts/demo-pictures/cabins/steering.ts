import { CatmullRomCurve3, Group, type Material, Mesh, TubeGeometry, Vector3 } from 'three';
import { assemble, block, type P2, type P3, roundedShape, slab } from '../parts/solids.ts';
import { MATERIALS } from '../rig/materials.ts';
import { leather, softTouch, stitches } from './trim.ts';

/** A steering wheel at the origin facing −x: leather rim flat below, three spokes with keys. */
export function steering({
  radius = 0.188,
  hide,
  spokes,
  thread,
  lean = 0.4,
}: {
  radius?: number;
  hide: string;
  spokes: Material;
  thread: string;
  lean?: number;
}): Group {
  const flat = -radius * 0.9;
  const rimAt = (angle: number, out = radius): Vector3 => {
    const y = Math.sin(angle) * out;
    return new Vector3(Math.cos(angle) * out, y < flat ? flat - (flat - y) * 0.35 : y, 0);
  };
  const turn = Array.from({ length: 64 }, (_, at) => rimAt((at / 64) * Math.PI * 2));
  const rim = new TubeGeometry(new CatmullRomCurve3(turn, true), 128, 0.0165, 14, true);
  const pad: P2[] = [
    [-0.085, 0.045],
    [0.085, 0.045],
    [0.092, -0.01],
    [0.05, -0.075],
    [-0.05, -0.075],
    [-0.092, -0.01],
  ];
  const hub = slab(roundedShape(pad, 0.035), 0.05, 0.016, 8).translate(0, 0, -0.012);
  const arm = (side: number): P2[] => {
    const points: P2[] = [
      [0.07, 0.035],
      [radius - 0.008, 0.03],
      [radius - 0.006, -0.012],
      [0.075, -0.032],
    ];
    return side > 0 ? points : points.map(([x, y]) => [-x, y] as const).reverse();
  };
  const wings = [-1, 1].map((side) =>
    slab(roundedShape(arm(side), 0.01), 0.022, 0.006).translate(0, 0, -0.004),
  );
  const keys = [-1, 1].flatMap((side) => [
    block([0.05, 0.034, 0.008], 0.006, [side * 0.125, 0.008, 0.02]),
    block([0.012, 0.034, 0.011], 0.004, [side * 0.105, 0.008, 0.021]),
  ]);
  const legs = [-1, 1].map((side) =>
    block([0.014, radius * 0.66, 0.014], 0.006, [side * 0.034, -radius * 0.6, 0.004]),
  );
  const paddles = [-1, 1].map((side) => block([0.03, 0.11, 0.008], 0.004, [side * 0.118, 0.035, -0.03]));
  const stalks = [-1, 1].map((side) => block([0.13, 0.02, 0.024], 0.01, [side * 0.14, 0.03, -0.075]));
  const column = block([0.1, 0.1, 0.26], 0.03, [0, -0.01, -0.16]);
  const badge = slab(
    roundedShape(
      [
        [-0.02, 0.014],
        [0.02, 0.014],
        [0.014, -0.016],
        [-0.014, -0.016],
      ],
      0.008,
    ),
    0.006,
    0.002,
  ).translate(0, -0.008, 0.037);
  const wheel = assemble(
    [leather(hide, 0.48), [rim]],
    [softTouch('#141517'), [hub, column, ...stalks]],
    [spokes, [...wings, ...legs, ...paddles, badge]],
    [MATERIALS.glossBlack, keys],
  );
  const inner = Array.from({ length: 60 }, (_, at) =>
    rimAt((at / 59) * Math.PI * 1.98 - 1.5, radius - 0.0135).setZ(0.0105),
  ).map((p): P3 => [p.x, p.y, p.z]);
  wheel.add(stitches(inner, thread));
  wheel.rotation.set(0, -Math.PI / 2, 0);
  const leaned = new Group();
  leaned.add(wheel);
  leaned.rotation.z = -lean;
  leaned.traverse((part) => {
    if (part instanceof Mesh) part.frustumCulled = false;
  });
  return leaned;
}
