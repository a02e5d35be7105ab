import { leant } from '../cycle/chassis.ts';
import { finishes } from '../cycle/finishes.ts';
import { makeKit, placed } from '../cycle/kit.ts';
import { indicator, plate, tailLamp } from '../cycle/lamps.ts';
import { engine, frame } from '../cycle/naked/engine.ts';
import { front, rear } from '../cycle/naked/running-gear.ts';
import {
  BELLY,
  PILLION,
  SEAT,
  SHROUD,
  SHROUD_TRIM,
  SIDE,
  TAIL,
  TANK,
  UNDERTAIL,
} from '../cycle/naked/sheets.data.ts';
import { pairs, points } from '../cycle/numbers.ts';
import { overlay } from '../cycle/overlay.ts';
import { patch, wholeRows } from '../cycle/patch.ts';
import { block, outline, slab } from '../cycle/shapes.ts';
import { MATERIALS, paintMaterial } from '../rig/materials.ts';
import type { VehicleModel } from '../vehicle-model.ts';

export const vehicle: VehicleModel = {
  name: 'naked-bike',
  galleryPaint: 'blue',
  build() {
    const kit = makeKit();
    const f = finishes();
    const paint = paintMaterial();
    rear(kit);
    front(kit, paint);
    engine(kit);
    frame(kit);
    kit.add(paint, patch(wholeRows(TANK), { creaseColumns: [3, 9], along: 36, across: 40, hem: 0.006 }));
    kit.add(
      f.bolt,
      slab(outline(points('-0.03 -0.03 0.03, 0.03 -0.03 0.03, 0.03 0.03 0.03, -0.03 0.03 0.03')), 0.006, {
        bevel: 0.002,
      }),
      placed(0.16, 1.005, 0, -Math.PI / 2, 0, 0),
    );
    kit.add(f.seat, patch(wholeRows(SEAT), { along: 28, across: 26, hem: 0.004, hemRound: 0.004 }));
    kit.add(f.seat, patch(wholeRows(PILLION), { along: 20, across: 24, hem: 0.004, hemRound: 0.004 }));
    kit.onBothSides(() => {
      kit.add(paint, patch(SHROUD, { creaseColumns: [1, 2], along: 28, across: 20 }));
      kit.add(MATERIALS.glossBlack, overlay(SHROUD, pairs('0.74 0.1, 0.98 0.06, 0.98 0.9, 0.8 0.86'), 0.002));
      kit.add(
        MATERIALS.glossBlack,
        overlay(TAIL, pairs('0.66 0.05, 0.97 0.05, 0.97 0.97, 0.66 0.97'), 0.0015),
      );
      kit.add(MATERIALS.plastic, patch(SHROUD_TRIM, { along: 20, across: 12 }));
      kit.add(paint, patch(TAIL, { creaseColumns: [1], along: 36, across: 16 }));
      kit.add(paint, patch(BELLY, { creaseColumns: [1], along: 24, across: 14 }));
    });
    kit.onBothSides(() => kit.add(MATERIALS.plastic, patch(SIDE, { along: 20, across: 12 })));
    kit.add(MATERIALS.plastic, patch(wholeRows(UNDERTAIL), { along: 24, across: 20 }));
    tailLamp(
      kit,
      points('-0.05 -0.016 0.012, 0.05 -0.016 0.012, 0.06 0.012 0.01, -0.06 0.012 0.01'),
      -0.872,
      0.9,
      0.2,
    );
    plate(kit, [-0.985, 0.66], -0.35, [-0.82, 0.86, 0]);
    for (const side of [1, -1]) indicator(kit, [-0.9, 0.77, side * 0.03], [-0.905, 0.775, side * 0.13], -1);
    kit.add(f.satinBlack, block(0.06, 0.02, 0.1, 0.006), placed(-0.885, 0.78, 0));
    return { root: leant(kit), paint };
  },
};
