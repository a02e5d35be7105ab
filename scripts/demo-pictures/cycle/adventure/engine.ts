import { MATERIALS } from '../../rig/materials.ts';
import { radiator, struts } from '../chassis.ts';
import { header, heatShield, silencer } from '../exhaust.ts';
import { finishes } from '../finishes.ts';
import { controls, hanger, peg, sideStand } from '../footwork.ts';
import { cylinderPlaces, inlineEngine } from '../inline-engine.ts';
import { type Kit, placed } from '../kit.ts';
import { pairs, points } from '../numbers.ts';
import { outline, type Point, slab, tube } from '../shapes.ts';

export function engine(kit: Kit) {
  const f = finishes();
  inlineEngine(kit, {
    cylinders: 2,
    at: [0.1, 0.465],
    tilt: 0.3,
    caseMaterial: f.castGrey,
    coverMaterial: f.castBlack,
    headMaterial: f.castBlack,
  });
  cylinderPlaces(2).forEach((z, at) => {
    const inner = 0.03 + (at - 0.5) * 0.05;
    header(kit, [
      [0.262, 0.665, z],
      [0.32, 0.65, z],
      [0.362, 0.575, z],
      [0.35, 0.44, (z + inner) / 2],
      [0.27, 0.335, 0.07 + inner],
      [0.1, 0.3, 0.13 + inner * 0.4],
      [-0.12, 0.32, 0.155],
    ]);
  });
  kit.add(
    f.titanium,
    tube(points('-0.08 0.31 0.15, -0.24 0.35 0.165, -0.36 0.45 0.17, -0.46 0.52 0.172'), 0.029, {
      sides: 18,
    }),
  );
  silencer(
    kit,
    points('-0.44 0.51 0.17, -0.5 0.545 0.178, -0.66 0.63 0.18, -0.86 0.73 0.18'),
    pairs('0.03 0.028, 0.055 0.038, 0.064 0.04, 0.06 0.038'),
    { body: f.titanium, cap: f.satinBlack, power: 2.6 },
  );
  heatShield(kit, f.satinBlack, 0.22, 0.07, -0.58, 0.595, 0.226, -0.48);
  radiator(kit, [0.455, 0.66], 0.3, 0.33, 0.3);
}

export function frame(kit: Kit) {
  const f = finishes();
  const steel = f.satinBlack;
  const [a, b, c, d]: Point[] = points('0.4 1 0.045, 0.25 0.88 0.15, 0.06 0.8 0.155, -0.12 0.68 0.14');
  const [e, g, h, i]: Point[] = points('0.45 0.88 0.045, 0.33 0.76 0.165, 0.15 0.68 0.165, -0.06 0.56 0.15');
  if (!(a && b && c && d && e && g && h && i)) return;
  struts(kit, steel, [
    [a, b, 0.0165],
    [b, c, 0.0165],
    [c, d, 0.0165],
    [e, g, 0.0165],
    [g, h, 0.0165],
    [h, i, 0.0165],
    [a, e, 0.013],
    [b, g, 0.012],
    [b, h, 0.012],
    [c, h, 0.012],
    [h, d, 0.012],
    [d, i, 0.015],
  ]);
  kit.add(steel, tube(points('0.462 0.87 0, 0.395 1.02 0'), 0.034, { sides: 20 }));
  kit.onBothSides(() => {
    kit.add(
      f.castGrey,
      slab(
        outline(
          points(
            '-0.05 0.68 0.03, -0.16 0.71 0.03, -0.25 0.5 0.04, -0.24 0.41 0.03, -0.17 0.38 0.03, -0.12 0.49 0.03, -0.03 0.56 0.03',
          ),
          5,
        ),
        0.03,
        { bevel: 0.006 },
      ),
      placed(0, 0, 0.132),
    );
    kit.add(steel, tube(points('-0.1 0.74 0.12, -0.3 0.76 0.12, -0.6 0.81 0.11, -0.82 0.86 0.08'), 0.014));
    kit.add(steel, tube(points('-0.13 0.6 0.13, -0.35 0.69 0.125, -0.56 0.79 0.11'), 0.013));
    hanger(
      kit,
      points(
        '-0.13 0.5 0.02, -0.2 0.51 0.02, -0.3 0.4 0.03, -0.285 0.36 0.02, -0.24 0.36 0.02, -0.17 0.42 0.02',
      ),
      [[-0.2, 0.455, 0.016]],
      0.162,
    );
    peg(kit, [-0.25, 0.38, 0.175], 0.1);
    kit.add(
      steel,
      tube(points('-0.36 0.71 0.125, -0.46 0.56 0.155'), pairs('0.008 0.02, 0.008 0.012'), {
        up: [0, 0, 1],
        power: 4,
      }),
    );
    peg(kit, [-0.46, 0.552, 0.16], 0.085);
    // Crash bars around the engine and up to the shroud.
    kit.add(
      f.castSilver,
      tube(
        points(
          '-0.04 0.36 0.16, 0.06 0.38 0.24, 0.2 0.44 0.285, 0.32 0.6 0.28, 0.42 0.74 0.225, 0.44 0.82 0.16',
        ),
        0.011,
        { sides: 12 },
      ),
    );
    kit.add(
      f.castSilver,
      tube(points('0.36 0.36 0.12, 0.34 0.4 0.2, 0.27 0.5 0.283'), 0.0105, { sides: 12 }),
    );
    kit.add(
      f.castSilver,
      tube(points('0.1 0.74 0.17, 0.2 0.72 0.24, 0.36 0.66 0.265'), 0.0105, { sides: 12 }),
    );
  });
  controls(kit, [-0.24, 0.4, 0.19], 0.18);
  sideStand(kit, [-0.09, 0.32], 0.3, 0.03);
  kit.add(
    MATERIALS.plastic,
    slab(
      outline(
        points(
          '-0.3 0.74 0.02, -0.12 0.66 0.02, 0.02 0.72 0.02, 0.2 0.84 0.02, 0.36 0.92 0.02, 0.33 1 0.02, -0.06 0.92 0.02, -0.5 0.83 0.02',
        ),
      ),
      0.17,
      { bevel: 0.01 },
    ),
  );
  kit.add(
    steel,
    slab(
      outline(points('0.4 0.9 0.02, 0.58 0.92 0.02, 0.56 1.05 0.02, 0.48 1.12 0.02, 0.42 1.06 0.02')),
      0.13,
      { bevel: 0.02 },
    ),
  );
}
