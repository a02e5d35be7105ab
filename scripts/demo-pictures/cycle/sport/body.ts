import type { Material } from 'three';
import { MATERIALS } from '../../rig/materials.ts';
import { finishes } from '../finishes.ts';
import { type Kit, placed } from '../kit.ts';
import { indicator, plate, projector, tailLamp } from '../lamps.ts';
import { pairs, points } from '../numbers.ts';
import { layerRows, overlay, type Spot, surface } from '../overlay.ts';
import { patch, wholeRows } from '../patch.ts';
import { block, outline, type Point, slab, tube } from '../shapes.ts';
import { FAIRING, NOSE, SCREEN, SEAT, TAIL, TAIL_SIDE, TANK, UNDERTAIL } from './sheets.data.ts';

function lamps(kit: Kit, paint: Material) {
  const on = surface(NOSE);
  kit.add(
    MATERIALS.glossBlack,
    overlay(NOSE, pairs('0.1 0.54, 0.46 0.5, 0.4 0.63, 0.12 0.73'), 0.0025, { bulge: 0.002 }),
  );
  const line = [0.13, 0.2, 0.28, 0.36, 0.43].map((across): Point => {
    const spot: Spot = [across, 0.56 - (across - 0.12) * 0.1];
    const { x, y, z } = on(spot);
    return [x + 0.005, y, z + 0.003];
  });
  kit.add(MATERIALS.lampBright, tube(line, 0.0045, { sides: 8 }));
  for (const [across, along, radius] of points('0.17 0.645 0.019, 0.27 0.61 0.017')) {
    const { x, y, z } = on([across, along]);
    projector(kit, x - 0.002, y, z + 0.002, radius);
  }
  // The mouth of the vent under the upper panel, and the chin.
  kit.add(MATERIALS.dark, overlay(FAIRING, pairs('0.26 0.12, 0.26 0.86, 0.42 0.78, 0.4 0.2'), 0.003));
  for (const across of [0.3, 0.345, 0.39])
    kit.add(
      MATERIALS.plastic,
      overlay(
        FAIRING,
        [
          [across, 0.16],
          [across, 0.84],
          [across + 0.016, 0.83],
          [across + 0.016, 0.17],
        ],
        0.006,
      ),
    );
  kit.add(
    paint,
    patch(layerRows(FAIRING, pairs('0 0, 0.3 0.03, 0.27 0.95, 0 1'), 0.012), {
      along: 18,
      across: 12,
      hem: 0.012,
    }),
  );
  kit.add(
    MATERIALS.plastic,
    patch(layerRows(FAIRING, pairs('0.7 0, 1 0, 1 1, 0.64 1'), 0.004), { along: 18, across: 12 }),
  );
}

export function body(kit: Kit, paint: Material) {
  const f = finishes();
  kit.add(paint, patch(wholeRows(NOSE), { creaseRows: [2], along: 26, across: 44, hem: 0.006 }));
  kit.add(
    MATERIALS.dark,
    overlay(wholeRows(NOSE), pairs('0.465 0.62, 0.535 0.62, 0.54 0.86, 0.46 0.86'), 0.002),
  );
  kit.add(f.smoke, patch(wholeRows(SCREEN), { along: 18, across: 24, hem: 0.003, hemRound: 0.0015 }));
  kit.add(paint, patch(wholeRows(TANK), { creaseColumns: [2, 8], along: 34, across: 38, hem: 0.004 }));
  kit.add(
    f.bolt,
    slab(
      outline(points('-0.032 -0.032 0.032, 0.032 -0.032 0.032, 0.032 0.032 0.032, -0.032 0.032 0.032'), 6),
      0.006,
      { bevel: 0.002 },
    ),
    placed(0.17, 0.922, 0, -Math.PI / 2),
  );
  kit.add(f.seat, patch(wholeRows(SEAT), { along: 24, across: 24, hem: 0.004, hemRound: 0.004 }));
  kit.add(paint, patch(wholeRows(TAIL), { creaseColumns: [2, 8], along: 30, across: 32, hem: 0.006 }));
  kit.add(MATERIALS.plastic, patch(wholeRows(UNDERTAIL), { along: 20, across: 16 }));
  kit.onBothSides(() => {
    lamps(kit, paint);
    kit.add(paint, patch(FAIRING, { creaseColumns: [1], along: 26, across: 34 }));
    kit.add(paint, patch(TAIL_SIDE, { creaseColumns: [1], along: 20, across: 12 }));
    kit.add(MATERIALS.white, overlay(FAIRING, pairs('0.05 0.12, 0.12 0.1, 0.13 0.86, 0.07 0.9'), 0.0165));
    kit.add(
      MATERIALS.white,
      overlay(FAIRING, pairs('0.145 0.1, 0.165 0.1, 0.175 0.85, 0.155 0.855'), 0.0165),
    );
    kit.add(f.grip, overlay(TANK, pairs('0.62 0.5, 0.95 0.45, 0.95 0.85, 0.66 0.85'), 0.0012));
  });
  tailLamp(
    kit,
    points('-0.045 -0.012 0.01, 0.045 -0.012 0.01, 0.05 0.016 0.01, -0.05 0.016 0.01'),
    -0.842,
    0.933,
    0.25,
  );
  plate(kit, [-0.965, 0.67], -0.35, [-0.78, 0.885, 0]);
  for (const side of [1, -1]) indicator(kit, [-0.88, 0.79, side * 0.03], [-0.885, 0.795, side * 0.12], -1);
  kit.add(f.satinBlack, block(0.06, 0.02, 0.1, 0.006), placed(-0.865, 0.8, 0));
  for (const side of [1, -1]) indicator(kit, [0.58, 0.74, side * 0.18], [0.575, 0.74, side * 0.225], 1);
}
