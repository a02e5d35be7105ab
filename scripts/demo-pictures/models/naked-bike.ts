import { frontEnd, leant, mudguard, radiator, struts } from '../cycle/chassis.ts';
import { handlebar, tablet } from '../cycle/cockpit.ts';
import { header, silencer } from '../cycle/exhaust.ts';
import { chain, shock, sprocket, sprocketRadius, swingArm } from '../cycle/final-drive.ts';
import { finishes } from '../cycle/finishes.ts';
import { controls, hanger, peg, sideStand } from '../cycle/footwork.ts';
import { fork } from '../cycle/fork.ts';
import { cylinderPlaces, inlineEngine } from '../cycle/inline-engine.ts';
import { type Kit, makeKit, placed } from '../cycle/kit.ts';
import { indicator, ledHeadlamp, plate, tailLamp } from '../cycle/lamps.ts';
import { patch, wholeRows } from '../cycle/patch.ts';
import { block, outline, type Point, slab, tube } from '../cycle/shapes.ts';
import { brakeDisc, caliper, castWheel, tyre, type WheelSize } from '../cycle/wheel.ts';
import { MATERIALS, paintMaterial } from '../rig/materials.ts';
import type { VehicleModel } from '../vehicle-model.ts';
import {
  BELLY,
  FLYSCREEN,
  PILLION,
  SEAT,
  SHROUD,
  SHROUD_TRIM,
  SIDE,
  TAIL,
  TANK,
  UNDERTAIL,
} from './naked-bike.data.ts';

const FRONT: WheelSize = { radius: 0.298, tyreWidth: 0.12, rimRadius: 0.216, rimWidth: 0.089, tread: 'road' };
const REAR: WheelSize = { radius: 0.314, tyreWidth: 0.182, rimRadius: 0.216, rimWidth: 0.14, tread: 'road' };
const FRONT_AXLE = [0.705, 0.298] as const;
const REAR_AXLE = [-0.735, 0.314] as const;
const PIVOT = [-0.215, 0.42] as const;
const SPROCKET = [-0.085, 0.41] as const;
const CHAIN_Z = -0.112;

function rear(kit: Kit) {
  const f = finishes();
  kit.within(placed(...REAR_AXLE, 0), () => {
    tyre(kit, REAR);
    castWheel(kit, REAR, { spokes: 5, style: 'pairs', material: f.bronze });
    kit.within(placed(0, 0, 0.106), () => {
      brakeDisc(kit, 0.118, f.satinBlack);
      caliper(kit, 0.118, 0.6, f.castBlack, 0.3);
    });
    kit.within(placed(0, 0, CHAIN_Z), () => sprocket(kit, 45, f.disc, 6));
  });
  kit.within(placed(...SPROCKET, CHAIN_Z), () => sprocket(kit, 16, f.chain));
  chain(kit, [...SPROCKET, sprocketRadius(16)], [...REAR_AXLE, sprocketRadius(45)], CHAIN_Z);
  swingArm(kit, { pivot: PIVOT, axle: REAR_AXLE, half: [0.1, 0.142], material: f.satinBlack });
  shock(kit, [-0.2, 0.7, 0.02], [-0.3, 0.43, 0.02], 0.04, f.spring);
  kit.add(
    MATERIALS.plastic,
    mudguard(REAR_AXLE, { radius: 0.334, half: 0.086, from: 82, to: 150, drop: 0.035 }),
  );
  kit.add(
    MATERIALS.plastic,
    tube(
      [
        [-0.36, 0.49, CHAIN_Z - 0.01],
        [-0.55, 0.475, CHAIN_Z - 0.012],
        [-0.72, 0.445, CHAIN_Z - 0.012],
      ],
      [
        [0.02, 0.012],
        [0.02, 0.012],
        [0.012, 0.01],
      ],
      { up: [0, 1, 0], power: 5 },
    ),
  );
}

function front(kit: Kit) {
  const f = finishes();
  frontEnd(
    kit,
    { axle: FRONT_AXLE, rake: 0.428, offset: 0.032, steer: 0.2 },
    () => {
      tyre(kit, FRONT);
      castWheel(kit, FRONT, { spokes: 5, style: 'pairs', material: f.bronze });
      for (const side of [1, -1])
        kit.within(placed(0, 0, side * 0.074), () => {
          brakeDisc(kit, 0.155, f.satinBlack);
          caliper(kit, 0.155, 2.45, f.castBlack);
        });
      fork(kit, {
        kind: 'upside-down',
        length: 0.74,
        lowerClamp: 0.545,
        upperClamp: 0.715,
        half: 0.105,
        offset: 0.032,
        tubeMaterial: f.gold,
      });
      kit.onBothSides(() => {
        kit.add(
          f.hose,
          tube(
            [
              [-0.1, 0.11, 0.1],
              [-0.075, 0.2, 0.125],
              [-0.05, 0.36, 0.12],
              [-0.07, 0.5, 0.07],
              [-0.06, 0.6, 0.05],
            ],
            0.0048,
            { sides: 8 },
          ),
        );
        kit.add(
          MATERIALS.plastic,
          tube(
            [
              [0.0, 0.25, 0.104],
              [0.0, 0.31, 0.07],
            ],
            [
              [0.02, 0.006],
              [0.03, 0.005],
            ],
            { up: [0, 1, 0] },
          ),
        );
      });
      // Headlamp brackets and the clip of the wiring.
      for (const y of [0.57, 0.66])
        kit.add(
          f.satinBlack,
          tube(
            [
              [0.02, y, -0.09],
              [0.07, y, -0.05],
              [0.07, y, 0.05],
              [0.02, y, 0.09],
            ],
            0.007,
          ),
        );
    },
    () => {
      const guard = mudguard(FRONT_AXLE, {
        radius: 0.318,
        half: 0.068,
        from: 44,
        to: 158,
        drop: 0.03,
        taper: 0.7,
      });
      kit.add(guardPaint, guard);
      handlebar(kit, {
        path: [
          [0.352, 1.03, 0],
          [0.352, 1.03, 0.06],
          [0.33, 1.07, 0.16],
          [0.295, 1.082, 0.25],
          [0.255, 1.075, 0.385],
        ],
      });
      for (const z of [0.05, -0.05])
        kit.add(
          f.satinBlack,
          tube(
            [
              [0.372, 0.965, z],
              [0.352, 1.045, z],
            ],
            0.018,
            { sides: 14 },
          ),
        );
      tablet(kit, [0.405, 1.06], -0.95);
      kit.within(placed(0.585, 0.86, 0, 0, 0, -0.22), () =>
        ledHeadlamp(
          kit,
          [
            [-0.05, -0.1, 0.02],
            [0.05, -0.1, 0.02],
            [0.1, 0.02, 0.03],
            [0.085, 0.085, 0.025],
            [-0.085, 0.085, 0.025],
            [-0.1, 0.02, 0.03],
          ],
          {
            housing: MATERIALS.plastic,
            projectors: [
              [0.03, 0, 0.027],
              [-0.045, 0, 0.024],
            ],
            line: [1, -1].map((side): Point[] => [
              [0.0, 0.062, side * 0.03],
              [0.0, 0.058, side * 0.07],
              [-0.002, 0.015, side * 0.078],
              [-0.002, -0.035, side * 0.055],
            ]),
            depth: 0.12,
          },
        ),
      );
      kit.add(
        guardPaint,
        patch(wholeRows(FLYSCREEN), {
          creaseColumns: [1, 5],
          along: 20,
          across: 24,
        }),
      );
      for (const side of [1, -1]) indicator(kit, [0.5, 0.955, side * 0.09], [0.505, 0.958, side * 0.14], 1);
    },
  );
}

let guardPaint = paintMaterial();

function engine(kit: Kit) {
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
      [
        [0.12, 0.167, 0.02],
        [0.06, 0.166, 0.025],
        [-0.02, 0.165, 0.03],
        [-0.14, 0.172, 0.06],
        [-0.19, 0.185, 0.08],
      ],
      [
        [0.026, 0.07],
        [0.034, 0.075],
        [0.05, 0.085],
        [0.05, 0.08],
        [0.026, 0.03],
      ],
      { up: [0, 1, 0], sides: 24, power: 3.4 },
    ),
  );
  kit.add(
    f.titanium,
    tube(
      [
        [-0.17, 0.18, 0.075],
        [-0.24, 0.215, 0.12],
        [-0.3, 0.26, 0.165],
      ],
      0.026,
      { sides: 18 },
    ),
  );
  silencer(
    kit,
    [
      [-0.29, 0.25, 0.163],
      [-0.34, 0.28, 0.178],
      [-0.5, 0.365, 0.19],
      [-0.66, 0.445, 0.197],
    ],
    [
      [0.028, 0.028],
      [0.05, 0.044],
      [0.062, 0.05],
      [0.06, 0.048],
    ],
    { body: f.satinBlack, cap: f.titanium, power: 2.8 },
  );
  radiator(kit, [0.425, 0.6], 0.35, 0.34, 0.27);
}

function frame(kit: Kit) {
  const f = finishes();
  const steel = f.castGrey;
  const [a, b, c, d]: Point[] = [
    [0.385, 0.9, 0.045],
    [0.24, 0.8, 0.172],
    [0.06, 0.73, 0.178],
    [-0.12, 0.62, 0.15],
  ];
  const [e, g, h, i]: Point[] = [
    [0.425, 0.8, 0.045],
    [0.31, 0.69, 0.185],
    [0.14, 0.61, 0.186],
    [-0.06, 0.5, 0.165],
  ];
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
  kit.add(
    steel,
    tube(
      [
        [0.432, 0.79, 0],
        [0.372, 0.92, 0],
      ],
      0.032,
      { sides: 20 },
    ),
  );
  kit.onBothSides(() => {
    kit.add(
      f.castGrey,
      slab(
        outline(
          [
            [-0.05, 0.62, 0.03],
            [-0.16, 0.66, 0.03],
            [-0.25, 0.44, 0.04],
            [-0.24, 0.36, 0.03],
            [-0.17, 0.33, 0.03],
            [-0.12, 0.44, 0.03],
            [-0.03, 0.5, 0.03],
          ],
          5,
        ),
        0.03,
        { bevel: 0.006 },
      ),
      placed(0, 0, 0.138),
    );
    kit.add(
      f.satinBlack,
      tube(
        [
          [-0.1, 0.68, 0.12],
          [-0.3, 0.73, 0.11],
          [-0.55, 0.79, 0.08],
          [-0.76, 0.85, 0.05],
        ],
        0.013,
      ),
    );
    kit.add(
      f.satinBlack,
      tube(
        [
          [-0.13, 0.56, 0.13],
          [-0.35, 0.66, 0.11],
          [-0.55, 0.77, 0.08],
        ],
        0.012,
      ),
    );
    hanger(
      kit,
      [
        [-0.13, 0.46, 0.02],
        [-0.2, 0.47, 0.02],
        [-0.3, 0.34, 0.03],
        [-0.285, 0.3, 0.02],
        [-0.24, 0.3, 0.02],
        [-0.17, 0.37, 0.02],
      ],
      [[-0.2, 0.41, 0.016]],
      0.165,
    );
    peg(kit, [-0.265, 0.325, 0.18]);
    kit.add(
      f.satinBlack,
      tube(
        [
          [-0.36, 0.69, 0.12],
          [-0.47, 0.5, 0.15],
        ],
        [
          [0.008, 0.02],
          [0.008, 0.012],
        ],
        { up: [0, 0, 1], power: 4 },
      ),
    );
    kit.add(
      f.satinBlack,
      tube(
        [
          [-0.5, 0.745, 0.1],
          [-0.47, 0.5, 0.15],
        ],
        [
          [0.008, 0.014],
          [0.008, 0.012],
        ],
        { up: [0, 0, 1], power: 4 },
      ),
    );
    peg(kit, [-0.47, 0.495, 0.155], 0.08);
  });
  controls(kit, [-0.255, 0.345, 0.195], 0.17);
  sideStand(kit, [-0.09, 0.27]);
  // Airbox, battery and wiring under tank and seat keep the light out.
  kit.add(
    MATERIALS.plastic,
    slab(
      outline([
        [-0.3, 0.72, 0.02],
        [-0.12, 0.6, 0.02],
        [0.02, 0.66, 0.02],
        [0.2, 0.78, 0.02],
        [0.33, 0.85, 0.02],
        [0.3, 0.9, 0.02],
        [-0.1, 0.86, 0.02],
        [-0.46, 0.78, 0.02],
      ]),
      0.17,
      { bevel: 0.01 },
    ),
  );
  kit.add(
    f.hose,
    tube(
      [
        [0.36, 0.86, -0.05],
        [0.2, 0.79, -0.12],
        [0.0, 0.7, -0.12],
        [-0.1, 0.6, -0.1],
      ],
      0.008,
    ),
  );
}

export const vehicle: VehicleModel = {
  name: 'naked-bike',
  galleryPaint: 'blue',
  build() {
    const kit = makeKit();
    const f = finishes();
    const paint = paintMaterial();
    guardPaint = paint;
    rear(kit);
    front(kit);
    engine(kit);
    frame(kit);
    kit.add(paint, patch(wholeRows(TANK), { creaseColumns: [3, 9], along: 36, across: 40, hem: 0.006 }));
    kit.add(
      f.bolt,
      slab(
        outline([
          [-0.03, -0.03, 0.03],
          [0.03, -0.03, 0.03],
          [0.03, 0.03, 0.03],
          [-0.03, 0.03, 0.03],
        ]),
        0.006,
        { bevel: 0.002 },
      ),
      placed(0.16, 1.005, 0, -Math.PI / 2, 0, 0),
    );
    kit.add(f.seat, patch(wholeRows(SEAT), { along: 28, across: 26, hem: 0.004, hemRound: 0.004 }));
    kit.add(f.seat, patch(wholeRows(PILLION), { along: 20, across: 24, hem: 0.004, hemRound: 0.004 }));
    kit.onBothSides(() => {
      kit.add(paint, patch(SHROUD, { creaseColumns: [1, 2], along: 28, across: 20 }));
      kit.add(MATERIALS.plastic, patch(SHROUD_TRIM, { along: 20, across: 12 }));
      kit.add(paint, patch(TAIL, { creaseColumns: [1], along: 36, across: 16 }));
      kit.add(paint, patch(BELLY, { creaseColumns: [1], along: 24, across: 14 }));
    });
    kit.onBothSides(() => kit.add(MATERIALS.plastic, patch(SIDE, { along: 20, across: 12 })));
    kit.add(MATERIALS.plastic, patch(wholeRows(UNDERTAIL), { along: 24, across: 20 }));
    tailLamp(
      kit,
      [
        [-0.05, -0.016, 0.012],
        [0.05, -0.016, 0.012],
        [0.06, 0.012, 0.01],
        [-0.06, 0.012, 0.01],
      ],
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
