import { finishes } from './finishes.ts';
import { type Kit, placed } from './kit.ts';
import { pairs, points } from './numbers.ts';
import { block, type Corner, circle, outline, type Point, slab, spin, tube } from './shapes.ts';

/** How far a motorcycle leans on its side stand, radians. */
export const STAND_LEAN = (9 * Math.PI) / 180;

/** The side stand, down on the left: from its pivot on the frame to the ground. */
export function sideStand(kit: Kit, pivot: readonly [number, number], reach = 0.27, foot = 0.02) {
  const { satinBlack, bolt, chain } = finishes();
  const [x, y] = pivot;
  const from: Point = [x, y, -0.12];
  const z = -reach;
  const ground = Math.abs(z) * Math.tan(STAND_LEAN);
  const to: Point = [x + foot, ground + 0.006, z];
  kit.add(satinBlack, block(0.05, 0.06, 0.035, 0.01), placed(x, y + 0.005, -0.115));
  kit.add(
    satinBlack,
    tube(
      [from, [x + foot * 0.4, y + (ground - y) * 0.5, -0.12 + (z + 0.12) * 0.5], to],
      pairs('0.014 0.011, 0.012 0.01, 0.011 0.009'),
      { up: [1, 0, 0], sides: 12, power: 3 },
    ),
  );
  kit.add(
    satinBlack,
    slab(
      outline(points('-0.04 -0.022 0.012, 0.035 -0.028 0.014, 0.035 0.028 0.014, -0.04 0.022 0.012')),
      0.008,
      { bevel: 0.002 },
    ),
    placed(to[0], to[1], to[2], -Math.PI / 2 - Math.atan2(ground, reach)),
  );
  kit.add(bolt, spin(pairs('0.011 0, 0.011 0.008, 0 0.008'), 6), placed(x, y, -0.133, Math.PI));
  kit.add(
    chain,
    tube(
      [
        [x - 0.02, y + 0.03, -0.13],
        [x - 0.012, y - 0.09, -0.15],
      ],
      0.007,
      { sides: 8 },
    ),
  );
}

/** A folding foot peg pointing outwards on the right (mirror for the left). */
export function peg(kit: Kit, [x, y, z]: Point, length = 0.09) {
  const { hose, bolt, castSilver } = finishes();
  kit.add(castSilver, block(0.03, 0.034, 0.028, 0.006), placed(x, y, z));
  kit.add(
    bolt,
    tube(
      [
        [x, y + 0.022, z + 0.012],
        [x, y - 0.022, z + 0.012],
      ],
      0.005,
      { sides: 8 },
    ),
  );
  kit.add(
    castSilver,
    tube(
      [
        [x, y, z + 0.01],
        [x - 0.008, y + 0.004, z + length],
      ],
      pairs('0.011 0.014, 0.009 0.015'),
      { up: [0, 1, 0], power: 4, sides: 14 },
    ),
  );
  for (let at = 0; at < 6; at++)
    kit.add(
      hose,
      block(0.032, 0.006, 0.007, 0.002),
      placed(x - 0.004 - at * 0.0008, y + 0.012, z + 0.024 + at * 0.0115),
    );
}

/** A plate that carries a peg, with openings, outside a frame at z on the right. */
export function hanger(
  kit: Kit,
  corners: readonly Corner[],
  holes: readonly (readonly [number, number, number])[],
  z: number,
  material = finishes().castSilver,
) {
  kit.add(
    material,
    slab(outline(corners, 5), 0.012, { bevel: 0.003, holes: holes.map(([x, y, r]) => circle(r, 16, x, y)) }),
    placed(0, 0, z),
  );
}

/** The rear brake's pedal on the right and the gear lever on the left, before the pegs. */
export function controls(kit: Kit, [x, y, z]: Point, reach = 0.15) {
  const { castSilver, hose, bolt } = finishes();
  kit.add(
    castSilver,
    tube(
      [
        [x + 0.005, y - 0.03, z - 0.015],
        [x + reach * 0.5, y - 0.038, z - 0.002],
        [x + reach, y - 0.004, z + 0.012],
      ],
      pairs('0.013 0.005, 0.009 0.005, 0.008 0.005'),
      { up: [0, 1, 0], power: 3 },
    ),
  );
  kit.add(castSilver, block(0.034, 0.008, 0.04, 0.003), placed(x + reach, y - 0.002, z + 0.03));
  kit.add(
    castSilver,
    tube(
      [
        [x - 0.005, y - 0.03, -z + 0.015],
        [x + reach * 0.55, y - 0.034, -z + 0.004],
        [x + reach, y - 0.01, -z - 0.004],
      ],
      pairs('0.012 0.005, 0.008 0.005, 0.007 0.005'),
      { up: [0, 1, 0], power: 3 },
    ),
  );
  kit.add(
    hose,
    tube(
      [
        [x + reach, y - 0.01, -z],
        [x + reach, y - 0.008, -z - 0.048],
      ],
      0.0095,
      { sides: 12 },
    ),
  );
  kit.add(
    bolt,
    tube(
      [
        [x + reach * 0.5, y - 0.034, -z + 0.012],
        [x + 0.02, y + 0.06, -z + 0.02],
      ],
      0.0045,
      { sides: 8 },
    ),
  );
}
