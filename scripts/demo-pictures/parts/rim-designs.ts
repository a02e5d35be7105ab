import { type BufferGeometry, Path, Shape } from 'three';
import { net, type P2, revolve, slab } from './solids.ts';

export type RimDesign =
  | 'five-spoke'
  | 'ten-spoke'
  | 'multi-spoke'
  | 'turbine'
  | 'off-road'
  | 'steel'
  | 'truck';

/** Faces are what a lathe would polish, flanks the rest. */
export type Spokes = { faces: BufferGeometry[]; flanks: BufferGeometry[] };
/** Sizes in metres: where the spokes meet the barrel, and where the outer lip and the hub's face lie along the axis. */
export type RimSpace = { radius: number; lip: number; hub: number };

type Station = { r: number; turn: number; half: number; z: number; depth: number };

const STEPS = 9;

/** A bar from the hub to the rim with a chamfered front. */
function spoke(at: (t: number) => Station, chamfer: number): Spokes {
  const stations = Array.from({ length: STEPS }, (_, step) => at(step / (STEPS - 1)));
  const point = (station: Station, aside: number, z: number): [number, number, number] => {
    const { r, turn } = station;
    return [r * Math.cos(turn) - aside * Math.sin(turn), r * Math.sin(turn) + aside * Math.cos(turn), z];
  };
  const face = net(STEPS, 3, (row, column) => {
    const station = stations[row] ?? at(0);
    const aside = (column - 1) * (station.half - chamfer);
    return point(station, aside, station.z + (column === 1 ? 0.0015 : 0));
  });
  const side = (way: number) =>
    net(
      STEPS,
      4,
      (row, column) => {
        const station = stations[row] ?? at(0);
        const { half, z, depth } = station;
        const corners: P2[] = [
          [half - chamfer, z],
          [half, z - chamfer],
          [half + chamfer * 0.6, z - depth],
          [0, z - depth],
        ];
        const [aside, high] = corners[column] ?? [0, 0];
        return point(station, way * aside, high);
      },
      0.5,
    );
  return { faces: [face], flanks: [side(1), side(-1)] };
}

function around(count: number, one: (turn: number) => Spokes[]): Spokes {
  const all = Array.from({ length: count }, (_, at) => one((at / count) * 2 * Math.PI + Math.PI / 2)).flat();
  return { faces: all.flatMap(({ faces }) => faces), flanks: all.flatMap(({ flanks }) => flanks) };
}

const mix = (a: number, b: number, t: number) => a + (b - a) * t;
/** Height of the face between hub and lip: a shallow dish. */
const dish = ({ hub, lip }: RimSpace, t: number, bow = 0.004) =>
  mix(hub, lip - 0.01, t ** 1.6) + bow * Math.sin(Math.PI * t);

const fiveSpoke = (space: RimSpace) =>
  around(5, (turn) =>
    [-1, 1].map((way) =>
      spoke((t) => {
        const r = mix(0.045, space.radius - 0.002, t);
        const apart = 0.0165 + 0.011 * t ** 2;
        return {
          r,
          turn: turn + way * Math.asin(apart / r),
          half: 0.0165 - 0.002 * t,
          z: dish(space, t),
          depth: 0.04 - 0.014 * t,
        };
      }, 0.005),
    ),
  );

const tenSpoke = (space: RimSpace) =>
  around(10, (turn) => [
    spoke(
      (t) => ({
        r: mix(0.05, space.radius - 0.002, t),
        turn,
        half: 0.0125 + 0.0035 * (2 * t - 1) ** 2,
        z: dish(space, t, 0.006),
        depth: 0.042 - 0.014 * t,
      }),
      0.0045,
    ),
  ]);

const multiSpoke = (space: RimSpace) =>
  around(9, (turn) =>
    [-1, 1].map((way) =>
      spoke((t) => {
        const r = mix(0.052, space.radius - 0.002, t);
        const fork = Math.max(0, (t - 0.25) / 0.75);
        return {
          r,
          turn: turn + (way * (0.004 + 0.026 * fork)) / r,
          half: 0.0075,
          z: dish(space, t, 0.005),
          depth: 0.036 - 0.014 * t,
        };
      }, 0.003),
    ),
  );

const turbine = (space: RimSpace) =>
  around(16, (turn) => [
    spoke(
      (t) => ({
        r: mix(0.05, space.radius - 0.002, t),
        turn: turn + 0.42 * t ** 1.5,
        half: mix(0.0085, 0.0125, t),
        z: dish(space, t, 0.006),
        depth: 0.034 - 0.012 * t,
      }),
      0.0035,
    ),
  ]);

function offRoad(space: RimSpace): Spokes {
  const bars = around(8, (turn) => [
    spoke(
      (t) => ({
        r: mix(0.05, space.radius - 0.002, t),
        turn,
        half: 0.0185 + 0.007 * t ** 3,
        z: dish(space, t, 0.01),
        depth: 0.052 - 0.02 * t,
      }),
      0.006,
    ),
  ]);
  const bolts = Array.from({ length: 24 }, (_, at) => {
    const turn = ((at + 0.5) / 24) * 2 * Math.PI;
    const r = space.radius + 0.004;
    return revolve(
      [
        [0.0062, -0.004],
        [0.0062, 0.003],
        [0.0045, 0.0052],
        [0, 0.0055],
      ],
      6,
    ).translate(r * Math.cos(turn), r * Math.sin(turn), space.lip);
  });
  return { faces: [...bars.faces, ...bolts], flanks: bars.flanks };
}

/** A pressed disc with holes around its shoulder. */
function pressed(
  space: RimSpace,
  holes: { count: number; size: number; at: number },
  hubRadius: number,
): Spokes {
  const { radius, lip, hub } = space;
  const ring = { inner: radius * (holes.at - 0.17), outer: radius * (holes.at + 0.17) };
  const shape = new Shape().absarc(0, 0, ring.outer, 0, 2 * Math.PI, false);
  shape.holes.push(new Path().absarc(0, 0, ring.inner, 0, 2 * Math.PI, true));
  for (let hole = 0; hole < holes.count; hole++) {
    const turn = ((hole + 0.5) / holes.count) * 2 * Math.PI;
    const middle = radius * holes.at;
    shape.holes.push(
      new Path().absarc(middle * Math.cos(turn), middle * Math.sin(turn), holes.size, 0, 2 * Math.PI, true),
    );
  }
  const shoulder = Math.min(lip - 0.012, hub + 0.022);
  const bowl: P2[] = [
    [hubRadius, hub],
    [hubRadius + 0.012, hub],
    [ring.inner - 0.012, shoulder],
    [ring.inner, shoulder + 0.003],
  ];
  const edge: P2[] = [
    [ring.outer, shoulder + 0.003],
    [ring.outer + 0.006, shoulder - 0.001],
    [radius - 0.004, shoulder - 0.012],
    [radius + 0.002, shoulder - 0.03],
  ];
  return {
    faces: [
      revolve(bowl, 56),
      revolve(edge, 56),
      slab(shape, 0.01, 0.002, 32).translate(0, 0, shoulder - 0.007),
    ],
    flanks: [],
  };
}

/** What stands between the hub and the barrel of a rim. */
export function spokesOf(design: RimDesign, space: RimSpace): Spokes {
  switch (design) {
    case 'five-spoke':
      return fiveSpoke(space);
    case 'ten-spoke':
      return tenSpoke(space);
    case 'multi-spoke':
      return multiSpoke(space);
    case 'turbine':
      return turbine(space);
    case 'off-road':
      return offRoad(space);
    case 'steel':
      return pressed(space, { count: 14, size: 0.0145, at: 0.76 }, 0.07);
    case 'truck':
      return pressed(space, { count: 10, size: 0.026, at: 0.78 }, 0.14);
  }
}
