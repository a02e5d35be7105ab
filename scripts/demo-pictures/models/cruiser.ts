import { leant } from '../cycle/chassis.ts';
import { engine } from '../cycle/cruiser/engine.ts';
import { frame } from '../cycle/cruiser/frame.ts';
import { front, REAR_AXLE, rear } from '../cycle/cruiser/running-gear.ts';
import { PILLION, SEAT, TANK } from '../cycle/cruiser/sheets.data.ts';
import { finishes } from '../cycle/finishes.ts';
import { makeKit, placed } from '../cycle/kit.ts';
import { indicator, plate, tailLamp } from '../cycle/lamps.ts';
import { patch, wholeRows } from '../cycle/patch.ts';
import { spin } from '../cycle/shapes.ts';
import { MATERIALS, paintMaterial } from '../rig/materials.ts';
import type { VehicleModel } from '../vehicle-model.ts';

export const vehicle: VehicleModel = {
  name: 'cruiser',
  galleryPaint: 'green',
  build() {
    const kit = makeKit();
    const { brownSeat } = finishes();
    const paint = paintMaterial();
    rear(kit, paint);
    front(kit, paint);
    engine(kit);
    frame(kit);
    kit.add(paint, patch(wholeRows(TANK), { along: 40, across: 40, hem: 0.004 }));
    kit.add(
      MATERIALS.chrome,
      spin(
        [
          [0.036, -0.006],
          [0.036, 0.006],
          [0.03, 0.012],
          [0.012, 0.014],
          [0, 0.014],
        ],
        28,
      ),
      placed(0.2, 0.943, 0, -Math.PI / 2 - 0.02),
    );
    kit.add(brownSeat, patch(wholeRows(SEAT), { along: 30, across: 28, hem: 0.006, hemRound: 0.006 }));
    kit.add(brownSeat, patch(wholeRows(PILLION), { along: 24, across: 24, hem: 0.006, hemRound: 0.006 }));
    const [x, y] = REAR_AXLE;
    tailLamp(
      kit,
      [
        [-0.05, -0.02, 0.018],
        [0.05, -0.02, 0.018],
        [0.045, 0.022, 0.018],
        [-0.045, 0.022, 0.018],
      ],
      x - 0.318,
      y + 0.22,
      0.55,
    );
    plate(kit, [x - 0.372, y + 0.06], 0.02, [x - 0.34, y + 0.18, 0]);
    for (const side of [1, -1])
      indicator(kit, [x - 0.33, y + 0.2, side * 0.06], [x - 0.335, y + 0.2, side * 0.14], -1);
    return { root: leant(kit), paint };
  },
};
