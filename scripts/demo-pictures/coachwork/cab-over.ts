import { type Material, TorusGeometry } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import { makeHull } from './hull.ts';
import { bothSides, type Kit } from './kit.ts';
import { headlamp } from './lamps.ts';
import { addAll, bondedGlass, doorHandle, numberPlate, shutLine, smallLamp, wiper } from './openings.ts';
import { inset, type Outline, rectangle } from './outline.ts';
import { block, pipe } from './solids.ts';
import { band, fill, raised, ribbon, type Surface } from './surface.ts';
import { mesh } from './textures.ts';

/** A cab above its front axle. Heights from the ground, x from the vehicle's middle, metres. */
export type CabOver = {
  /** Its front and its rear wall. */
  front: number;
  rear: number;
  half: number;
  /** Underside of the doors, of the windscreen, and the top edge of it, and the roof. */
  floor: number;
  belt: number;
  screenTop: number;
  roof: number;
  /** Lowest edge of the bumper. */
  low: number;
  wheel: { x: number; radius: number };
};

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

function bumper(kit: Kit, paint: Material, { front, half, floor, low, wheel }: CabOver): void {
  const back = wheel.x + wheel.radius + 0.1;
  const high = floor - low;
  const hull = makeHull({
    front: [
      [front - 0.05, low],
      [front + 0.05, low + high * 0.3, 0.1],
      [front + 0.06, low + high * 0.8, 0.1],
      [front + 0.01, floor - 0.015],
    ],
    rear: [
      [back + 0.14, low],
      [back, low + high * 0.45, 0.2],
      [back - 0.09, floor - 0.015],
    ],
    width: [
      [half - 0.02, low],
      [half + 0.01, low + high * 0.4, 0.1],
      [half, floor - 0.015],
    ],
    frontCorner: 0.22,
    rearCorner: 0.02,
    frontBow: 0.1,
    roofEdge: 0.02,
    step: 0.085,
  });
  kit.add(paint, hull.geometry());
  const wide = half * 0.5;
  const opening: Outline = [
    [-wide, low + high * 0.12, 0.03],
    [wide, low + high * 0.12, 0.03],
    [wide + 0.05, low + high * 0.62, 0.04],
    [-wide - 0.05, low + high * 0.62, 0.04],
  ];
  kit.add(mesh(), fill(hull.front, opening, 0.003));
  kit.add(MATERIALS.glossBlack, band(hull.front, inset(opening, -0.02), opening, [0.012, 0.004]));
  for (const share of [0.28, 0.45]) {
    const y = low + high * share;
    addAll(
      kit,
      MATERIALS.plastic,
      raised(hull.front, rectangle(-wide, y - 0.012, wide, y + 0.012, 0.008), 0.03),
    );
  }
  kit.add(
    MATERIALS.plastic,
    ribbon(
      hull.front,
      [
        [-half + 0.04, low + 0.03],
        [half - 0.04, low + 0.03],
      ],
      { width: 0.06, offset: 0.006 },
    ),
  );
  numberPlate(kit, front + 0.085, low + high * 0.36, 0, 0);
  for (const sign of [-1, 1]) {
    const a = (share: number) => sign * half * share;
    const points: Outline = [
      [a(0.6), low + high * 0.5, 0.03],
      [a(0.93), low + high * 0.56, 0.05],
      [a(0.95), low + high * 0.9, 0.05],
      [a(0.64), low + high * 0.84, 0.04],
    ];
    const middle = low + high * 0.7;
    headlamp(
      kit,
      hull.front,
      points,
      [
        [a(0.7), middle - 0.01, high * 0.11],
        [a(0.83), middle + 0.01, high * 0.11],
      ],
      [
        [a(0.645), low + high * 0.81],
        [a(0.92), low + high * 0.865, 0.02],
        [a(0.93), low + high * 0.6],
      ],
    );
    smallLamp(
      kit,
      hull.front,
      [
        [a(0.7) - 0.07, low + high * 0.2, 0.02],
        [a(0.7) + 0.07, low + high * 0.2, 0.02],
        [a(0.7) + 0.07, low + high * 0.34, 0.02],
        [a(0.7) - 0.07, low + high * 0.34, 0.02],
      ],
      MATERIALS.headlamp,
    );
  }
  for (const surface of [hull.left, hull.right]) {
    kit.add(
      MATERIALS.plastic,
      fill(surface, rectangle(back + 0.16, low + 0.004, front - 0.2, low + 0.06, 0.01), 0.006, 0.05),
    );
    const [x0, x1] = [back + 0.06, front - 0.3];
    for (const [from, to] of [
      [0.2, 0.48],
      [0.62, 0.9],
    ] as const) {
      const step = rectangle(x0 + (from > 0.5 ? -0.08 : 0.02), low + high * from, x1, low + high * to, 0.04);
      kit.add(MATERIALS.dark, fill(surface, step, 0.003));
      kit.add(MATERIALS.plastic, band(surface, inset(step, -0.012), step, [0.003, 0.01]));
      addAll(
        kit,
        MATERIALS.aluminium,
        raised(
          surface,
          rectangle(x0 + 0.04, low + high * from, x1 - 0.02, low + high * from + 0.03, 0.008),
          0.025,
        ),
      );
    }
  }
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

function grille(kit: Kit, paint: Material, surface: Surface, { half, floor, belt }: CabOver): void {
  const [low, high] = [floor + 0.03, belt - 0.2];
  const [top, foot] = [half * 0.8, half * 0.66];
  const opening: Outline = [
    [-foot, low, 0.04],
    [foot, low, 0.04],
    [top, high, 0.06],
    [-top, high, 0.06],
  ];
  kit.add(MATERIALS.glossBlack, fill(surface, opening, 0.004));
  kit.add(MATERIALS.chrome, band(surface, inset(opening, -0.022), opening, [0.004, 0.014]));
  kit.add(mesh(), fill(surface, inset(opening, 0.03), 0.007));
  const bars = 4;
  for (let bar = 0; bar < bars; bar++) {
    const share = (bar + 0.6) / bars;
    const y = low + (high - low) * share;
    const wide = foot + (top - foot) * share - 0.06;
    addAll(
      kit,
      bar === bars - 1 ? MATERIALS.chrome : paint,
      raised(surface, rectangle(-wide, y - 0.022, wide, y + 0.022, 0.014), 0.032, 0.01),
    );
  }
  shutLine(kit, surface, rectangle(-half + 0.09, floor + 0.01, half - 0.09, belt - 0.1, 0.06));
}

/** A tinted board over the windscreen with marker lamps. */
function visor(kit: Kit, surface: Surface, { half, screenTop }: CabOver): void {
  const away: Surface = (a, b) => {
    const place = surface(a, b);
    place.at.addScaledVector(place.out, Math.max(0, screenTop + 0.13 - b) * 0.75 + 0.012);
    return place;
  };
  const wide = half - 0.2;
  kit.add(
    MATERIALS.darkGlass,
    fill(
      away,
      [
        [-wide, screenTop - 0.11, 0.05],
        [wide, screenTop - 0.11, 0.05],
        [wide - 0.04, screenTop + 0.13, 0.05],
        [-wide + 0.04, screenTop + 0.13, 0.05],
      ],
      0,
      0.08,
    ),
  );
  for (const share of [-0.62, 0.62])
    smallLamp(
      kit,
      surface,
      rectangle(share * half - 0.08, screenTop + 0.17, share * half + 0.08, screenTop + 0.2, 0.012),
      MATERIALS.indicator,
      0.03,
    );
}
