import { CircleGeometry, CylinderGeometry } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import { bothSides, type Kit } from './kit.ts';
import { type Corner, circle, type Outline } from './outline.ts';
import { type Surface, strip } from './surface.ts';

/** A round wheel arch: its middle, its radius, and the height of the body's lower edge. */
export type Arch = { x: number; y: number; radius: number; low: number };

/** The hole of an arch. */
export const archHole = ({ x, y, radius }: Arch): Outline => circle(x, y, radius, 28);

function arcOf({ x, y, radius, low }: Arch, more: number): Corner[] {
  const r = radius + more;
  const start = Math.asin(Math.max(-1, Math.min(1, (low - y) / r)));
  const steps = 30;
  return Array.from({ length: steps + 1 }, (_, at): Corner => {
    const angle = start + ((Math.PI - 2 * start) * at) / steps;
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
  });
}

/** A moulding around an arch. */
export function archLip(
  kit: Kit,
  wall: Surface,
  arch: Arch,
  { width = 0.035, proud = 0.014, material = MATERIALS.plastic as Parameters<Kit['add']>[0] } = {},
): void {
  const [outer, rim, inner, within] = [width, width * 0.75, 0.006, 0].map((more) => arcOf(arch, more));
  if (!outer || !rim || !inner || !within) return;
  kit.add(material, strip(wall, outer, rim, [0.001, proud], 40));
  kit.add(material, strip(wall, rim, inner, [proud, proud + 0.004], 40));
  kit.add(material, strip(wall, inner, within, [proud + 0.004, -0.05], 40));
}

/** The dark wells behind the arches of both sides. */
export function wells(kit: Kit, { x, y, radius }: Arch, from: number, to: number): void {
  kit.copies(bothSides(), (side) => {
    // Its upper half only: the lower would show beneath the sill.
    const tube = new CylinderGeometry(radius, radius, to - from, 24, 1, true, Math.PI / 2, Math.PI);
    tube.rotateX(Math.PI / 2);
    side.add(MATERIALS.dark, tube, x, y, (from + to) / 2);
    side.add(MATERIALS.dark, new CircleGeometry(radius, 24, 0, Math.PI), x, y, from);
  });
}
