import { MATERIALS } from '../../rig/materials.ts';
import { radiator } from '../chassis.ts';
import { header, silencer } from '../exhaust.ts';
import { finishes } from '../finishes.ts';
import { controls, hanger, peg, sideStand } from '../footwork.ts';
import { cylinderPlaces, inlineEngine } from '../inline-engine.ts';
import { type Kit, placed } from '../kit.ts';
import { pairs, points } from '../numbers.ts';
import { outline, slab, tube } from '../shapes.ts';

export function engine(kit: Kit) {
  const f = finishes();
  inlineEngine(kit, {
    cylinders: 3,
    at: [0.1, 0.41],
    tilt: 0.5,
    caseMaterial: f.castGrey,
    coverMaterial: f.castBlack,
    headMaterial: f.castBlack,
  });
  cylinderPlaces(3).forEach((z, at) => {
    const inner = (at - 1) * 0.046;
    header(kit, [
      [0.29, 0.58, z],
      [0.335, 0.555, z],
      [0.362, 0.47, z],
      [0.342, 0.335, (z + inner) / 2],
      [0.28, 0.235, inner],
      [0.2, 0.19, inner],
      [0.08, 0.18, inner * 0.7 + 0.02],
    ]);
  });
  kit.add(
    f.titanium,
    tube(points('0.1 0.18 0.02, -0.1 0.18 0.05, -0.2 0.2 0.1, -0.29 0.265 0.17'), 0.03, { sides: 18 }),
  );
  silencer(
    kit,
    points('-0.28 0.255 0.163, -0.33 0.29 0.182, -0.46 0.37 0.198, -0.6 0.445 0.21'),
    pairs('0.03 0.03, 0.054 0.046, 0.066 0.052, 0.062 0.048'),
    { body: f.titanium, cap: f.satinBlack, power: 2.8 },
  );
  radiator(kit, [0.42, 0.58], 0.35, 0.34, 0.26);
}

export function frame(kit: Kit) {
  const f = finishes();
  const alloy = f.castSilver;
  kit.add(alloy, tube(points('0.452 0.75 0, 0.385 0.9 0'), 0.036, { sides: 20 }));
  kit.onBothSides(() => {
    kit.add(
      alloy,
      tube(
        points('0.41 0.82 0.04, 0.33 0.785 0.115, 0.16 0.71 0.178, -0.02 0.615 0.172, -0.13 0.53 0.14'),
        pairs('0.055 0.022, 0.06 0.02, 0.062 0.018, 0.058 0.018, 0.05 0.02'),
        { up: [0, 1, 0], power: 6, sides: 24 },
      ),
    );
    kit.add(
      alloy,
      slab(
        outline(
          points(
            '-0.06 0.61 0.04, -0.17 0.6 0.04, -0.25 0.43 0.04, -0.24 0.35 0.03, -0.16 0.32 0.03, -0.12 0.44 0.04, -0.04 0.52 0.03',
          ),
          5,
        ),
        0.032,
        { bevel: 0.008, bevelPieces: 3 },
      ),
      placed(0, 0, 0.138),
    );
    kit.add(
      f.satinBlack,
      tube(points('-0.12 0.62 0.12, -0.3 0.7 0.11, -0.6 0.82 0.06, -0.76 0.89 0.04'), 0.014),
    );
    hanger(
      kit,
      points(
        '-0.14 0.47 0.02, -0.22 0.49 0.02, -0.32 0.42 0.03, -0.33 0.375 0.02, -0.28 0.36 0.02, -0.17 0.39 0.02',
      ),
      [[-0.22, 0.43, 0.018]],
      0.168,
      f.satinBlack,
    );
    peg(kit, [-0.295, 0.395, 0.18], 0.085);
  });
  controls(kit, [-0.285, 0.415, 0.195], 0.17);
  sideStand(kit, [-0.1, 0.27]);
  kit.add(
    MATERIALS.plastic,
    slab(
      outline(
        points(
          '-0.3 0.7 0.02, -0.12 0.58 0.02, 0.02 0.64 0.02, 0.2 0.72 0.02, 0.33 0.78 0.02, 0.3 0.84 0.02, -0.1 0.82 0.02, -0.46 0.78 0.02',
        ),
      ),
      0.18,
      { bevel: 0.01 },
    ),
  );
  // The stay behind the nose keeps the light out from under the screen.
  kit.add(
    f.satinBlack,
    slab(outline(points('0.4 0.76 0.02, 0.7 0.78 0.02, 0.69 0.9 0.02, 0.45 0.935 0.02')), 0.16, {
      bevel: 0.02,
    }),
  );
}
