import type { Material } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import { makeHull } from './hull.ts';
import type { Kit } from './kit.ts';
import { headlamp } from './lamps.ts';
import { addAll, numberPlate, shutLine, smallLamp } from './openings.ts';
import { inset, type Outline, rectangle } from './outline.ts';
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

/** The bumper with its lamps, plate and steps. */
export function bumper(kit: Kit, paint: Material, { front, half, floor, low, wheel }: CabOver): void {
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

/** The grille under the windscreen. */
export function grille(kit: Kit, paint: Material, surface: Surface, { half, floor, belt }: CabOver): void {
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
export function visor(kit: Kit, surface: Surface, { half, screenTop }: CabOver): void {
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
