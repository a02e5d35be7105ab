import { type Material, Vector2 } from 'three';
import { finishes } from './finishes.ts';
import { type Kit, placed } from './kit.ts';
import { pairs, points } from './numbers.ts';
import { circle, outline, type Point, slab, spin, tube } from './shapes.ts';
import { entry } from './spline.ts';

export const CHAIN_PITCH_M = 0.015875;
export const sprocketRadius = (teeth: number) => CHAIN_PITCH_M / (2 * Math.sin(Math.PI / teeth));

/** A toothed wheel in the plane z = 0. */
export function sprocket(kit: Kit, teeth: number, material: Material, openings = 0) {
  const r = sprocketRadius(teeth);
  const edge: Vector2[] = [];
  for (let tooth = 0; tooth < teeth; tooth++)
    for (const [share, reach] of pairs('0 -0.005, 0.28 -0.002, 0.42 0.004, 0.58 0.004, 0.72 -0.002')) {
      const angle = ((tooth + share) / teeth) * 2 * Math.PI;
      edge.push(new Vector2((r + reach) * Math.cos(angle), (r + reach) * Math.sin(angle)));
    }
  const holes = Array.from({ length: openings }, (_, at) => {
    const angle = (at / openings) * 2 * Math.PI;
    return circle(r * 0.13, 14, r * 0.72 * Math.cos(angle), r * 0.72 * Math.sin(angle));
  });
  kit.add(
    material,
    slab(edge, 0.007, {
      bevel: 0.001,
      bevelPieces: 1,
      holes: openings > 0 ? [circle(r * 0.34, 24), ...holes] : [],
    }),
  );
  if (openings > 0)
    kit.around(
      openings,
      () =>
        kit.add(
          finishes().bolt,
          spin(
            pairs('0.008 -0.009, 0.008 -0.001, 0 -0.001')
              .toReversed()
              .map(([a = 0, b = 0]) => [a, b] as const),
            6,
          ),
          placed(r * 0.52, 0, 0),
        ),
      Math.PI / openings,
    );
}

type Wheel = readonly [x: number, y: number, radius: number];

/** A roller chain around two sprockets, in the plane z. */
export function chain(kit: Kit, front: Wheel, rear: Wheel, z: number) {
  const { chain: steel } = finishes();
  const [x1, y1, r1] = front;
  const [x2, y2, r2] = rear;
  const facing = Math.atan2(y1 - y2, x1 - x2);
  const distance = Math.hypot(x1 - x2, y1 - y2);
  const spread = Math.acos((r2 - r1) / distance);
  const [up, down] = [facing + spread, facing - spread];
  const straight = Math.sqrt(distance ** 2 - (r2 - r1) ** 2);
  const frontArc = (up - down) * r1;
  const rearArc = (2 * Math.PI - (up - down)) * r2;
  const whole = 2 * straight + frontArc + rearArc;
  const count = Math.round(whole / CHAIN_PITCH_M / 2) * 2;
  const on = (x: number, y: number, r: number, angle: number): readonly [number, number] => [
    x + r * Math.cos(angle),
    y + r * Math.sin(angle),
  ];
  const place = (at: number): readonly [number, number] => {
    let s = ((at % count) * whole) / count;
    const [a, b] = [on(x2, y2, r2, up), on(x1, y1, r1, up)];
    if (s < straight) return [a[0] + ((b[0] - a[0]) * s) / straight, a[1] + ((b[1] - a[1]) * s) / straight];
    s -= straight;
    if (s < frontArc) return on(x1, y1, r1, up - s / r1);
    s -= frontArc;
    const [c, d] = [on(x1, y1, r1, down), on(x2, y2, r2, down)];
    if (s < straight) {
      const sag = 0.012 * Math.sin((s / straight) * Math.PI);
      return [c[0] + ((d[0] - c[0]) * s) / straight, c[1] + ((d[1] - c[1]) * s) / straight - sag];
    }
    return on(x2, y2, r2, down - (s - straight) / r2);
  };
  const waist = outline(
    points('-0.0135 -0.0068 0.007, 0.0135 -0.0068 0.007, 0.0135 0.0068 0.007, -0.0135 0.0068 0.007'),
    1,
  );
  const plate = slab(waist, 0.0016, { bevel: 0 });
  for (let at = 0; at < count; at++) {
    const [a, b] = [place(at), place(at + 1)];
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
    const out = at % 2 === 0 ? 0.0092 : 0.0068;
    // The inner plates are never seen: the wheel is in the way.
    kit.add(steel, plate, placed((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, z - out, 0, 0, angle));
    kit.add(
      steel,
      tube(
        [
          [a[0], a[1], z - 0.0105],
          [a[0], a[1], z + 0.0105],
        ],
        0.0046,
        { sides: 5, capped: false },
      ),
    );
  }
}

export type SwingArm = {
  pivot: readonly [number, number];
  axle: readonly [number, number];
  /** Half the width at the pivot and at the axle. */
  half: readonly [number, number];
  material: Material;
  /** Half the height of the arms. */
  height?: number;
  braced?: boolean;
};

export function swingArm(kit: Kit, { pivot, axle, half, material, height = 0.034, braced = true }: SwingArm) {
  const { bolt, satinBlack } = finishes();
  const [px, py] = pivot;
  const [ax, ay] = axle;
  const at = (share: number, lift: number, z: number): Point => [
    px + (ax - px) * share,
    py + (ay - py) * share + lift,
    z,
  ];
  kit.onBothSides(() => {
    kit.add(
      material,
      tube(
        [
          at(-0.02, 0, half[0]),
          at(0.25, 0.006, half[0] + 0.004),
          at(0.55, 0.008, half[1] - 0.004),
          at(0.88, 0, half[1]),
          at(1.0, 0, half[1]),
        ],
        [
          [height * 1.25, 0.017],
          [height * 1.2, 0.017],
          [height, 0.015],
          [height * 0.8, 0.014],
          [height * 0.85, 0.014],
        ],
        { up: [0, 1, 0], power: 5, sides: 20 },
      ),
    );
    if (braced)
      kit.add(
        material,
        tube(
          [
            at(0.2, 0.03, half[0]),
            at(0.38, 0.088, half[0] + 0.002),
            at(0.62, 0.07, half[1] - 0.002),
            at(0.85, 0.018, half[1]),
          ],
          pairs('0.016 0.012, 0.013 0.011, 0.012 0.011, 0.01 0.01'),
          { up: [0, 1, 0], power: 4, sides: 14 },
        ),
      );
    // The axle block with its adjuster.
    kit.add(
      satinBlack,
      slab(
        outline(points('0.055 -0.03 0.006, 0.055 0.03 0.006, -0.045 0.03 0.012, -0.045 -0.03 0.012')),
        0.033,
        { bevel: 0.003 },
      ),
      placed(ax - 0.012, ay, half[1]),
    );
    kit.add(bolt, slab(circle(0.017, 6), 0.014, { bevel: 0.002 }), placed(ax, ay, half[1] + 0.022));
    kit.add(bolt, spin(pairs('0.024 0, 0.024 0.003, 0 0.003'), 24), placed(ax, ay, half[1] + 0.016));
    kit.add(
      bolt,
      tube(
        [
          [ax - 0.05, ay, half[1]],
          [ax - 0.085, ay - 0.003, half[1]],
        ],
        0.0045,
        { sides: 8 },
      ),
    );
    kit.add(
      bolt,
      spin(pairs('0.02 0, 0.02 0.006, 0.012 0.008, 0 0.008'), 20),
      placed(px, py, half[0] + 0.02),
    );
  });
  kit.add(
    material,
    tube([at(0.17, 0.004, -half[0]), at(0.17, 0.004, half[0])], pairs('0.036 0.04, 0.036 0.04'), {
      up: [0, 1, 0],
      power: 4,
      sides: 16,
    }),
  );
  kit.add(
    bolt,
    tube(
      [
        [ax, ay, -half[1]],
        [ax, ay, half[1]],
      ],
      0.011,
    ),
  );
}

/** A shock absorber with its spring, from its upper eye to the lower. */
export function shock(
  kit: Kit,
  top: Point,
  foot: Point,
  radius: number,
  springMaterial: Material,
  coils = 8,
) {
  const { stanchion, castBlack, satinBlack } = finishes();
  const mix = (share: number): Point =>
    [0, 1, 2].map(
      (axis) => entry(top, axis) + (entry(foot, axis) - entry(top, axis)) * share,
    ) as unknown as Point;
  kit.add(stanchion, tube([mix(0.05), mix(0.95)], radius * 0.3, { sides: 12 }));
  kit.add(castBlack, tube([mix(0.03), mix(0.45)], radius * 0.58, { sides: 16 }));
  for (const [a, b] of pairs('0.13 0.17, 0.86 0.9'))
    kit.add(satinBlack, tube([mix(a), mix(b)], radius * 1.08, { sides: 20 }));
  for (const end of [0, 1]) {
    const [x, y, z] = mix(end);
    kit.add(
      satinBlack,
      tube(
        [
          [x, y, z - 0.018],
          [x, y, z + 0.018],
        ],
        0.017,
        { sides: 14 },
      ),
    );
  }
  const [dx, dy, dz] = [foot[0] - top[0], foot[1] - top[1], foot[2] - top[2]];
  const length = Math.hypot(dx, dy, dz);
  const across = [dy / length, -dx / length, 0] as const;
  const turns = coils * 10;
  const path = Array.from({ length: turns + 1 }, (_, at): Point => {
    const [x, y, z] = mix(0.17 + (0.69 * at) / turns);
    const angle = (at / 10) * 2 * Math.PI;
    return [
      x + across[0] * radius * 0.86 * Math.cos(angle),
      y + across[1] * radius * 0.86 * Math.cos(angle),
      z + radius * 0.86 * Math.sin(angle),
    ];
  });
  kit.add(springMaterial, tube(path, radius * 0.17, { sides: 8, steps: turns }));
}
