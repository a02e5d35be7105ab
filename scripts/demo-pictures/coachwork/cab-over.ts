import { type Material, TorusGeometry } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import { bumper, type CabOver, grille, visor } from './cab-front.ts';
import { makeHull } from './hull.ts';
import { bothSides, type Kit } from './kit.ts';
import { bondedGlass, doorHandle, shutLine, smallLamp, wiper } from './openings.ts';
import { type Outline, rectangle } from './outline.ts';
import { block, pipe } from './solids.ts';
import { fill } from './surface.ts';

function inside(kit: Kit, { front, rear, half, floor, belt, screenTop }: CabOver): void {
  const length = front - rear;
  kit.add(
    MATERIALS.fabric,
    block(length - 0.3, 0.1, 2 * half - 0.2, 0.02),
    (front + rear) / 2,
    floor + 0.08,
    0,
  );
  kit.add(
    MATERIALS.fabric,
    block(0.06, screenTop - floor, 2 * half - 0.2, 0.02),
    rear + 0.12,
    (floor + screenTop) / 2,
    0,
  );
  kit.add(MATERIALS.fabric, block(0.5, 0.3, 2 * half - 0.3, 0.1), front - 0.42, belt - 0.16, 0);
  for (const z of [-half * 0.55, half * 0.55]) {
    kit.add(MATERIALS.fabric, block(0.5, 0.16, 0.5, 0.07), rear + length * 0.42, belt - 0.32, z);
    kit.add(
      MATERIALS.fabric,
      block(0.16, 0.72, 0.48, 0.07),
      rear + length * 0.42 - 0.28,
      belt + 0.06,
      z,
      0,
      0,
      8,
    );
    kit.add(
      MATERIALS.fabric,
      block(0.1, 0.2, 0.28, 0.05),
      rear + length * 0.42 - 0.35,
      belt + 0.52,
      z,
      0,
      0,
      8,
    );
  }
  const wheel = new TorusGeometry(0.22, 0.018, 10, 36).rotateY(Math.PI / 2);
  kit.add(MATERIALS.plastic, wheel, front - 0.72, belt + 0.04, half * 0.55, 0, 0, 40);
}

function mirrors(kit: Kit, { front, half, belt, screenTop }: CabOver): void {
  const high = screenTop - belt;
  const [x, z] = [front - 0.2, half + 0.2];
  kit.copies(bothSides(), (side) => {
    for (const y of [belt + high * 0.16, screenTop - high * 0.06])
      side.add(
        MATERIALS.plastic,
        pipe(
          [
            [front - 0.3, y, half - 0.05],
            [x + 0.03, y + 0.02, z],
            [x, y - (y > belt + high * 0.5 ? 0.1 : -0.1), z],
          ],
          0.016,
        ),
      );
    side.add(MATERIALS.plastic, block(0.11, high * 0.56, 0.23, 0.045), x, belt + high * 0.54, z, 0, 12, 0);
    side.add(
      MATERIALS.chrome,
      block(0.006, high * 0.49, 0.19, 0.002),
      x - 0.056,
      belt + high * 0.54,
      z + 0.012,
      0,
      12,
      0,
    );
    side.add(MATERIALS.plastic, block(0.11, high * 0.24, 0.22, 0.045), x, belt + high * 0.09, z, 0, 12, 0);
    side.add(
      MATERIALS.chrome,
      block(0.006, high * 0.18, 0.18, 0.002),
      x - 0.056,
      belt + high * 0.09,
      z + 0.012,
      0,
      12,
      0,
    );
  });
}

/** Adds the cab with its bumper, mirrors and what is seen inside it. */
export function cabOver(kit: Kit, paint: Material, cab: CabOver): void {
  const { front, rear, half, floor, belt, screenTop, roof } = cab;
  const lean = (screenTop - belt) * 0.13;
  const hull = makeHull({
    front: [
      [front, floor],
      [front + 0.01, belt - 0.12, 0.4],
      [front - lean, screenTop, 0.5],
      [front - lean - 0.16, roof, 0.2],
      [front - lean - 0.8, roof],
    ],
    rear: [
      [rear, floor],
      [rear, roof, 0.1],
      [rear + 0.3, roof],
    ],
    width: [
      [half, floor],
      [half, belt, 0.3],
      [half - (roof - belt) * 0.06, roof],
    ],
    frontCorner: 0.2,
    rearCorner: 0.05,
    frontBow: 0.1,
    roofEdge: 0.14,
    crown: 0.03,
    step: 0.08,
  });
  const screen: Outline = [
    [-half + 0.075, belt, 0.07],
    [half - 0.075, belt, 0.07],
    [half - 0.16, screenTop, 0.09],
    [-half + 0.16, screenTop, 0.09],
  ];
  const length = front - rear;
  const pillar = rear + length * 0.3;
  const window: Outline = [
    [pillar + 0.05, belt + 0.04, 0.05],
    [front - 0.62, belt + 0.04, 0.15],
    [front - 0.4, belt - 0.1, 0.06],
    [front - 0.36 - lean * 0.15, belt, 0.05],
    [front - 0.36 - lean * 0.75, screenTop - 0.04, 0.07],
    [pillar + 0.05, screenTop - 0.04, 0.07],
  ];
  kit.add(
    paint,
    hull.geometry([
      { face: 'front', outline: screen },
      { face: 'sides', outline: window },
    ]),
  );
  inside(kit, cab);
  bondedGlass(kit, hull.front, screen, { border: 0.06, overlap: 0.02 });
  const wide = half * 0.86;
  for (const shift of [-0.5, 0.12])
    wiper(
      kit,
      hull.front,
      [shift * wide + 0.3, belt - 0.03],
      [shift * wide - 0.12, belt + 0.07],
      [shift * wide + 0.62, belt + 0.05],
    );
  const door: Outline = [
    [pillar, floor + 0.015, 0.04],
    [front - 0.27, floor + 0.015, 0.04],
    [front - 0.27, belt - 0.1, 0.08],
    [front - 0.27 - lean * 0.8, screenTop + 0.03, 0.08],
    [pillar, screenTop + 0.03, 0.08],
  ];
  for (const surface of [hull.left, hull.right]) {
    bondedGlass(kit, surface, window, { border: 0.03, overlap: 0.02 });
    shutLine(kit, surface, door);
    doorHandle(kit, surface, pillar + 0.19, belt - 0.16, MATERIALS.plastic);
    kit.add(
      MATERIALS.plastic,
      fill(surface, rectangle(rear + 0.05, floor, front - 0.1, floor + 0.06, 0.02), 0.006),
    );
    smallLamp(
      kit,
      surface,
      rectangle(front - 0.36, floor + 0.2, front - 0.28, floor + 0.24, 0.012),
      MATERIALS.indicator,
    );
    kit.add(
      MATERIALS.glossBlack,
      fill(surface, rectangle(rear + 0.06, belt + 0.05, pillar - 0.05, screenTop - 0.04, 0.05), 0.004),
    );
  }
  grille(kit, paint, hull.front, cab);
  visor(kit, hull.front, cab);
  mirrors(kit, cab);
  bumper(kit, paint, cab);
}
