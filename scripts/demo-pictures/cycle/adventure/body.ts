import type { Material } from 'three';
import { MATERIALS } from '../../rig/materials.ts';
import { finishes } from '../finishes.ts';
import { type Kit, placed } from '../kit.ts';
import { indicator, plate, projector, tailLamp } from '../lamps.ts';
import { pairs, points } from '../numbers.ts';
import { layerRows, overlay, surface } from '../overlay.ts';
import { patch, wholeRows } from '../patch.ts';
import { block, outline, type Point, slab, tube } from '../shapes.ts';
import { BEAK, NOSE, SCREEN, SEAT, SHROUD, SKID_PLATE, TAIL, TANK, UNDERTAIL } from './sheets.data.ts';

function lamps(kit: Kit) {
  const on = surface(NOSE);
  kit.add(
    MATERIALS.glossBlack,
    overlay(NOSE, pairs('0.02 0.36, 0.5 0.3, 0.46 0.74, 0.02 0.86'), 0.003, { bulge: 0.003 }),
  );
  for (const [across, along, radius] of points('0.13 0.6 0.026, 0.31 0.55 0.022')) {
    const { x, y, z } = on([across, along]);
    projector(kit, x - 0.01, y, z + 0.001, radius);
  }
  const line = [0.03, 0.14, 0.26, 0.38, 0.47, 0.45].map((across, at): Point => {
    const { x, y, z } = on([across, at < 5 ? 0.4 - across * 0.1 : 0.66]);
    return [x + 0.006, y, z + 0.004];
  });
  kit.add(MATERIALS.lampBright, tube(line, 0.0045, { sides: 8, corners: new Set([4]) }));
}

/** An aluminium case on its rack at the right. */
function pannier(kit: Kit) {
  const { satinBlack, bolt } = finishes();
  const [x, y, z] = [-0.7, 0.68, 0.315];
  kit.within(placed(x, y, z), () => {
    const edge = outline(
      points('-0.215 -0.16 0.02, 0.17 -0.16 0.05, 0.205 -0.09 0.03, 0.215 0.13 0.02, -0.215 0.13 0.02'),
      4,
    );
    kit.add(MATERIALS.aluminium, slab(edge, 0.21, { bevel: 0.012, bevelPieces: 3 }));
    kit.add(
      MATERIALS.aluminium,
      slab(
        outline(points('-0.22 0.133 0.012, 0.22 0.133 0.012, 0.22 0.172 0.018, -0.22 0.172 0.018'), 4),
        0.22,
        { bevel: 0.012, bevelPieces: 3 },
      ),
    );
    kit.add(
      satinBlack,
      slab(
        outline(points('-0.217 0.128 0.002, 0.217 0.128 0.002, 0.217 0.134 0.002, -0.217 0.134 0.002')),
        0.214,
        { bevel: 0.001 },
      ),
    );
    for (const at of [-0.19, 0.19])
      kit.add(satinBlack, block(0.036, 0.045, 0.03, 0.006), placed(at, 0.142, 0.098));
    for (const at of [-0.19, 0.18])
      kit.add(satinBlack, block(0.05, 0.05, 0.03, 0.012), placed(at, -0.128, 0.094));
    for (const at of [-0.1, 0.1]) {
      kit.add(bolt, block(0.028, 0.07, 0.014, 0.004), placed(at, 0.118, 0.112));
      kit.add(satinBlack, block(0.02, 0.03, 0.012, 0.003), placed(at, 0.1, 0.12));
    }
    kit.add(
      MATERIALS.aluminium,
      slab(outline(points('-0.15 -0.1 0.02, 0.13 -0.1 0.03, 0.15 0.07 0.02, -0.15 0.07 0.02'), 4), 0.012, {
        bevel: 0.005,
      }),
      placed(0, 0, 0.104),
    );
    kit.add(
      satinBlack,
      tube(points('-0.05 0.176 0, -0.04 0.2 0, 0.04 0.2 0, 0.05 0.176 0'), 0.008, { sides: 8 }),
    );
  });
  kit.add(
    satinBlack,
    tube(
      points('-0.5 0.8 0.14, -0.52 0.79 0.2, -0.86 0.79 0.2, -0.88 0.6 0.2, -0.56 0.6 0.2, -0.52 0.79 0.2'),
      0.009,
      { corners: new Set([1, 2, 3, 4]) },
    ),
  );
  kit.add(satinBlack, tube(points('-0.58 0.6 0.2, -0.46 0.56 0.155'), 0.009));
}

export function body(kit: Kit, paint: Material) {
  const f = finishes();
  kit.add(paint, patch(wholeRows(NOSE), { along: 22, across: 34, hem: 0.006 }));
  kit.add(paint, patch(wholeRows(BEAK), { creaseColumns: [1, 5], along: 28, across: 24, hem: 0.006 }));
  kit.add(f.clear, patch(wholeRows(SCREEN), { along: 18, across: 24, hem: 0.004, hemRound: 0.002 }));
  kit.add(
    MATERIALS.plastic,
    patch(wholeRows(TANK), { creaseColumns: [2, 8], along: 32, across: 36, hem: 0.004 }),
  );
  kit.add(
    f.bolt,
    slab(
      outline(points('-0.034 -0.034 0.034, 0.034 -0.034 0.034, 0.034 0.034 0.034, -0.034 0.034 0.034'), 6),
      0.006,
      { bevel: 0.002 },
    ),
    placed(0.22, 1.078, 0, -Math.PI / 2),
  );
  kit.add(f.seat, patch(wholeRows(SEAT), { along: 36, across: 26, hem: 0.004, hemRound: 0.004 }));
  kit.add(MATERIALS.plastic, patch(wholeRows(UNDERTAIL), { along: 20, across: 16 }));
  kit.add(
    MATERIALS.aluminium,
    patch(wholeRows(SKID_PLATE), { creaseColumns: [2, 4], along: 22, across: 24 }),
  );
  kit.onBothSides(() => {
    lamps(kit);
    kit.add(paint, patch(SHROUD, { creaseColumns: [1, 2], along: 28, across: 24 }));
    kit.add(
      MATERIALS.plastic,
      patch(layerRows(SHROUD, pairs('0.56 0, 1 0, 1 1, 0.8 1'), 0.004), { along: 18, across: 10 }),
    );
    kit.add(MATERIALS.dark, overlay(SHROUD, pairs('0.12 0.16, 0.42 0.12, 0.36 0.24, 0.16 0.3'), 0.003));
    kit.add(paint, patch(TAIL, { creaseColumns: [1], along: 30, across: 14 }));
    pannier(kit);
    // Rack and grab handles.
    kit.add(
      f.satinBlack,
      tube(points('-0.46 0.84 0.165, -0.6 0.925 0.168, -0.8 0.955 0.14, -1 0.96 0.12'), 0.012),
    );
  });
  kit.add(
    f.satinBlack,
    slab(outline(points('-1.03 -0.13 0.04, -0.78 -0.12 0.03, -0.78 0.12 0.03, -1.03 0.13 0.04'), 5), 0.012, {
      bevel: 0.003,
      holes: [-0.07, 0, 0.07].map((z) =>
        outline([
          [-1.0, z - 0.02, 0.012],
          [-0.82, z - 0.02, 0.012],
          [-0.82, z + 0.02, 0.012],
          [-1.0, z + 0.02, 0.012],
        ]),
      ),
    }),
    placed(0, 0.966, 0, -Math.PI / 2),
  );
  tailLamp(
    kit,
    points('-0.055 -0.018 0.012, 0.055 -0.018 0.012, 0.06 0.018 0.012, -0.06 0.018 0.012'),
    -0.84,
    0.87,
    0.15,
  );
  kit.add(MATERIALS.plastic, block(0.08, 0.05, 0.14, 0.015), placed(-0.795, 0.87, 0));
  plate(kit, [-0.99, 0.7], -0.25, [-0.8, 0.84, 0]);
  for (const side of [1, -1]) indicator(kit, [-0.89, 0.815, side * 0.03], [-0.895, 0.815, side * 0.13], -1);
  for (const side of [1, -1]) indicator(kit, [0.5, 0.9, side * 0.19], [0.495, 0.9, side * 0.235], 1);
}
