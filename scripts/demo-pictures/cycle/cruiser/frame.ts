import { MATERIALS } from '../../rig/materials.ts';
import { finishes } from '../finishes.ts';
import { controls, peg, sideStand } from '../footwork.ts';
import { type Kit, placed } from '../kit.ts';
import { pairs, points } from '../numbers.ts';
import { block, outline, slab, tube } from '../shapes.ts';

export function frame(kit: Kit) {
  const f = finishes();
  const black = f.castBlack;
  kit.add(black, tube(points('0.485 0.8 0, 0.4 0.965 0'), 0.034, { sides: 20 }));
  kit.add(black, tube(points('0.42 0.9 0, 0.2 0.83 0, -0.05 0.73 0, -0.32 0.64 0'), 0.028));
  kit.onBothSides(() => {
    kit.add(
      black,
      tube(
        points(
          '0.46 0.83 0.02, 0.4 0.6 0.08, 0.335 0.32 0.115, 0.29 0.22 0.12, 0.2 0.185 0.122, -0.2 0.185 0.122, -0.31 0.2 0.12, -0.345 0.28 0.115, -0.34 0.55 0.11, -0.33 0.64 0.105',
        ),
        0.0165,
        { sides: 12 },
      ),
    );
    kit.add(
      black,
      tube(points('-0.18 0.69 0.06, -0.33 0.635 0.105, -0.6 0.63 0.128, -0.8 0.65 0.13'), 0.015),
    );
    kit.add(MATERIALS.chrome, block(0.03, 0.02, 0.05, 0.006), placed(0.3, 0.27, 0.14));
    // Forward pegs on their brackets.
    kit.add(
      black,
      tube(
        points('0.29 0.25 0.12, 0.4 0.28 0.15, 0.47 0.3 0.17'),
        pairs('0.016 0.012, 0.014 0.011, 0.013 0.011'),
        { up: [0, 1, 0] },
      ),
    );
    peg(kit, [0.46, 0.3, 0.17], 0.1);
    kit.add(
      f.satinBlack,
      slab(
        outline(points('-0.42 0.6 0.03, -0.2 0.63 0.03, -0.16 0.5 0.04, -0.22 0.43 0.04, -0.4 0.45 0.04'), 5),
        0.03,
        { bevel: 0.012, bevelPieces: 3 },
      ),
      placed(0, 0, 0.112),
    );
    kit.add(
      MATERIALS.chrome,
      slab(outline(points('-0.34 0.57 0.02, -0.24 0.58 0.02, -0.22 0.51 0.02, -0.33 0.5 0.02'), 5), 0.008, {
        bevel: 0.003,
      }),
      placed(0, 0, 0.129),
    );
    peg(kit, [-0.36, 0.34, 0.15], 0.085);
  });
  controls(kit, [0.45, 0.325, 0.19], 0.13);
  sideStand(kit, [-0.1, 0.2], 0.26, 0.04);
  // Battery and electrics under the seat.
  kit.add(
    MATERIALS.plastic,
    slab(outline(points('-0.42 0.62 0.03, -0.14 0.68 0.03, -0.16 0.46 0.03, -0.4 0.46 0.03')), 0.2, {
      bevel: 0.01,
    }),
  );
}
