import { TorusGeometry } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import { bothSides, type Kit } from './kit.ts';
import { barX, barY, barZ, block, pipe, prism, turned } from './solids.ts';
import { checkerPlate } from './textures.ts';

/** A gas bottle standing at a place, 9 kg. */
export function gasBottle(kit: Kit, x: number, y: number, z: number): void {
  const bottle = turned(
    [
      [0.0001, 0],
      [0.13, 0.005],
      [0.15, 0.05],
      [0.152, 0.3],
      [0.14, 0.37],
      [0.1, 0.42],
      [0.03, 0.435],
      [0.03, 0.48],
      [0.0001, 0.485],
    ],
    32,
  ).rotateX(-Math.PI / 2);
  kit.add(MATERIALS.white, bottle, x, y, z);
  const collar = new TorusGeometry(0.085, 0.011, 8, 28).rotateX(Math.PI / 2);
  kit.add(MATERIALS.white, collar, x, y + 0.5, z);
  for (const side of [-1, 1])
    kit.add(MATERIALS.white, block(0.03, 0.1, 0.012, 0.004), x, y + 0.45, z + side * 0.083);
  kit.add(MATERIALS.chrome, barY(0.018, 0.07, 10), x, y + 0.49, z);
  kit.add(MATERIALS.steel, barY(0.156, 0.022, 32), x, y + 0.22, z);
  kit.add(MATERIALS.plastic, block(0.05, 0.04, 0.06, 0.01), x + 0.03, y + 0.52, z);
}

/** A jockey wheel clamped to the drawbar at x, z; its wheel on the ground. */
export function jockeyWheel(kit: Kit, x: number, y: number, z: number): void {
  kit.add(MATERIALS.steel, barY(0.03, 0.62, 18), x, y + 0.02, z);
  kit.add(MATERIALS.chrome, barY(0.022, 0.36, 18), x, 0.3, z);
  kit.add(MATERIALS.plastic, block(0.12, 0.1, 0.12, 0.02), x, y, z);
  kit.add(MATERIALS.steel, barX(0.01, 0.16, 10), x + 0.07, y + 0.35, z);
  kit.add(MATERIALS.plastic, barY(0.016, 0.09, 12), x + 0.15, y + 0.39, z);
  for (const side of [-1, 1])
    kit.add(MATERIALS.steel, block(0.05, 0.14, 0.008, 0.003), x - 0.02, 0.15, z + side * 0.045);
  kit.add(
    MATERIALS.rubber,
    turned(
      [
        [0.055, -0.03],
        [0.09, -0.036],
        [0.11, -0.02],
        [0.112, 0],
        [0.11, 0.02],
        [0.09, 0.036],
        [0.055, 0.03],
      ],
      32,
    ),
    x - 0.03,
    0.112,
    z,
  );
  kit.add(MATERIALS.alloy, barZ(0.056, 0.062, 24), x - 0.03, 0.112, z);
}

export type Drawbar = {
  /** Where its two beams leave the body, where they meet, and their height. */
  from: number;
  coupling: number;
  y: number;
  spread: number;
};

/** An A-frame with coupling, chains, hand brake and plug. */
export function drawbar(kit: Kit, { from, coupling, y, spread }: Drawbar): void {
  const length = Math.hypot(coupling - 0.25 - from, spread);
  const turn = (Math.atan2(spread, coupling - 0.25 - from) * 180) / Math.PI;
  kit.pair(
    MATERIALS.plastic,
    block(length + 0.1, 0.15, 0.055, 0.006),
    (from + coupling - 0.25) / 2,
    y,
    spread / 2 + 0.02,
    0,
    turn,
    0,
  );
  kit.add(MATERIALS.plastic, block(0.3, 0.15, 0.13, 0.02), coupling - 0.24, y, 0);
  kit.add(MATERIALS.steel, block(0.34, 0.08, 0.09, 0.03), coupling - 0.14, y + 0.09, 0);
  kit.add(MATERIALS.steel, block(0.13, 0.1, 0.11, 0.045), coupling - 0.03, y + 0.075, 0);
  kit.add(MATERIALS.plastic, block(0.18, 0.02, 0.03, 0.008), coupling - 0.12, y + 0.16, 0, 0, 0, 18);
  kit.add(
    MATERIALS.plastic,
    pipe(
      [
        [coupling - 0.42, y + 0.06, 0.05],
        [coupling - 0.5, y + 0.3, 0.05],
        [coupling - 0.46, y + 0.36, 0.05],
      ],
      0.012,
    ),
  );
  kit.pair(
    MATERIALS.steel,
    pipe(
      [
        [coupling - 0.25, y - 0.06, 0.06],
        [coupling - 0.1, y - 0.24, 0.09],
        [coupling + 0.02, y - 0.16, 0.06],
      ],
      0.011,
      { bend: 0.1 },
    ),
  );
  kit.add(
    MATERIALS.rubber,
    pipe(
      [
        [coupling - 0.4, y + 0.04, -0.06],
        [coupling - 0.2, y + 0.14, -0.1],
        [coupling, y - 0.02, -0.07],
      ],
      0.009,
      { bend: 0.1 },
    ),
  );
}

/** Beam suspension with trailing arms, brakes and shock absorbers, for each axle at x. */
export function trailingArms(
  kit: Kit,
  xs: readonly number[],
  y: number,
  track: number,
  frameTop: number,
): void {
  for (const x of xs) {
    kit.add(MATERIALS.plastic, block(0.07, 0.07, track - 0.3, 0.01), x, y, 0);
    kit.copies(bothSides(), (side) => {
      side.add(
        MATERIALS.plastic,
        prism(
          [
            [x - 0.05, y - 0.05, 0.02],
            [x + 0.45, y + 0.12, 0.03],
            [x + 0.45, y + 0.2, 0.03],
            [x - 0.05, y + 0.06, 0.02],
          ],
          0.07,
        ),
        0,
        0,
        0.62,
      );
      side.add(MATERIALS.plastic, barY(0.05, frameTop - y, 14), x - 0.02, (frameTop + y) / 2, 0.62);
      side.add(MATERIALS.steel, barZ(0.15, 0.07, 28), x, y, track / 2 - 0.14);
      side.add(MATERIALS.dark, barZ(0.19, 0.02, 32), x, y, track / 2 - 0.04);
    });
  }
}

/** A stone guard of mesh in a tube frame before a caravan's front, from z −half to half. */
export const guardFrame = (x: number, low: number, high: number, half: number, lean: number) =>
  pipe(
    [
      [x, low, -half],
      [x - lean, high, -half],
      [x - lean, high, half],
      [x, low, half],
      [x, low, -half],
    ],
    0.02,
    { bend: 0.12 },
  );

/** A step that folds out under a door on the left. */
export function foldStep(kit: Kit, x: number, y: number, z: number): void {
  kit.add(checkerPlate(), block(0.5, 0.025, 0.28, 0.008), x, y, z);
  kit.add(MATERIALS.plastic, block(0.52, 0.035, 0.02, 0.006), x, y, z - 0.14);
  for (const side of [-0.22, 0.22])
    kit.add(MATERIALS.plastic, block(0.02, 0.04, 0.36, 0.006), x + side, y + 0.06, z + 0.1, -18);
}
