import { type BufferGeometry, Group, type Material, Mesh } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import { type RimDesign, type RimSpace, spokesOf } from './rim-designs.ts';
import { merged, net, type P2, revolve } from './solids.ts';
import { tyreGeometry } from './tyre.ts';
import { type TyreKind, tyreMaterial } from './tyre-relief.ts';

export type { RimDesign, TyreKind };

/** Colours of a rim: silver, all dark, black with polished faces, body of black gloss, painted steel. */
export type RimFinish = 'silver' | 'dark' | 'machined' | 'black' | 'white';

export type WheelSpec = {
  /** Over the tyre, metres. */
  diameter: number;
  /** Of the tyre, metres. */
  width: number;
  /** Nominal, inches. */
  rim: number;
  design: RimDesign;
  tyre: TyreKind;
  finish?: RimFinish;
  /** How far the hub lies inside the lip, metres: large for the rear wheels of trucks. */
  dish?: number;
  brake?: boolean;
};

const INCH = 0.0254;

const FINISHES: Record<RimFinish, { face: Material; flank: Material; lip: Material }> = {
  silver: { face: MATERIALS.alloy, flank: MATERIALS.alloy, lip: MATERIALS.alloy },
  dark: { face: MATERIALS.darkAlloy, flank: MATERIALS.darkAlloy, lip: MATERIALS.darkAlloy },
  machined: { face: MATERIALS.alloy, flank: MATERIALS.glossBlack, lip: MATERIALS.alloy },
  black: { face: MATERIALS.glossBlack, flank: MATERIALS.glossBlack, lip: MATERIALS.glossBlack },
  white: { face: MATERIALS.white, flank: MATERIALS.white, lip: MATERIALS.white },
};

type Piece = { geometry: BufferGeometry; material: Material; mirrors: boolean };

const ring = (count: number, radius: number, one: () => BufferGeometry) =>
  Array.from({ length: count }, (_, at) => {
    const turn = (at / count) * 2 * Math.PI + Math.PI / 2;
    return one().translate(radius * Math.cos(turn), radius * Math.sin(turn), 0);
  });

function hubPieces(
  design: RimDesign,
  hub: number,
): { metal: BufferGeometry[]; black: BufferGeometry[]; nuts: BufferGeometry[] } {
  const nut = (r: number, z: number, tall: number) =>
    revolve(
      [
        [r, z - 0.012],
        [r, z + tall - 0.003],
        [r * 0.75, z + tall],
        [0, z + tall],
      ],
      6,
      0.4,
    );
  if (design === 'truck') {
    return {
      metal: [
        revolve(
          [
            [0.16, hub],
            [0.118, hub + 0.002],
            [0.11, hub + 0.01],
            [0.1, hub + 0.07],
            [0.08, hub + 0.085],
            [0, hub + 0.088],
          ],
          28,
          0.5,
        ),
      ],
      black: [],
      nuts: ring(10, 0.137, () => nut(0.017, hub, 0.032)),
    };
  }
  const rough = design === 'steel' || design === 'off-road';
  const wide = rough ? 0.07 : 0.066;
  const cap = rough ? 0.034 : 0.029;
  return {
    metal: [
      revolve(
        [
          [wide + 0.006, hub - 0.03],
          [wide + 0.004, hub - 0.006],
          [wide - 0.002, hub + 0.002],
          [cap + 0.004, hub + 0.004],
          [cap, hub],
        ],
        32,
        0.5,
      ),
    ],
    black: [
      revolve(
        [
          [cap, hub - 0.006],
          [cap, hub + (rough ? 0.014 : 0.003)],
          [cap - 0.004, hub + (rough ? 0.018 : 0.006)],
          [0, hub + (rough ? 0.02 : 0.007)],
        ],
        24,
        0.5,
      ),
      ...ring(5, 0.05, () =>
        revolve(
          [
            [0.0105, hub + 0.001],
            [0.0105, hub + 0.005],
            [0, hub + 0.005],
          ],
          10,
          0.5,
        ),
      ),
    ],
    nuts: ring(5, 0.05, () => nut(0.0078, hub, 0.009)),
  };
}

/** A quarter of a ring standing over the disc. */
function caliper(inner: number, outer: number, z: number): BufferGeometry {
  const profile: P2[] = [
    [inner, z - 0.05],
    [inner, z + 0.018],
    [inner + 0.006, z + 0.024],
    [outer - 0.012, z + 0.024],
    [outer, z + 0.014],
    [outer, z - 0.05],
  ];
  const steps = 10;
  return net(
    steps + 1,
    profile.length,
    (row, column) => {
      const [r, at] = profile[column] ?? [0, 0];
      const end = row === 0 || row === steps;
      const turn = Math.PI + (row / steps - 0.5) * 0.95;
      return [r * Math.cos(turn), r * Math.sin(turn), end ? z - 0.05 : at];
    },
    0.5,
  );
}

function pieces(spec: WheelSpec): Piece[] {
  const { diameter, width, design, tyre, finish = 'silver', brake = true } = spec;
  const rimRadius = (spec.rim * INCH) / 2;
  const lip = width * 0.43;
  const space: RimSpace = { radius: rimRadius - 0.016, lip, hub: lip - (spec.dish ?? 0.026) };
  const colours = FINISHES[finish];
  const { faces, flanks } = spokesOf(design, space);
  const { metal, black, nuts } = hubPieces(design, space.hub);
  const flange = revolve(
    [
      [rimRadius + 0.004, lip - 0.012],
      [rimRadius + 0.013, lip - 0.004],
      [rimRadius + 0.0135, lip + 0.001],
      [rimRadius + 0.011, lip + 0.004],
      [rimRadius + 0.004, lip + 0.003],
      [rimRadius - 0.006, lip],
      [rimRadius - 0.013, lip - 0.005],
      [rimRadius - 0.0165, lip - 0.016],
    ],
    72,
    0.9,
  );
  const barrel = revolve(
    [
      [rimRadius - 0.0165, lip - 0.016],
      [rimRadius - 0.022, lip - 0.06],
      [rimRadius - 0.036, lip - 0.09],
      [rimRadius - 0.036, -lip * 0.6],
      [rimRadius - 0.014, -lip],
      [rimRadius + 0.01, -lip],
    ],
    48,
    0.6,
  );
  const back = Math.min(space.hub - 0.06, lip - 0.1);
  const closed = revolve(
    [
      [rimRadius - 0.02, back - 0.03],
      [0, back - 0.03],
    ],
    24,
  );
  const list: Piece[] = [
    {
      geometry: tyreGeometry({ radius: diameter / 2, width, rimRadius, kind: tyre }),
      material: tyreMaterial(tyre),
      mirrors: false,
    },
    { geometry: merged([flange]), material: colours.lip, mirrors: true },
    {
      geometry: barrel,
      material: finish === 'silver' ? MATERIALS.darkAlloy : MATERIALS.plastic,
      mirrors: true,
    },
    { geometry: merged([...faces, ...metal]), material: colours.face, mirrors: true },
    {
      geometry: merged(black.length ? [closed, ...black] : [closed]),
      material: MATERIALS.plastic,
      mirrors: true,
    },
    { geometry: merged(nuts), material: MATERIALS.steel, mirrors: true },
  ];
  if (flanks.length > 0) list.push({ geometry: merged(flanks), material: colours.flank, mirrors: true });
  if (brake && design !== 'truck') {
    const disc = rimRadius * 0.76;
    const rotor = revolve(
      [
        [disc, back - 0.012],
        [disc, back + 0.008],
        [disc * 0.58, back + 0.008],
        [disc * 0.56, back + 0.03],
        [0, back + 0.03],
      ],
      48,
      0.5,
    );
    list.push({ geometry: rotor, material: MATERIALS.steel, mirrors: true });
    list.push({
      geometry: caliper(disc * 0.64, disc * 1.1, back + 0.004),
      material: MATERIALS.darkAlloy,
      mirrors: true,
    });
  }
  return list;
}

const known = new Map<string, Piece[]>();

/**
 * A wheel with its axis along z and its outer face towards +z, its middle at the origin.
 * Wheels of one specification share their geometry. A left wheel is turned by `wheels` without mirrored letters.
 */
export function wheel(spec: WheelSpec, side: 'right' | 'left' = 'right'): Group {
  const key = JSON.stringify(spec);
  const parts = known.get(key) ?? pieces(spec);
  known.set(key, parts);
  const group = new Group();
  for (const { geometry, material, mirrors } of parts) {
    const mesh = new Mesh(geometry, material);
    if (side === 'left') {
      if (mirrors) mesh.scale.z = -1;
      else mesh.rotation.y = Math.PI;
    }
    group.add(mesh);
  }
  return group;
}

/**
 * The wheels of a vehicle on the ground.
 * @param axles where the axles stand along x, metres
 * @param track between the middles of a right and a left tyre, metres
 * @param steer radians the first axle's wheels are turned, positive to the right
 */
export function wheels(spec: WheelSpec, axles: readonly number[], track: number, steer = 0): Group {
  const group = new Group();
  axles.forEach((x, axle) => {
    for (const side of ['right', 'left'] as const) {
      const one = wheel(spec, side);
      one.position.set(x, spec.diameter / 2, ((side === 'right' ? 1 : -1) * track) / 2);
      if (axle === 0) one.rotation.y = -steer;
      group.add(one);
    }
  });
  return group;
}
