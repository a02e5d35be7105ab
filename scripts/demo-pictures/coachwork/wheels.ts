import { BoxGeometry, CylinderGeometry } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import { type Kit, placed } from './kit.ts';
import type { Point } from './outline.ts';
import { barZ, turned } from './solids.ts';

export type TruckWheel = {
  diameter: number;
  width: number;
  /** Diameter of the rim, metres; 22.5 inches are 0.572. */
  rim: number;
  /** Where the disc stands: bulging outwards on a front axle, sunk in on a driven one. */
  disc: 'front' | 'rear';
  nuts?: number;
  polished?: boolean;
  /** Hidden behind another: only what peeps out. */
  inner?: boolean;
};

/** Tread from shoulder to shoulder with grooves around it, and sidewalls with a step and a bead. */
function tyre(kit: Kit, { diameter, width, rim, inner }: TruckWheel): void {
  const [r, w, bead] = [diameter / 2, width / 2, rim / 2];
  const wall = r - bead;
  const grooves = (inner ? [] : [-0.62, -0.22, 0.22, 0.62]).flatMap((share): Point[] => {
    const [z, g] = [share * w * 0.82, width * 0.022];
    return [
      [r, z - g],
      [r - 0.014, z - g * 0.7],
      [r - 0.014, z + g * 0.7],
      [r, z + g],
    ];
  });
  const side = (sign: 1 | -1): Point[] => [
    [bead - 0.012, sign * w * 0.72],
    [bead + 0.012, sign * w * 0.86],
    [bead + wall * 0.2, sign * w * 0.97],
    [bead + wall * 0.24, sign * w * 0.965],
    [bead + wall * 0.45, sign * w],
    [bead + wall * 0.7, sign * w * 0.985],
    [bead + wall * 0.72, sign * w * 1.0],
    [r - wall * 0.14, sign * w * 0.95],
    [r - wall * 0.06, sign * w * 0.89],
    [r - 0.004, sign * w * 0.8],
  ];
  kit.add(MATERIALS.rubber, turned([...side(-1), ...grooves, ...side(1).reverse()], 40));
  if (inner) return;
  const blocks = Math.round((diameter * Math.PI) / 0.07);
  for (let at = 0; at < blocks; at++) {
    const angle = (360 * at) / blocks;
    const frame = placed([0, 0, 0, 0, 0, angle]);
    kit.copies([frame], (turnedKit) => {
      for (const sign of [-1, 1])
        turnedKit.add(
          MATERIALS.rubber,
          new BoxGeometry(0.04, 0.022, w * 0.24),
          0,
          r - 0.008,
          sign * w * 0.77,
        );
    });
  }
}

/**
 * A wheel of a truck about its hub, axis along z, its outer face towards +z.
 * It is as wide as one tyre: two stand side by side on a driven axle.
 */
export function truckWheel(kit: Kit, wheel: TruckWheel): void {
  const { width, rim, disc, nuts = 10, polished = false } = wheel;
  const [w, r] = [width / 2, rim / 2];
  const metal = polished ? MATERIALS.aluminium : MATERIALS.alloy;
  tyre(kit, wheel);
  if (wheel.inner) return;
  const face = disc === 'front' ? w * 0.55 : -w * 0.35;
  const hubRadius = r * 0.56;
  kit.add(
    metal,
    turned(
      [
        [r - 0.03, -w * 0.85],
        [r + 0.002, w * 0.74],
        [r + 0.018, w * 0.8],
        [r + 0.02, w * 0.86],
        [r + 0.008, w * 0.87],
        [r - 0.004, w * 0.8],
        [r - 0.016, w * 0.7],
        [r - 0.03, Math.min(w * 0.6, face + 0.02)],
        [r - 0.045, face - 0.03],
        [r * 0.78, face - 0.012],
        [r * 0.68, face + 0.012],
        [hubRadius * 1.08, face + 0.022],
        [hubRadius * 0.62, face + 0.022],
        [hubRadius * 0.6, face + 0.02],
      ].map(([radius = 0, z = 0]): Point => [radius, z]),
      64,
    ),
  );
  kit.add(
    MATERIALS.dark,
    new CylinderGeometry(r - 0.05, r - 0.05, 0.004, 40).rotateX(Math.PI / 2),
    0,
    0,
    face - 0.06,
  );
  const holes = nuts;
  for (let at = 0; at < holes; at++) {
    const angle = ((at + 0.5) / holes) * 2 * Math.PI;
    const ring = r * 0.79;
    kit.add(
      MATERIALS.dark,
      new CylinderGeometry(r * 0.085, r * 0.085, 0.012, 14).rotateX(Math.PI / 2),
      ring * Math.cos(angle),
      ring * Math.sin(angle),
      face - 0.009,
    );
    const nut = (at / nuts) * 2 * Math.PI;
    const nutRing = hubRadius * 0.86;
    kit.add(
      MATERIALS.chrome,
      new CylinderGeometry(0.013, 0.016, 0.034, 6).rotateX(Math.PI / 2),
      nutRing * Math.cos(nut),
      nutRing * Math.sin(nut),
      face + 0.036,
    );
  }
  const hubDepth = disc === 'front' ? 0.05 : Math.max(0.08, w * 0.9);
  kit.add(
    disc === 'front' ? MATERIALS.chrome : MATERIALS.steel,
    turned(
      [
        [hubRadius * 0.62, face],
        [hubRadius * 0.6, face + hubDepth * 0.7],
        [hubRadius * 0.52, face + hubDepth],
        [hubRadius * 0.3, face + hubDepth + 0.012],
        [0.0001, face + hubDepth + 0.014],
      ],
      32,
    ),
  );
  kit.add(MATERIALS.dark, barZ(r * 0.5, width * 0.9, 20), 0, 0, -w * 0.5);
}
