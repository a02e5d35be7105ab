import { arc } from '../body/arc.ts';
import { type CarDrawing, carOf } from '../body/car.ts';
import { grille, headLamp, tailLamp } from '../body/lamps.ts';
import type { Views } from '../body/view.ts';
import { roofRails } from '../parts/roof-rails.ts';
import { MATERIALS } from '../rig/materials.ts';
import type { VehicleModel } from '../vehicle-model.ts';

const FRONT = 1.3;
const REAR = -1.28;
const ARCH = 0.385;
const AXLE = 0.342;

function draw({ side, front, rear, top }: Views) {
  side.fill('gloss', '0.86,1.045 0.2,1.5 0.1,1.62 -1.9,1.62 -1.86,1.3 -1.76,1.16,0.06 -1.3,1.07', 0.05);
  side.fill('paint', '-1.28,1.03 -1.62,1.46,0.08 -1.95,1.46 -2.1,1.0', 0.03);
  side.fill('glass', '0.59,1.07 0.14,1.44 -0.18,1.478 -0.22,1.072', 0.03);
  side.fill('glass', '-0.31,1.075 -0.28,1.482 -0.8,1.475 -1.1,1.445,0.05 -1.22,1.15,0.06 -1.12,1.09', 0.03);
  side.fill('trim', '2.2,0.1 2.2,0.36 -2.2,0.38 -2.2,0.1', 0.02);
  side.fill('trim', '1.0,0.46 0.88,0.36 -0.86,0.36 -0.98,0.46', 0.02);
  for (const axle of [FRONT, REAR]) side.stroke('trim', arc(axle, AXLE, ARCH + 0.022, -25, 205), 0.075, 0);
  side.gap('0.84,1.02 0.89,0.94 0.88,0.72 0.82,0.38 -0.24,0.38 -0.27,1.06');
  side.gap('-0.27,0.38 -0.8,0.38 -0.88,0.52,0.12 -1.08,0.76,0.1 -1.16,0.92 -1.26,1.1', 0.05);
  side.gap('-1.46,0.86 -1.46,0.99 -1.6,0.99 -1.6,0.86 -1.46,0.86', 0.03, 0.004);
  side.gap('1.76,0.5 1.72,0.7 1.64,0.84', 0.1, 0.004);
  side.raise('0.8,0.66 -0.86,0.72 -0.86,0.5 0.8,0.48', -0.0028, 0.07);

  front.fill('gloss', '-0.1,1.64 0.6,1.64 0.62,1.45 0.78,1.03 -0.1,1.0', 0.05);
  front.fill('glass', '-0.1,1.51 0.44,1.495 0.53,1.45 0.73,1.06 0.3,1.04 -0.1,1.035', 0.05);
  front.fill('trim', '-0.1,0.42 0.52,0.42 0.62,0.5 0.66,0.74 1.2,0.72 1.4,0.4 1.4,0.1 -0.1,0.1', 0.05);
  front.fill('paint', '0.6,0.42 0.7,0.47 0.96,0.46 1.2,0.4 0.9,0.33 0.64,0.33', 0.04);
  grille(front, {
    shape: '-0.1,0.76 0.52,0.745 0.58,0.7 0.5,0.5 0.42,0.46 -0.1,0.46',
    pattern: 'mesh',
    pitch: 0.045,
    frame: 'gloss',
    frameWidth: 0.022,
  });
  grille(front, {
    shape: '-0.1,0.37 0.44,0.37 0.48,0.32 0.42,0.26 -0.1,0.26',
    pattern: 'bars',
    pitch: 0.03,
    frame: 'none',
  });
  front.fill('chrome', '-0.1,0.23 0.4,0.23 0.36,0.18 -0.1,0.18', 0.01);
  headLamp(front, {
    shape: '0.44,0.86 0.7,0.87 0.98,0.9 1.02,0.87 0.84,0.825 0.46,0.81',
    running: ['0.47,0.832 0.8,0.845 0.96,0.88'],
    runningWidth: 0.02,
  });
  headLamp(front, {
    shape: '0.64,0.7 0.84,0.7 0.92,0.66 0.88,0.53 0.7,0.52 0.66,0.56',
    radius: 0.035,
    reflectors: ['0.68,0.55 0.68,0.6 0.86,0.6 0.86,0.55'],
  });

  rear.fill('gloss', '-0.1,1.64 0.62,1.64 0.6,1.42 0.7,1.06 -0.1,1.04', 0.04);
  rear.fill('glass', '-0.1,1.44 0.44,1.425 0.52,1.37 0.63,1.1 -0.1,1.08', 0.05);
  rear.gap('-0.1,0.62 0.44,0.62 0.6,0.68 0.66,0.86 0.7,1.06 0.66,1.5', 0.08, 0.007);
  rear.fill('trim', '-0.1,0.54 0.64,0.52 0.76,0.46 1.5,0.46 1.5,0.1 -0.1,0.1', 0.05);
  rear.fill('chrome', '-0.1,0.3 0.4,0.3 0.36,0.23 -0.1,0.23', 0.01);
  rear.fill('gloss', '-0.1,0.98 0.5,0.99 0.5,0.92 -0.1,0.92', 0.01);
  rear.raise('-0.1,0.86 0.34,0.86 0.3,0.68 -0.1,0.68', -0.0028, 0.02);
  tailLamp(rear, {
    shape: '0.44,1.0 0.7,1.01 0.98,1.02 1.04,0.98 0.94,0.86 0.72,0.84 0.48,0.9',
    radius: 0.02,
    bars: ['0.48,0.975 0.94,0.985 0.88,0.885 0.72,0.87 0.68,0.97'],
    chambers: ['0.74,0.895 0.73,0.955 0.88,0.96 0.84,0.9'],
    clear: ['0.54,0.92 0.55,0.95 0.65,0.95 0.65,0.91'],
  });

  top.fill('gloss', '0.6,-0.1 0.6,0.8 -2.0,0.8 -2.0,-0.1', 0.01);
  top.gap('2.02,-0.1 1.99,0.44 1.82,0.64 0.96,0.76', 0.1);
  top.raise('1.9,-0.1 1.9,0.26 1.0,0.44 1.0,-0.1', 0.005, 0.05);
}

const drawing: CarDrawing = {
  height: 1.6,
  reach: 2.12,
  shape: {
    top: '-2.2,1.06 -1.5,1.055 -0.4,1.04 0.5,1.025 0.9,1.03 1.3,1.005 1.75,0.955 1.95,0.915 2.07,0.84 2.2,0.7',
    crown: 0.05,
    bottom: '-2.1,0.34 -1.75,0.24 -0.9,0.2 0.9,0.2 1.75,0.2 2.1,0.22',
    nose: '0.15,1.96 0.28,2.05 0.45,2.095 0.65,2.105 0.8,2.085 0.88,2.04 1.0,1.9',
    tail: '0.25,-1.95 0.4,-2.06 0.56,-2.09 0.64,-2.055 0.95,-2.04 1.08,-1.99 1.2,-1.94',
    noseSweep: [0.26, 2.9],
    tailSweep: [0.19, 3],
    plan: '-2.2,0.83 -1.3,0.875 0,0.88 1.3,0.875 1.75,0.85 2.2,0.8',
    section: '0.15,-0.1 0.3,-0.05 0.48,-0.01 0.66,0 0.85,-0.01 0.98,-0.035 1.08,-0.08',
    folds: [
      {
        at: '-2.1,0.96 -1.2,0.93 1.1,0.87 1.8,0.83',
        out: 0.017,
        above: 0.07,
        below: 0.17,
        from: -2.05,
        to: 1.75,
      },
    ],
    shoulder: '-2.2,0.05 0.8,0.05 1.4,0.09 2.1,0.1',
    noseCorner: 0.15,
    tailCorner: 0.12,
    sill: 0.05,
    flare: [0.15, 0.026],
    cabin: {
      roof: '1.0,1.36 0.5,1.485 0.1,1.55 -0.4,1.582 -0.9,1.578 -1.5,1.545 -2.1,1.5',
      crown: 0.035,
      screen: '0.9,1.17 1.05,0.96 1.5,0.28 1.8,-0.18',
      screenSweep: 0.2,
      back: '0.95,-2.02 1.08,-1.98 1.45,-1.74 1.7,-1.56',
      backSweep: 0.1,
      plan: '-2.1,0.74 -1.4,0.785 -0.4,0.815 0.5,0.81 1.1,0.77',
      belt: 1.035,
      lean: 0.33,
      curve: 0.12,
      cant: 0.08,
      frontPillar: 0.07,
      rearPillar: 0.1,
      foot: 0.025,
    },
  },
  stance: {
    front: FRONT,
    rear: REAR,
    diameter: 2 * AXLE,
    width: 0.225,
    outer: 0.872,
    arch: ARCH,
    lip: 'trim',
  },
  noseWrap: 1.9,
  tailWrap: -1.88,
  noseEnd: 1.6,
  tailEnd: -1.62,
  screenFoot: 1.01,
  backFoot: 1.06,
  cabin: [-2.0, -0.4, 1.1],
  projectors: ['0.72,0.645,0.032', '0.82,0.645,0.03'],
  interior: {
    rows: [-0.15, -0.95],
    floor: 0.38,
    dash: 0.56,
    dashTop: 1.0,
    half: 0.7,
    tail: -1.7,
    shelf: 0.98,
  },
  wheel: { rim: 18, design: 'five-spoke', tyre: 'road', finish: 'machined' },
  fittings: {
    mirror: '0.62,1.07',
    handles: '-0.12,0.94 -0.93,0.965',
    frontPlate: 0.43,
    rearPlate: 0.77,
    wipers: 1.045,
  },
  draw,
  fit(root, { spots }) {
    const rail = ([-1.6, -1.1, -0.5, 0.05] as const).map((x) => [x, spots.top(x, 0.58), 0.58] as const);
    root.add(roofRails(rail, 0.03, MATERIALS.darkAlloy));
  },
};

export const vehicle: VehicleModel = { name: 'small-suv', galleryPaint: 'blue', build: () => carOf(drawing) };
