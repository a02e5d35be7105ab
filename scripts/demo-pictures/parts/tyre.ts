import type { BufferGeometry } from 'three';
import { net } from './solids.ts';
import { LUGS, type TyreKind } from './tyre-relief.ts';

/** Sizes in metres. */
export type TyreSize = { radius: number; width: number; rimRadius: number; kind: TyreKind };

type Station = { r: number; z: number; v: number; lug: number };

/** The outer half of the section, from the bead to the middle of the tread. */
function half({ radius, width, rimRadius, kind }: TyreSize): Station[] {
  const wall = radius - rimRadius;
  const tread = width * (kind === 'road' ? 0.41 : 0.44);
  const round = Math.min(kind === 'road' ? 0.03 : 0.024, wall * 0.28);
  const widest = width / 2;
  const bead = width * 0.43;
  const v = (t: number) => 1 - 0.25 * t;
  const stations: Station[] = [
    { r: rimRadius - 0.006, z: bead - 0.012, v: v(0), lug: 0 },
    { r: rimRadius + 0.006, z: bead - 0.001, v: v(0.02), lug: 0 },
    { r: rimRadius + 0.013, z: bead + 0.011, v: v(0.08), lug: 0 },
    { r: rimRadius + wall * 0.24, z: widest * 0.962, v: v(0.26), lug: 0 },
    { r: rimRadius + wall * 0.46, z: widest, v: v(0.5), lug: 0 },
    { r: rimRadius + wall * 0.64, z: widest * 0.99, v: v(0.7), lug: 0.15 },
    { r: radius - round * 1.15, z: tread + round * 0.62, v: v(0.88), lug: 0.7 },
  ];
  for (const t of [0.35, 0.7]) {
    stations.push({
      r: (radius - round) * (1 - t) ** 2 + (radius - 0.004) * (2 * t * (1 - t)) + (radius - 0.005) * t * t,
      z:
        (tread + round * 0.5) * (1 - t) ** 2 +
        (tread + round * 0.3) * (2 * t * (1 - t)) +
        (tread - round * 0.7) * t * t,
      v: v(0.9 + 0.1 * t),
      lug: 1,
    });
  }
  stations.push(
    { r: radius - 0.0045, z: tread - round * 0.8, v: 0.735, lug: 1 },
    { r: radius - 0.002, z: tread * 0.62, v: 0.66, lug: 0.55 },
    { r: radius - 0.0004, z: tread * 0.3, v: 0.58, lug: 0 },
  );
  return stations;
}

/** Shares of a turn at which the section is repeated, and how deep it lies there between lugs. */
function turns(kind: TyreKind): { turn: number; depth: number }[] {
  if (kind !== 'all-terrain') return Array.from({ length: 81 }, (_, at) => ({ turn: at / 80, depth: 0 }));
  const pitch = 1 / (2 * LUGS);
  const stations = Array.from({ length: 2 * LUGS }, (_, lug) =>
    [
      [0, 0],
      [0.34, 0],
      [0.4, 1],
      [0.6, 1],
      [0.66, 0],
    ].map(([share = 0, depth = 0]) => ({ turn: (lug + share) * pitch, depth })),
  ).flat();
  return [...stations, { turn: 1, depth: 0 }];
}

/** A tyre around the z axis with its outer face towards +z. */
export function tyreGeometry(size: TyreSize): BufferGeometry {
  const outer = half(size);
  const section = [...outer.map((s) => ({ ...s, z: -s.z, v: 1 - s.v })), ...outer.toReversed()];
  const around = turns(size.kind);
  return net(
    around.length,
    section.length,
    (row, column) => {
      const { turn, depth } = around[row] ?? { turn: 0, depth: 0 };
      const { r, z, lug } = section[column] ?? { r: 0, z: 0, lug: 0 };
      const at = (turn % 1) * Math.PI * 2;
      const low = r - 0.009 * depth * lug;
      const side = z - Math.sign(z) * 0.006 * depth * (lug > 0.1 && lug < 0.9 ? 1 : 0);
      return [low * Math.cos(at), low * Math.sin(at), side];
    },
    0.75,
    (row, column) => [(around[row]?.turn ?? 0) * -2, section[column]?.v ?? 0],
  );
}
