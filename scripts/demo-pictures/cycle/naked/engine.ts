import { MATERIALS } from '../../rig/materials.ts';
import { radiator, struts } from '../chassis.ts';
import { header, silencer } from '../exhaust.ts';
import { finishes } from '../finishes.ts';
import { controls, hanger, peg, sideStand } from '../footwork.ts';
import { cylinderPlaces, inlineEngine } from '../inline-engine.ts';
import { type Kit, placed } from '../kit.ts';
import { pairs, points } from '../numbers.ts';
import { outline, type Point, slab, tube } from '../shapes.ts';

export function engine(kit: Kit) {
  const f = finishes();
  inlineEngine(kit, {
    cylinders: 3,
    at: [0.1, 0.41],
    tilt: 0.45,
    caseMaterial: f.castGrey,
    coverMaterial: f.castBlack,
    headMaterial: f.castBlack,
  });
  cylinderPlaces(3).forEach((z, at) => {
    const inner = (at - 1) * 0.046;
    header(kit, [
      [0.283, 0.588, z],
      [0.33, 0.565, z],
      [0.368, 0.48, z],
      [0.352, 0.34, (z + inner) / 2],
      [0.29, 0.225, inner],
      [0.2, 0.175, inner],
      [0.08, 0.165, inner * 0.7 + 0.02],
    ]);
  });
  kit.add(
    f.titanium,
    tube(
      points('0.12 0.167 0.02, 0.06 0.166 0.025, -0.02 0.165 0.03, -0.14 0.172 0.06, -0.19 0.185 0.08'),
      pairs('0.026 0.07, 0.034 0.075, 0.05 0.085, 0.05 0.08, 0.026 0.03'),
      { up: [0, 1, 0], sides: 24, power: 3.4 },
    ),
  );
  kit.add(
    f.titanium,
    tube(points('-0.17 0.18 0.075, -0.24 0.215 0.12, -0.3 0.26 0.165'), 0.026, { sides: 18 }),
  );
  silencer(
    kit,
    points('-0.29 0.25 0.163, -0.34 0.28 0.178, -0.5 0.365 0.19, -0.66 0.445 0.197'),
    pairs('0.028 0.028, 0.05 0.044, 0.062 0.05, 0.06 0.048'),
    { body: f.satinBlack, cap: f.titanium, power: 2.8 },
  );
  radiator(kit, [0.425, 0.6], 0.35, 0.34, 0.27);
}

export function frame(kit: Kit) {
  const f = finishes();
  const steel = f.castGrey;
  const [a, b, c, d]: Point[] = points('0.385 0.9 0.045, 0.24 0.8 0.172, 0.06 0.73 0.178, -0.12 0.62 0.15');
  const [e, g, h, i]: Point[] = points('0.425 0.8 0.045, 0.31 0.69 0.185, 0.14 0.61 0.186, -0.06 0.5 0.165');
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
    [e, b, 0.012],
    [b, h, 0.012],
    [c, h, 0.012],
    [h, d, 0.012],
    [d, i, 0.015],
  ]);
  kit.add(steel, tube(points('0.432 0.79 0, 0.372 0.92 0'), 0.032, { sides: 20 }));
  kit.onBothSides(() => {
    kit.add(
      f.castGrey,
      slab(
        outline(
          points(
            '-0.05 0.62 0.03, -0.16 0.66 0.03, -0.25 0.44 0.04, -0.24 0.36 0.03, -0.17 0.33 0.03, -0.12 0.44 0.03, -0.03 0.5 0.03',
          ),
          5,
        ),
        0.03,
        { bevel: 0.006 },
      ),
      placed(0, 0, 0.138),
    );
    kit.add(
      f.satinBlack,
      tube(points('-0.1 0.68 0.12, -0.3 0.73 0.11, -0.55 0.79 0.08, -0.76 0.85 0.05'), 0.013),
    );
    kit.add(f.satinBlack, tube(points('-0.13 0.56 0.13, -0.35 0.66 0.11, -0.55 0.77 0.08'), 0.012));
    hanger(
      kit,
      points(
        '-0.13 0.46 0.02, -0.2 0.47 0.02, -0.3 0.34 0.03, -0.285 0.3 0.02, -0.24 0.3 0.02, -0.17 0.37 0.02',
      ),
      [[-0.2, 0.41, 0.016]],
      0.165,
    );
    peg(kit, [-0.265, 0.325, 0.18]);
    kit.add(
      f.satinBlack,
      tube(points('-0.36 0.69 0.12, -0.47 0.5 0.15'), pairs('0.008 0.02, 0.008 0.012'), {
        up: [0, 0, 1],
        power: 4,
      }),
    );
    kit.add(
      f.satinBlack,
      tube(points('-0.5 0.745 0.1, -0.47 0.5 0.15'), pairs('0.008 0.014, 0.008 0.012'), {
        up: [0, 0, 1],
        power: 4,
      }),
    );
    peg(kit, [-0.47, 0.495, 0.155], 0.08);
  });
  controls(kit, [-0.255, 0.345, 0.195], 0.17);
  sideStand(kit, [-0.09, 0.27]);
  // Airbox, battery and wiring under tank and seat keep the light out.
  kit.add(
    MATERIALS.plastic,
    slab(
      outline(
        points(
          '-0.3 0.72 0.02, -0.12 0.6 0.02, 0.02 0.66 0.02, 0.2 0.78 0.02, 0.33 0.85 0.02, 0.3 0.9 0.02, -0.1 0.86 0.02, -0.46 0.78 0.02',
        ),
      ),
      0.17,
      { bevel: 0.01 },
    ),
  );
  kit.add(f.hose, tube(points('0.36 0.86 -0.05, 0.2 0.79 -0.12, 0 0.7 -0.12, -0.1 0.6 -0.1'), 0.008));
}
