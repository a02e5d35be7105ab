import { arc } from '../body/arc.ts';
import { type CarDrawing, carOf } from '../body/car.ts';
import { grille, headLamp, tailLamp } from '../body/lamps.ts';
import type { Views } from '../body/view.ts';
import { roofRails } from '../parts/roof-rails.ts';
import { MATERIALS } from '../rig/materials.ts';
import type { VehicleModel } from '../vehicle-model.ts';

const FRONT = 1.56;
const REAR = -1.4;
const ARCH = 0.435;
const AXLE = 0.39;

function draw({ side, front, rear, top }: Views) {
  side.fill(
    'gloss',
    '1.0,1.17 0.24,1.7 -0.3,1.75 -1.4,1.735 -1.95,1.665,0.08 -2.14,1.28,0.08 -2.02,1.19 -1,1.17',
    0.06,
  );
  side.stroke('chrome', '1.0,1.172 -1.1,1.178 -1.98,1.205 -2.1,1.29,0.05 -1.96,1.65', 0.018, 0.08);
  side.fill('glass', '0.77,1.2 0.19,1.65 -0.12,1.7 -0.15,1.2', 0.03);
  side.fill('glass', '-0.24,1.2 -0.21,1.707 -0.85,1.707 -1.14,1.68,0.05 -1.17,1.21', 0.03);
  side.fill(
    'glass',
    '-1.27,1.215 -1.24,1.672 -1.7,1.635 -1.92,1.58,0.06 -2.03,1.32,0.08 -1.95,1.235,0.05',
    0.04,
  );
  side.fill('trim', '1.3,0.1 1.3,0.4 -1.1,0.4 -1.1,0.1', 0.02);
  side.fill('trim', '-1.6,0.1 -1.6,0.5 -2.6,0.52 -2.6,0.1', 0.02);
  side.stroke('chrome', '1.05,0.37 -0.92,0.37', 0.014, 0);
  for (const axle of [FRONT, REAR]) side.stroke('trim', arc(axle, AXLE, ARCH + 0.015, -22, 202), 0.05, 0);
  side.gap('1.02,1.13 1.07,1.04 1.06,0.8 0.98,0.4 -0.15,0.4 -0.19,1.18');
  side.gap('-0.19,0.4 -0.84,0.4 -0.94,0.58,0.12 -1.14,0.84,0.1 -1.2,1.0 -1.22,1.18', 0.05);
  side.gap('-1.52,0.92 -1.52,1.07 -1.68,1.07 -1.68,0.92 -1.52,0.92', 0.03, 0.004);
  side.gap('2.1,0.52 2.06,0.72 1.98,0.92', 0.1, 0.004);
  side.raise('0.98,0.72 -0.9,0.76 -0.9,0.5 0.98,0.48', -0.0028, 0.08);

  front.fill('gloss', '-0.1,1.81 0.5,1.78 0.62,1.72 0.9,1.14 -0.1,1.12', 0.05);
  front.fill('glass', '-0.1,1.735 0.48,1.715 0.58,1.665 0.8,1.19 0.35,1.165 -0.1,1.16', 0.05);
  front.fill('trim', '-0.1,0.44 0.7,0.44 0.82,0.5 1.6,0.5 1.6,0.1 -0.1,0.1', 0.04);
  grille(front, {
    shape: '-0.1,0.97 0.5,0.955 0.6,0.88 0.55,0.68 0.44,0.6 -0.1,0.6',
    pattern: 'bars',
    pitch: 0.074,
    colour: '#8f959a',
    frame: 'chrome',
    frameWidth: 0.034,
  });
  grille(front, {
    shape: '-0.1,0.4 0.5,0.4 0.56,0.34 0.5,0.27 -0.1,0.27',
    pattern: 'mesh',
    pitch: 0.03,
    frame: 'none',
  });
  front.fill('chrome', '-0.1,0.25 0.5,0.25 0.46,0.2 -0.1,0.2', 0.01);
  front.fill('gloss', '0.68,0.66 0.86,0.64 0.9,0.5 0.74,0.48', 0.04);
  headLamp(front, {
    shape: '0.7,0.62 0.84,0.61 0.86,0.54 0.74,0.53',
    running: ['0.73,0.575 0.83,0.57'],
    runningWidth: 0.014,
  });
  headLamp(front, {
    shape: '0.61,0.96 0.85,0.965 1.16,0.975 1.2,0.94 1.02,0.86 0.64,0.845',
    running: ['0.64,0.868 0.98,0.882 1.12,0.945'],
    reflectors: ['0.66,0.89 0.66,0.94 0.74,0.942 0.74,0.892', '0.86,0.9 0.86,0.945 0.96,0.95 0.96,0.905'],
  });

  rear.fill('gloss', '-0.1,1.72 0.5,1.7 0.6,1.64 0.75,1.23 -0.1,1.21', 0.05);
  rear.fill('glass', '-0.1,1.66 0.47,1.645 0.56,1.59 0.67,1.27 -0.1,1.25', 0.05);
  rear.gap('-0.1,0.6 0.5,0.6 0.66,0.66 0.72,0.9 0.76,1.18 0.72,1.68', 0.08, 0.007);
  rear.fill('trim', '-0.1,0.5 0.8,0.5 1.6,0.52 1.6,0.1 -0.1,0.1', 0.04);
  rear.fill('chrome', '-0.1,0.3 0.44,0.3 0.4,0.24 -0.1,0.24', 0.01);
  rear.raise('-0.1,0.87 0.36,0.87 0.32,0.68 -0.1,0.68', -0.0028, 0.02);
  tailLamp(rear, {
    shape: '-0.1,1.02 0.5,1.03 0.72,1.12 1.06,1.13 1.16,1.08 1.06,0.95 0.7,0.93 0.5,0.97 -0.1,0.97',
    radius: 0.02,
    bars: ['-0.1,0.995 0.52,1.0 0.74,1.085 1.04,1.09', '0.72,0.96 1.02,0.975'],
    chambers: ['0.76,0.99 0.78,1.06 0.98,1.06 0.98,0.99'],
    clear: ['0.84,1.0 0.84,1.045 0.92,1.045 0.92,1.0'],
  });

  top.gap('2.4,-0.1 2.36,0.5 2.16,0.74 1.15,0.86', 0.1);
  top.raise('2.25,0.18 2.22,0.42 1.2,0.6 1.2,0.26', 0.006, 0.05);
  top.fill('gloss', '0.0,-0.1 0.0,0.44 -1.3,0.44 -1.3,-0.1', 0.05);
}

const drawing: CarDrawing = {
  height: 1.83,
  reach: 2.5,
  shape: {
    top: '-2.6,1.19 -1.9,1.185 -0.5,1.165 0.5,1.155 1.05,1.155 1.5,1.135 2.1,1.075 2.35,1.02 2.48,0.93 2.6,0.8',
    crown: 0.05,
    bottom: '-2.5,0.36 -2.1,0.26 -1.2,0.22 1.2,0.22 2.1,0.22 2.5,0.24',
    nose: '0.15,2.36 0.3,2.45 0.5,2.485 0.75,2.49 0.92,2.47 1.0,2.42 1.1,2.3',
    tail: '0.3,-2.36 0.45,-2.46 0.62,-2.485 0.7,-2.45 1.1,-2.43 1.25,-2.38',
    noseSweep: [0.25, 3],
    tailSweep: [0.16, 3.2],
    plan: '-2.6,0.91 -1.5,0.945 0,0.95 1.5,0.945 2.1,0.925 2.6,0.88',
    section: '0.2,-0.1 0.34,-0.06 0.5,-0.014 0.75,0 0.95,-0.008 1.08,-0.03 1.2,-0.075',
    folds: [
      {
        at: '-2.5,1.03 -1.4,1.03 1.2,0.98 2.2,0.93',
        out: 0.016,
        above: 0.07,
        below: 0.2,
        from: -2.45,
        to: 2.1,
      },
    ],
    shoulder: '-2.6,0.05 0.9,0.05 1.5,0.09 2.5,0.1',
    noseCorner: 0.15,
    tailCorner: 0.12,
    sill: 0.05,
    flare: [0.16, 0.022],
    cabin: {
      roof: '0.9,1.6 0.4,1.72 0.1,1.775 -0.4,1.812 -1.2,1.808 -1.9,1.78 -2.5,1.73',
      crown: 0.035,
      screen: '1.0,1.31 1.16,1.1 1.75,0.28 2.0,-0.08',
      screenSweep: 0.2,
      back: '1.1,-2.4 1.22,-2.37 1.72,-2.12 1.95,-2.0',
      backSweep: 0.12,
      plan: '-2.5,0.79 -1.6,0.83 -0.4,0.85 0.6,0.845 1.3,0.81',
      belt: 1.16,
      lean: 0.28,
      curve: 0.1,
      cant: 0.085,
      frontPillar: 0.07,
      rearPillar: 0.1,
      foot: 0.025,
    },
  },
  stance: {
    front: FRONT,
    rear: REAR,
    diameter: 2 * AXLE,
    width: 0.265,
    outer: 0.948,
    arch: ARCH,
    lip: 'trim',
  },
  noseWrap: 2.28,
  tailWrap: -2.28,
  noseEnd: 1.95,
  tailEnd: -2.0,
  screenFoot: 1.135,
  backFoot: 1.21,
  cabin: [-2.4, -0.6, 1.3],
  spine: '-3,0.75 3,0.7',
  projectors: ['0.8,0.915,0.03', '0.7,0.915,0.026'],
  interior: {
    rows: [0.05, -0.8, -1.55],
    floor: 0.42,
    dash: 0.72,
    dashTop: 1.12,
    half: 0.77,
    tail: -2.1,
    shelf: 0.98,
  },
  wheel: { rim: 20, design: 'multi-spoke', tyre: 'road', finish: 'machined' },
  fittings: {
    mirror: '0.76,1.19',
    handles: '-0.02,1.045 -0.98,1.06',
    handleOf: 'chrome',
    frontPlate: 0.5,
    rearPlate: 0.77,
    wipers: 1.17,
    trims: '0.58,0.415',
  },
  draw,
  fit(root, { spots }) {
    const rail = ([-1.95, -1.3, -0.5, 0.0] as const).map((x) => [x, spots.top(x, 0.6), 0.6] as const);
    root.add(roofRails(rail, 0.036, MATERIALS.alloy));
  },
};

export const vehicle: VehicleModel = {
  name: 'large-suv',
  galleryPaint: 'bronze',
  build: () => carOf(drawing),
};
