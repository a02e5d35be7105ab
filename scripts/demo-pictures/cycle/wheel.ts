import type { Material } from 'three';
import { finishes, tyreRubber } from './finishes.ts';
import { type Kit, placed } from './kit.ts';
import { pairs } from './numbers.ts';
import { circle, type Point, slab, spin, tube } from './shapes.ts';
import type { TreadName } from './textures.ts';

export type WheelSize = {
  /** Of the tyre's crown. */
  radius: number;
  tyreWidth: number;
  /** Where the tyre's bead sits: 17 inches are 0.216. */
  rimRadius: number;
  rimWidth: number;
  tread: TreadName;
};

/** A motorcycle's tyre: a round crown and short flanks, its axis along z. */
export function tyre(kit: Kit, { radius, tyreWidth, rimRadius, rimWidth, tread }: WheelSize) {
  const half = tyreWidth / 2;
  const widest = rimRadius + (radius - rimRadius) * 0.4;
  const bead = rimRadius + 0.008;
  const profile: [number, number][] = [];
  const flank = (side: number, t: number): [number, number] => [
    bead + (widest - bead) * t,
    side * (rimWidth / 2 + (half - rimWidth / 2) * Math.sin((t * Math.PI) / 2)),
  ];
  for (const t of [0, 0.3, 0.6]) profile.push(flank(-1, t));
  for (let at = -9; at <= 9; at++) {
    const angle = (at / 9) * (Math.PI / 2);
    profile.push([widest + (radius - widest) * Math.cos(angle) ** 0.92, half * Math.sin(angle)]);
  }
  for (const t of [0.6, 0.3, 0]) profile.push(flank(1, t));
  kit.add(tyreRubber(tread, tread === 'road' ? 14 : 18), spin(profile, 80));
}

/** Flanges and barrel of a rim. */
function rim(kit: Kit, size: WheelSize, material: Material, depth = 0.026) {
  const { rimRadius: r, rimWidth } = size;
  const w = rimWidth / 2;
  const side: [number, number][] = [
    [r + 0.006, w - 0.002],
    [r + 0.013, w + 0.004],
    [r + 0.012, w + 0.008],
    [r + 0.006, w + 0.008],
    [r - 0.004, w + 0.003],
    [r - 0.01, w - 0.008],
    [r - depth, w * 0.45],
  ];
  kit.add(
    material,
    spin([...side, ...side.toReversed().map(([radius, z]): [number, number] => [radius, -z])], 96),
  );
}

export type CastWheel = {
  spokes: number;
  /** Spokes that fork on the way out, stand in pairs, or run straight. */
  style: 'forked' | 'pairs' | 'straight';
  material: Material;
  /** Radius of the hub's flange. */
  hub?: number;
};

/** A cast wheel, its axis along z. */
export function castWheel(kit: Kit, size: WheelSize, { spokes, style, material, hub = 0.052 }: CastWheel) {
  rim(kit, size, material);
  const reach = size.rimRadius - 0.022;
  const w = size.rimWidth / 2;
  const turned = (radius: number, angle: number, z: number): Point => [
    radius * Math.cos(angle),
    radius * Math.sin(angle),
    z,
  ];
  const spoke = (path: Point[], thick: readonly (readonly [number, number])[]) =>
    kit.add(material, tube(path, thick, { sides: 10, steps: 6, up: [0, 0, 1], power: 3, capped: false }));
  const step = (2 * Math.PI) / spokes;
  kit.around(spokes, () => {
    if (style === 'forked') {
      spoke(
        [turned(hub - 0.012, 0, 0), turned(reach * 0.5, 0, 0), turned(reach * 0.66, 0, 0)],
        [
          [w * 0.55, 0.016],
          [w * 0.42, 0.012],
          [w * 0.36, 0.013],
        ],
      );
      for (const way of [1, -1])
        spoke(
          [
            turned(reach * 0.52, 0, 0),
            turned(reach * 0.74, way * step * 0.1, 0),
            turned(reach * 1.01, way * step * 0.23, 0),
          ],
          [
            [w * 0.38, 0.007],
            [w * 0.34, 0.0075],
            [w * 0.5, 0.012],
          ],
        );
    } else {
      for (const way of style === 'pairs' ? [1, -1] : [0])
        spoke(
          [
            turned(hub - 0.008, way * 0.24, 0),
            turned(reach * 0.6, way * step * 0.17, 0),
            turned(reach * 1.01, way * step * 0.16, 0),
          ],
          [
            [w * 0.5, 0.012],
            [w * 0.36, 0.0085],
            [w * 0.5, 0.013],
          ],
        );
    }
  });
  hubBarrel(kit, material, hub, w);
}

function hubBarrel(kit: Kit, material: Material, hub: number, w: number) {
  const z = Math.max(w * 0.95, 0.05);
  kit.add(
    material,
    spin(
      [
        [0.012, -z],
        [hub * 0.56, -z],
        [hub * 0.76, -z + 0.004],
        [hub * 0.76, -w * 0.62],
        [hub, -w * 0.5],
        [hub, w * 0.5],
        [hub * 0.76, w * 0.62],
        [hub * 0.76, z - 0.004],
        [hub * 0.72, z],
        [0.012, z],
      ],
      36,
    ),
  );
  kit.add(
    finishes().bolt,
    spin(
      [
        [0, -z - 0.012],
        [0.011, -z - 0.012],
        [0.012, -z],
        [0.012, z],
        [0.011, z + 0.012],
        [0, z + 0.012],
      ],
      18,
    ),
  );
}

/** A wheel of crossed wire spokes. */
export function spokedWheel(kit: Kit, size: WheelSize, material: Material, hubMaterial: Material) {
  const { bolt } = finishes();
  rim(kit, size, material, 0.016);
  const flange = 0.038;
  const reach = size.rimRadius - 0.012;
  const z = Math.min(0.036, size.rimWidth / 2);
  kit.around(9, () => {
    for (const side of [1, -1])
      for (const way of [1, -1]) {
        const start = way * 0.16 + (side === 1 ? 0 : 0.35);
        const end = start + way * 0.62;
        const from: Point = [flange * Math.cos(start), flange * Math.sin(start), side * z];
        const to: Point = [reach * Math.cos(end), reach * Math.sin(end), -side * 0.004];
        kit.add(bolt, tube([from, to], 0.0019, { sides: 5, capped: false }));
        const nipple: Point = [
          from[0] + (to[0] - from[0]) * 0.93,
          from[1] + (to[1] - from[1]) * 0.93,
          from[2] + (to[2] - from[2]) * 0.93,
        ];
        kit.add(bolt, tube([nipple, to], 0.0035, { sides: 6, capped: false }));
      }
  });
  kit.add(
    hubMaterial,
    spin(
      [
        [0.012, -z - 0.014],
        [0.03, -z - 0.014],
        [0.034, -z - 0.006],
        [flange + 0.008, -z - 0.004],
        [flange + 0.008, -z + 0.003],
        [0.028, -z + 0.01],
        [0.024, 0],
        [0.028, z - 0.01],
        [flange + 0.008, z - 0.003],
        [flange + 0.008, z + 0.004],
        [0.034, z + 0.006],
        [0.03, z + 0.014],
        [0.012, z + 0.014],
      ],
      32,
    ),
  );
}

/** A drilled brake disc on its carrier, in the plane z = 0. */
export function brakeDisc(kit: Kit, radius: number, carrier: Material, { wave = false } = {}) {
  const { disc, bolt } = finishes();
  const inner = radius * 0.77;
  const rows = [0.815, 0.87, 0.925, 0.965].map((share) => share * radius);
  const edge = wave
    ? circle(radius, 96).map((point, at) =>
        point.multiplyScalar(1 - 0.012 * (0.5 + 0.5 * Math.cos((at / 96) * 2 * Math.PI * 12))),
      )
    : circle(radius, 60);
  const holes = Array.from({ length: 28 }, (_, at) => {
    const angle = (at / 28) * 2 * Math.PI;
    const r = rows[(at * 3) % 4] ?? inner;
    return circle(0.0036, 6, r * Math.cos(angle), r * Math.sin(angle));
  });
  kit.add(disc, slab(edge, 0.0046, { bevel: 0, holes: [circle(inner, 48), ...holes] }));
  kit.around(8, () => {
    kit.add(
      bolt,
      spin(pairs('0.0045 -0.005, 0.009 -0.005, 0.009 0.005, 0.0045 0.005'), 12),
      placed(inner - 0.002, 0, 0),
    );
    kit.add(
      carrier,
      tube(
        [
          [0.045, 0.012, 0],
          [inner - 0.004, 0, 0],
        ],
        pairs('0.004 0.011, 0.003 0.006'),
        { up: [0, 0, 1], sides: 8, power: 4 },
      ),
    );
  });
  kit.add(carrier, spin(pairs('0.035 -0.003, 0.06 -0.003, 0.06 0.003, 0.035 0.003'), 36));
}

/** A four-piston caliper around a disc of a radius in the plane z = 0, at an angle from the front. */
export function caliper(kit: Kit, radius: number, angle: number, material: Material, half = 0.34) {
  const { bolt } = finishes();
  kit.within(placed(0, 0, 0, 0, 0, angle), () => {
    const arc = (r: number, from: number, to: number) =>
      Array.from({ length: 7 }, (_, at) => {
        const a = from + ((to - from) * at) / 6;
        return [r * Math.cos(a), r * Math.sin(a)] as const;
      });
    const edge = [...arc(radius + 0.012, -half * 0.86, half * 0.86), ...arc(radius * 0.74, half, -half)].map(
      ([x, y]) => [x, y, 0.008] as const,
    );
    const points = edge.flatMap(([x, y]) => circle(0, 1, x, y));
    for (const side of [1, -1]) {
      kit.add(material, slab(points, 0.026, { bevel: 0.007, bevelPieces: 3 }), placed(0, 0, side * 0.0195));
      for (const way of [1, -1]) {
        const [x, y] = [
          radius * 0.87 * Math.cos(way * half * 0.45),
          radius * 0.87 * Math.sin(way * half * 0.45),
        ];
        kit.add(
          material,
          spin(pairs('0.017 0, 0.016 0.004, 0.012 0.006, 0 0.006'), 18),
          side === 1 ? placed(x, y, 0.0315) : placed(x, y, -0.0315, Math.PI),
        );
      }
    }
    const bridge = [
      ...arc(radius + 0.014, -half * 0.8, half * 0.8),
      ...arc(radius + 0.002, half * 0.8, -half * 0.8),
    ];
    kit.add(
      material,
      slab(
        bridge.flatMap(([x, y]) => circle(0, 1, x, y)),
        0.05,
        { bevel: 0.003 },
      ),
    );
    for (const way of [1, -1]) {
      const a = way * half * 0.8;
      kit.add(
        bolt,
        tube(
          [
            [(radius - 0.004) * Math.cos(a), (radius - 0.004) * Math.sin(a), -0.036],
            [(radius - 0.004) * Math.cos(a), (radius - 0.004) * Math.sin(a), 0.036],
          ],
          0.0055,
          { sides: 8 },
        ),
      );
    }
  });
}
