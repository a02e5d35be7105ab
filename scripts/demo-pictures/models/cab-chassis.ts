import { arc } from '../body/arc.ts';
import { type CarDrawing, carOf } from '../body/car.ts';
import { grille, headLamp } from '../body/lamps.ts';
import type { Views } from '../body/view.ts';
import { nudgeBar } from '../parts/bull-bar.ts';
import { mirror, pair } from '../parts/mirror.ts';
import { snorkel, towBar } from '../parts/off-road-gear.ts';
import { plate } from '../parts/plate.ts';
import { tray } from '../parts/tray.ts';
import { MATERIALS } from '../rig/materials.ts';
import type { VehicleModel } from '../vehicle-model.ts';

const FRONT = 1.745;
const REAR = -1.475;
const ARCH = 0.45;
const AXLE = 0.385;

function draw({ side, front, rear, top }: Views) {
  side.fill('gloss', '1.02,1.265 0.36,1.715 0.2,1.745 -0.14,1.745 -0.16,1.27', 0.05);
  side.fill('glass', '0.9,1.295 0.34,1.675 -0.1,1.715 -0.12,1.295', 0.04);
  side.fill('trim', '2.3,0.3 2.3,0.45 -0.5,0.45 -0.5,0.3', 0.01);
  side.stroke('trim', arc(FRONT, AXLE, ARCH + 0.014, -25, 205), 0.046, 0);
  side.gap('0.98,1.25 1.04,1.18 1.05,0.86 0.98,0.45 -0.18,0.45 -0.19,1.74 0.3,1.76');
  side.gap('2.3,0.62 2.28,0.86 2.22,1.0', 0.1, 0.004);
  side.raise('0.94,0.86 -0.1,0.88 -0.1,0.56 0.94,0.56', -0.0028, 0.07);
  side.fill('gloss', '1.38,1.07 1.38,1.04 1.24,1.04 1.24,1.07', 0.012);

  front.fill('gloss', '-0.1,1.83 0.5,1.79 0.63,1.73 0.86,1.24 -0.1,1.21', 0.05);
  front.fill('glass', '-0.1,1.77 0.48,1.745 0.58,1.7 0.775,1.28 0.3,1.255 -0.1,1.25', 0.05);
  front.fill('trim', '-0.1,0.76 0.62,0.76 0.8,0.72 1.4,0.72 1.4,0.3 -0.1,0.3', 0.05);
  grille(front, {
    shape: '-0.1,1.08 0.56,1.07 0.58,1.0 0.54,0.84 -0.1,0.84',
    pattern: 'bars',
    pitch: 0.058,
    colour: '#3a3e42',
    frame: 'gloss',
    frameWidth: 0.03,
  });
  grille(front, {
    shape: '-0.1,0.6 0.56,0.6 0.6,0.56 0.54,0.46 -0.1,0.46',
    pattern: 'mesh',
    pitch: 0.035,
    frame: 'none',
  });
  headLamp(front, {
    shape: '0.61,1.09 0.9,1.08 1.12,1.06 1.1,0.9 0.94,0.86 0.62,0.85',
    radius: 0.03,
    running: ['0.66,0.88 0.92,0.888 1.04,0.925'],
    reflectors: ['0.65,0.92 0.65,1.05 0.76,1.05 0.76,0.92', '0.79,0.92 0.79,1.05 0.92,1.045 0.92,0.92'],
    indicator: '0.98,0.95 1.0,1.04',
  });
  headLamp(front, {
    shape: '0.7,0.62 0.82,0.62 0.82,0.54 0.7,0.54',
    radius: 0.03,
    reflectors: ['0.72,0.55 0.72,0.61 0.8,0.61 0.8,0.55'],
  });
  rear.fill('gloss', '-0.1,1.74 0.5,1.72 0.58,1.66 0.66,1.36 -0.1,1.36', 0.04);
  rear.fill('glass', '-0.1,1.7 0.46,1.68 0.53,1.63 0.6,1.39 -0.1,1.39', 0.05);
  top.gap('2.58,-0.1 2.56,0.55 2.38,0.77 1.08,0.85', 0.08);
  top.raise('2.46,0.16 2.46,0.5 1.18,0.62 1.18,0.2', 0.006, 0.05);
  top.fill('gloss', '1.22,-0.1 1.22,0.75 1.04,0.77 1.0,-0.1', 0.01);
}

const drawing: CarDrawing = {
  height: 1.85,
  reach: 2.75,
  shape: {
    top: '-1,1.27 0.5,1.265 1.08,1.265 1.5,1.248 2.2,1.19 2.45,1.15 2.56,1.1 2.7,0.98',
    crown: 0.04,
    bottom: '-1,0.4 -0.3,0.39 0.9,0.39 2.2,0.38 2.65,0.4',
    nose: '0.3,2.46 0.42,2.57 0.56,2.61 0.74,2.62 0.95,2.6 1.08,2.575 1.2,2.5',
    tail: '0.3,-0.27 0.6,-0.28 1.2,-0.28 1.4,-0.28',
    noseSweep: [0.2, 3.1],
    tailSweep: [0.03, 4],
    plan: '-1,0.89 0,0.9 1.5,0.9 2.2,0.89 2.7,0.86',
    section: '0.3,-0.1 0.42,-0.06 0.6,-0.012 0.85,0 1.05,-0.008 1.2,-0.03 1.3,-0.06',
    folds: [{ at: '-1,1.12 1.2,1.11 2.2,1.06', out: 0.012, above: 0.06, below: 0.2, to: 2.25 }],
    shoulder: '-1,0.05 0.9,0.05 1.4,0.09 2.6,0.1',
    noseCorner: 0.13,
    tailCorner: 0.07,
    sill: 0.06,
    flare: [0.16, 0.022],
    cabin: {
      roof: '1.1,1.64 0.6,1.75 0.2,1.815 -0.1,1.835 -0.6,1.82',
      crown: 0.03,
      screen: '1.1,1.33 1.27,1.12 1.75,0.44 2.1,-0.06',
      screenSweep: 0.16,
      back: '1.1,-0.29 1.3,-0.28 1.85,-0.22 2.0,-0.2',
      backSweep: 0.04,
      plan: '-1,0.81 0,0.82 0.5,0.82 1.2,0.79',
      belt: 1.26,
      lean: 0.26,
      curve: 0.12,
      cant: 0.075,
      frontPillar: 0.06,
      rearPillar: 0.07,
      foot: 0.025,
    },
  },
  stance: {
    front: FRONT,
    rear: REAR,
    diameter: 2 * AXLE,
    width: 0.255,
    outer: 0.905,
    arch: ARCH,
    lip: 'trim',
  },
  noseWrap: 2.42,
  tailWrap: -0.2,
  noseEnd: 2.15,
  tailEnd: -0.12,
  screenFoot: 1.22,
  backFoot: 1.3,
  cabin: [-0.6, 0.1, 1.4],
  spine: '-3,0.85 3,0.85',
  fan: 0.32,
  projectors: ['0.705,0.985,0.036', '0.855,0.98,0.036'],
  interior: { rows: [0.16], floor: 0.56, dash: 0.74, dashTop: 1.22, half: 0.72, tail: -0.2, shelf: 1.0 },
  wheel: { rim: 17, design: 'steel', tyre: 'all-terrain', finish: 'white' },
  fittings: { handles: '-0.06,1.14', handleOf: 'gloss', wipers: 1.255 },
  draw,
  fit(root, { spots }) {
    root.add(
      tray({
        from: -0.36,
        to: -2.68,
        width: 1.86,
        floor: 0.97,
        head: 1.9,
        axle: { x: REAR, y: AXLE, radius: 0.455, track: 1.55 },
      }),
    );
    const hitch = towBar();
    hitch.position.set(-2.6, 0.5, 0);
    const bar = nudgeBar(0.92, 0.5, 1.0);
    bar.position.x = 2.63;
    const front = plate();
    front.position.set(2.665, 0.62, 0);
    const back = plate();
    back.rotation.y = Math.PI;
    back.position.set(-2.69, 0.76, 0);
    root.add(hitch, bar, front, back);
    root.add(
      snorkel([
        [1.5, 1.08, 0.88],
        [1.12, 1.12, 0.9],
        [0.98, 1.26, 0.86],
        [0.46, 1.76, 0.7],
      ]),
    );
    root.add(
      pair(
        () => mirror({ cap: MATERIALS.plastic, height: 0.19 }),
        [0.8, 1.28, spots.side(0.8, 1.29) - 0.012],
      ),
    );
  },
};

export const vehicle: VehicleModel = {
  name: 'cab-chassis',
  galleryPaint: 'white',
  build: () => carOf(drawing),
};
