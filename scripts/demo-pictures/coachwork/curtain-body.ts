import { MATERIALS } from '../rig/materials.ts';
import type { Kit } from './kit.ts';
import { bothSides } from './kit.ts';
import { tailLamp } from './lamps.ts';
import { addAll, numberPlate, shutLine } from './openings.ts';
import { rectangle } from './outline.ts';
import { barY, block } from './solids.ts';
import { fill, leftAt, raised, rearAt, ribbon, rightAt, type Surface } from './surface.ts';
import { chevrons, markerTape, sheet } from './textures.ts';

export type CurtainBody = {
  front: number;
  rear: number;
  floor: number;
  roof: number;
  half: number;
  axles: readonly number[];
};

/** Curtain pulled tight over straps and posts: waves of a few millimetres. */
const tight =
  (wall: Surface, floor: number, roof: number): Surface =>
  (a, b) => {
    const place = wall(a, b);
    const share = (b - floor) / (roof - floor);
    const swell =
      0.011 * Math.sin(a * 10.5) + 0.006 * Math.sin(a * 23 + b * 2.4) + 0.014 * Math.sin(a * 2.1 + b * 1.3);
    place.at.addScaledVector(place.out, swell * Math.sin(Math.PI * Math.min(1, Math.max(0, share))) ** 0.5);
    return place;
  };

/** Two leaves with locking bars at the rear of a body. */
export function rearDoors(
  kit: Kit,
  { rear, floor, roof, half }: Pick<CurtainBody, 'rear' | 'floor' | 'roof' | 'half'>,
): void {
  const wall = rearAt(rear);
  for (const [from, to] of [
    [-half + 0.05, -0.006],
    [0.006, half - 0.05],
  ] as const) {
    const leaf = rectangle(from, floor + 0.06, to, roof - 0.1, 0.01);
    addAll(kit, MATERIALS.white, raised(wall, leaf, 0.022, 0.006));
    shutLine(kit, (a, b) => wall(a, b), leaf, 0.016);
    for (const share of [0.3, 0.72]) {
      const z = from + (to - from) * share;
      kit.add(
        MATERIALS.steel,
        barY(0.016, roof - floor - 0.1, 12),
        rear - 0.055,
        (floor + roof) / 2 - 0.02,
        z,
      );
      for (const y of [0.04, 0.3, 0.62, 0.93])
        kit.add(MATERIALS.steel, block(0.05, 0.07, 0.09, 0.01), rear - 0.04, floor + (roof - floor) * y, z);
      kit.add(
        MATERIALS.steel,
        block(0.02, 0.03, 0.34, 0.008),
        rear - 0.075,
        floor + 0.62,
        z + (share > 0.5 ? -0.14 : 0.14),
      );
    }
    const hinge = from < 0 ? from : to;
    for (const share of [0.08, 0.36, 0.64, 0.92])
      kit.add(
        MATERIALS.steel,
        block(0.03, 0.06, 0.14, 0.008),
        rear - 0.035,
        floor + (roof - floor) * share,
        hinge,
      );
  }
  for (const y of [floor + 0.2, roof - 0.24])
    kit.add(markerTape(), ribbonBoard(wall, -half + 0.1, half - 0.1, y));
}

const ribbonBoard = (wall: Surface, from: number, to: number, y: number) =>
  fill(wall, rectangle(from, y - 0.025, to, y + 0.025), 0.026);

/** A body with curtains at its sides, doors behind, and the bar and lamps beneath them. */
export function curtainBody(kit: Kit, body: CurtainBody): void {
  const { front, rear, floor, roof, half, axles } = body;
  const [length, middle, high] = [front - rear, (front + rear) / 2, roof - floor];
  const cloth = sheet('#dfe2e2');
  const strap = sheet('#2b2e31');
  kit.add(MATERIALS.plastic, block(length, 0.14, 2 * half - 0.16, 0.01), middle, floor - 0.06, 0);
  kit.pair(MATERIALS.aluminium, block(length, 0.13, 0.05, 0.012), middle, floor + 0.01, half - 0.025);
  kit.pair(MATERIALS.aluminium, block(length, 0.13, 0.06, 0.02), middle, roof - 0.065, half - 0.03);
  kit.add(MATERIALS.white, block(length - 0.02, 0.03, 2 * half - 0.06, 0.012), middle, roof - 0.004, 0);
  kit.add(MATERIALS.white, block(0.07, high, 2 * half - 0.02, 0.03), front - 0.035, floor + high / 2, 0);
  kit.pair(MATERIALS.aluminium, block(0.14, high, 0.1, 0.035), front - 0.07, floor + high / 2, half - 0.05);
  kit.pair(MATERIALS.aluminium, block(0.12, high, 0.1, 0.02), rear + 0.06, floor + high / 2, half - 0.05);
  kit.add(MATERIALS.aluminium, block(0.08, 0.14, 2 * half - 0.1, 0.015), rear + 0.04, roof - 0.07, 0);
  kit.add(MATERIALS.steel, block(0.1, 0.16, 2 * half - 0.04, 0.015), rear + 0.04, floor, 0);
  for (const wall of [rightAt(half - 0.012), leftAt(half - 0.012)]) {
    const taut = tight(wall, floor, roof);
    const [x0, x1] = [rear + 0.14, front - 0.16];
    kit.add(cloth, fill(taut, rectangle(x0, floor - 0.06, x1, roof - 0.14, 0.01), 0, 0.125));
    kit.add(
      strap,
      ribbon(
        taut,
        [
          [x0, floor + 0.03],
          [x1, floor + 0.03],
        ],
        { width: 0.03, offset: 0.004 },
      ),
    );
    const straps = Math.round((x1 - x0) / 0.56);
    for (let at = 0; at <= straps; at++) {
      const x = x0 + 0.08 + ((x1 - x0 - 0.16) * at) / straps;
      kit.add(
        strap,
        ribbon(
          taut,
          [
            [x, floor - 0.1],
            [x, floor + 0.62],
          ],
          { width: 0.042, offset: 0.006 },
        ),
      );
      kit.add(
        cloth,
        ribbon(
          taut,
          [
            [x, floor + 0.62],
            [x, roof - 0.15],
          ],
          { width: 0.05, offset: 0.004 },
        ),
      );
      addAll(
        kit,
        MATERIALS.steel,
        raised(wall, rectangle(x - 0.028, floor + 0.06, x + 0.028, floor + 0.17, 0.008), 0.03),
      );
      addAll(
        kit,
        MATERIALS.steel,
        raised(wall, rectangle(x - 0.014, floor - 0.1, x + 0.014, floor - 0.02, 0.004), 0.02, 0.004),
      );
    }
    for (let x = x0 + 0.6; x < x1; x += 1.25) {
      addAll(
        kit,
        MATERIALS.indicator,
        raised(wall, rectangle(x - 0.05, floor - 0.03, x + 0.05, floor + 0.005, 0.008), 0.03, 0.006),
      );
    }
  }
  rearDoors(kit, body);
  const guardEnd = Math.max(...axles) + 0.72;
  kit.copies(bothSides(), (side) => {
    for (const y of [0.5, 0.72, 0.92])
      side.add(
        MATERIALS.aluminium,
        block(front - guardEnd + 0.1, 0.09, 0.03, 0.012),
        (front + guardEnd) / 2,
        y,
        half - 0.06,
      );
    for (let x = guardEnd + 0.15; x < front; x += 0.9)
      side.add(MATERIALS.plastic, block(0.06, 0.66, 0.05, 0.01), x, 0.76, half - 0.1);
    side.add(MATERIALS.plastic, block(0.1, 0.6, 0.08, 0.02), rear + 0.16, 0.78, 0.5);
  });
  underrun(kit, rear, half, 0.52);
}

/** The bar that keeps cars from going under, with boards, lamps and plate, at a height. */
export function underrun(kit: Kit, rear: number, half: number, y: number): void {
  kit.add(MATERIALS.plastic, block(0.12, 0.14, 2 * half - 0.1, 0.02), rear + 0.1, y, 0);
  kit.add(MATERIALS.plastic, block(0.06, 0.22, 2 * half - 0.1, 0.02), rear + 0.06, y + 0.28, 0);
  const bar = rearAt(rear + 0.03);
  kit.pair(
    chevrons(),
    fill(rearAt(rear + 0.04), rectangle(0.32, y - 0.06, half - 0.08, y + 0.06, 0.005), 0.003),
  );
  for (const [from, to] of [
    [-half + 0.1, -half + 0.42],
    [half - 0.42, half - 0.1],
  ] as const)
    tailLamp(kit, bar, from, y + 0.21, to, y + 0.36);
  numberPlate(kit, rear + 0.02, y + 0.28, 0, 180);
}
