import { MATERIALS } from '../rig/materials.ts';
import type { Kit } from './kit.ts';
import { addAll } from './openings.ts';
import { inset, type Outline, rectangle } from './outline.ts';
import { barX, block, pipe } from './solids.ts';
import { fill, raised, type Surface, strip, topAt } from './surface.ts';

/** A vent of a fridge with its slats. */
export function ventGrille(kit: Kit, wall: Surface, a0: number, b0: number, a1: number, b1: number): void {
  const frame = rectangle(a0, b0, a1, b1, 0.02);
  addAll(kit, MATERIALS.plastic, raised(wall, frame, 0.014, 0.005));
  kit.add(MATERIALS.dark, fill(wall, inset(frame, 0.03), 0.0155));
  const slats = 5;
  for (let slat = 0; slat < slats; slat++) {
    const y = b0 + 0.04 + ((b1 - b0 - 0.08) * (slat + 0.5)) / slats;
    addAll(
      kit,
      MATERIALS.plastic,
      raised(wall, rectangle(a0 + 0.025, y - 0.009, a1 - 0.025, y + 0.009), 0.026, 0.005),
    );
  }
}

export type Awning = {
  from: number;
  to: number;
  y: number;
  z: number;
  /** Where its arms end at the wall; none for one in a cassette. */
  foot?: number;
};

/** A rolled awning along the left side with its end caps and arms. */
export function awning(kit: Kit, { from, to, y, z, foot }: Awning): void {
  const [length, middle] = [to - from, (from + to) / 2];
  kit.add(foot === undefined ? MATERIALS.white : MATERIALS.plastic, barX(0.058, length, 20), middle, y, z);
  kit.add(MATERIALS.aluminium, block(length, 0.05, 0.03, 0.008), middle, y + 0.055, z + 0.045);
  for (const x of [from, to]) {
    kit.add(MATERIALS.plastic, barX(0.07, 0.05, 24), x, y, z);
    if (foot === undefined) continue;
    const inward = x === from ? 0.02 : -0.02;
    kit.add(MATERIALS.aluminium, block(0.045, y - foot, 0.03, 0.006), x + inward, (y + foot) / 2, z + 0.03);
    kit.add(
      MATERIALS.plastic,
      block(0.05, 0.06, 0.05, 0.012),
      x + inward,
      foot + (y - foot) * 0.45,
      z + 0.025,
    );
    kit.add(MATERIALS.plastic, block(0.06, 0.09, 0.05, 0.012), x + inward, foot, z + 0.03);
  }
}

/** What stands on a caravan's roof: air conditioner, hatches and solar panels. */
export function roofKit(kit: Kit, y: number, shift = 0): void {
  kit.add(MATERIALS.white, block(1.0, 0.2, 0.72, 0.09), shift - 0.5, y + 0.09, 0);
  kit.add(MATERIALS.plastic, block(0.02, 0.09, 0.5, 0.005), shift + 0.0, y + 0.09, 0);
  for (const x of [1.2, -2.6]) {
    kit.add(MATERIALS.white, block(0.5, 0.09, 0.5, 0.04), shift + x, y + 0.04, 0.2);
    kit.add(MATERIALS.darkGlass, block(0.42, 0.03, 0.42, 0.012), shift + x, y + 0.085, 0.2);
  }
  for (const x of [-1.75, -3.2]) {
    const panel = rectangle(shift + x - 0.35, -0.9, shift + x + 0.35, -0.1, 0.01);
    addAll(kit, MATERIALS.aluminium, raised(topAt(y + 0.02), panel, 0.03, 0.006));
    kit.add(MATERIALS.darkGlass, fill(topAt(y + 0.02), inset(panel, 0.02), 0.032));
  }
  kit.add(
    MATERIALS.white,
    pipe(
      [
        [shift - 0.1, y, 0.7],
        [shift - 0.1, y + 0.18, 0.7],
        [shift - 0.6, y + 0.2, 0.7],
      ],
      0.014,
    ),
  );
}

/** The lip around a wheel arch down to the body's lower edge, from an outline that reaches below it. */
export function archFlare(
  kit: Kit,
  wall: Surface,
  arch: Outline,
  low: number,
  proud = 0.03,
  wide = 0.065,
): void {
  const clipped = (outline: Outline): Outline => {
    const [first, last] = [outline[2], outline.at(-1)];
    const edges = outline.slice(2);
    if (!first || !last) return outline;
    return [[first[0], low], ...edges, [last[0], low]];
  };
  const [outer, inner] = [clipped(inset(arch, -wide)), clipped(arch)];
  const rim = clipped(inset(arch, -wide + 0.012));
  kit.add(MATERIALS.plastic, strip(wall, outer, rim, [0.001, proud], 48));
  kit.add(MATERIALS.plastic, strip(wall, rim, inner, [proud, proud + 0.012], 48));
  kit.add(MATERIALS.plastic, strip(wall, inner, clipped(inset(arch, 0.01)), [proud + 0.012, -0.06], 48));
}
