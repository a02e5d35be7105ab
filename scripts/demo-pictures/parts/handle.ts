import type { Group, Material } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import { assemble, loft, net, type P3 } from './solids.ts';

/**
 * A pull handle on a right-hand door's skin at the origin, along x, with the dark cup behind it.
 * @param bar the coachwork's paint, chrome or black
 * @param length metres
 */
export function handle(bar: Material, length = 0.215): Group {
  const steps = 15;
  const rings = Array.from({ length: steps }, (_, step): P3[] => {
    const t = (step / (steps - 1)) * 2 - 1;
    const out = 0.036 * (1 - t ** 6) ** 0.8 - 0.004;
    const half = 0.0125 * (1 - 0.25 * t ** 2);
    const thick = 0.007;
    return Array.from({ length: 10 }, (__, point): P3 => {
      const a = (point / 10) * Math.PI * 2;
      return [
        (t * length) / 2,
        half * Math.sign(Math.sin(a)) * Math.abs(Math.sin(a)) ** 0.7,
        out + thick * Math.cos(a),
      ];
    });
  });
  const cup = net(5, 21, (row, column) => {
    const a = (column / 20) * Math.PI * 2;
    const r = row / 4;
    return [
      length * 0.29 * r * Math.cos(a) + length * 0.06,
      0.027 * r * Math.sin(a) - 0.002,
      0.0035 * (1 - r * r) - 0.0015,
    ];
  });
  return assemble([bar, [loft(rings, 1)]], [MATERIALS.dark, [cup]]);
}
