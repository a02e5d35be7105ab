import { arc } from '../body/arc.ts';
import { type CarDrawing, carOf } from '../body/car.ts';
import { grille, headLamp, tailLamp } from '../body/lamps.ts';
import type { Views } from '../body/view.ts';

import { sportsBar, tubCover } from '../parts/load-bed.ts';
import { mirror, pair } from '../parts/mirror.ts';
import { sideStep, towBar } from '../parts/off-road-gear.ts';
import type { VehicleModel } from '../vehicle-model.ts';

const FRONT = 1.785;
const REAR = -1.485;
const ARCH = 0.46;
const AXLE = 0.395;

function draw({ side, front, rear, top }: Views) {
  side.fill('gloss', '1.04,1.285 0.36,1.735 -0.15,1.79 -0.8,1.775 -1.0,1.72,0.06 -1.045,1.29', 0.05);
  side.fill('glass', '0.9,1.315 0.34,1.695 0.0,1.742 -0.02,1.315', 0.03);
  side.fill('glass', '-0.1,1.315 -0.08,1.75 -0.6,1.75 -0.9,1.705,0.05 -0.98,1.315', 0.03);
  side.fill('trim', '2.3,0.3 2.3,0.45 -1.1,0.45 -1.1,0.3', 0.01);
  for (const axle of [FRONT, REAR]) side.stroke('trim', arc(axle, AXLE, ARCH + 0.02, -25, 205), 0.062, 0);
  side.gap('1.0,1.27 1.06,1.2 1.07,0.86 1.0,0.44 -0.02,0.44 -0.06,1.3');
  side.gap('-0.06,0.44 -0.88,0.44 -0.98,0.62,0.1 -1.03,0.86 -1.04,1.3', 0.04);
  side.gap('-1.1,1.36 -1.1,0.4', 0, 0.016);
  side.gap('-2.56,1.34 -2.57,0.72', 0, 0.007);
  side.gap('-1.72,1.02 -1.72,1.19 -1.9,1.19 -1.9,1.02 -1.72,1.02', 0.03, 0.004);
  side.gap('2.3,0.62 2.28,0.86 2.22,1.0', 0.1, 0.004);
  side.raise('0.95,0.86 -0.95,0.88 -0.95,0.56 0.95,0.56', -0.0028, 0.07);
  side.raise('1.5,1.04 1.5,1.1 1.16,1.1 1.13,1.04', -0.0028, 0.01, 0.02);
  side.fill('gloss', '1.48,1.05 1.48,1.09 1.18,1.09 1.15,1.05', 0.015);

  front.fill('gloss', '-0.1,1.84 0.5,1.8 0.63,1.74 0.86,1.25 -0.1,1.22', 0.05);
  front.fill('glass', '-0.1,1.78 0.48,1.755 0.58,1.71 0.775,1.29 0.3,1.265 -0.1,1.26', 0.05);
  front.fill('trim', '-0.1,0.62 0.6,0.62 0.72,0.68 1.3,0.68 1.3,0.3 -0.1,0.3', 0.05);
  front.fill('paint', '0.56,0.52 0.66,0.59 1.3,0.59 1.3,0.5 0.9,0.44', 0.04);
  front.fill('trim', '-0.1,0.8 0.56,0.8 0.66,0.86 0.66,1.135 -0.1,1.155', 0.05);
  grille(front, {
    shape: '-0.1,1.135 0.56,1.12 0.6,1.09 0.58,0.88 0.52,0.83 -0.1,0.83',
    pattern: 'mesh',
    pitch: 0.05,
    colour: '#33373b',
    frame: 'gloss',
    frameWidth: 0.03,
  });
  front.fill('gloss', '-0.1,1.02 0.66,1.02 0.66,0.945 -0.1,0.945', 0.012);
  grille(front, {
    shape: '-0.1,0.6 0.5,0.6 0.56,0.55 0.48,0.47 -0.1,0.46',
    pattern: 'bars',
    pitch: 0.03,
    frame: 'none',
  });
  front.fill('chrome', '-0.1,0.43 0.42,0.43 0.36,0.3 -0.1,0.3', 0.03);
  headLamp(front, {
    shape: '0.62,1.14 0.92,1.125 1.18,1.1 1.15,0.95 0.96,0.92 0.68,0.905',
    running: ['0.9,1.108 0.66,1.118 0.655,0.932 0.93,0.945', '0.96,1.1 1.13,1.085'],
    runningWidth: 0.019,
    reflectors: ['0.7,0.975 0.7,1.085 0.8,1.085 0.8,0.975', '0.82,0.975 0.82,1.085 0.9,1.08 0.9,0.975'],
    indicator: '0.96,0.97 1.12,0.98',
  });
  headLamp(front, {
    shape: '0.7,0.655 0.86,0.655 0.86,0.61 0.7,0.61',
    running: ['0.72,0.632 0.84,0.632'],
    runningWidth: 0.012,
  });

  rear.fill('gloss', '-0.1,1.79 0.5,1.765 0.6,1.7 0.72,1.36 -0.1,1.36', 0.04);
  rear.fill('glass', '-0.1,1.755 0.46,1.735 0.54,1.68 0.64,1.39 -0.1,1.39', 0.04);
  rear.gap('-0.1,0.735 0.74,0.735 0.74,1.4', 0.03, 0.008);
  rear.raise('-0.1,1.12 0.62,1.12 0.62,0.85 -0.1,0.85', -0.0028, 0.02);
  rear.fill('trim', '-0.1,0.7 1.4,0.7 1.4,0.4 -0.1,0.4', 0.01);
  rear.fill('gloss', '-0.1,1.2 0.13,1.2 0.12,1.15 -0.1,1.15', 0.01);
  rear.raise('-0.1,0.66 0.3,0.66 0.3,0.5 -0.1,0.5', -0.0028, 0.02);
  tailLamp(rear, {
    shape: '0.765,1.28 0.94,1.27 1.06,1.26 1.03,0.9 0.765,0.88',
    radius: 0.025,
    bars: ['0.99,1.235 0.8,1.245 0.8,0.915 0.98,0.925'],
    barWidth: 0.022,
    chambers: ['0.84,1.1 0.84,1.2 0.98,1.2 0.98,1.1'],
    clear: ['0.84,0.965 0.84,1.07 0.98,1.07 0.98,0.965'],
  });

  top.gap('2.62,-0.1 2.6,0.55 2.42,0.78 1.1,0.86', 0.08);
  top.raise('2.5,0.16 2.5,0.5 1.2,0.62 1.2,0.2', 0.007, 0.05);
  top.fill('gloss', '1.24,-0.1 1.24,0.76 1.06,0.78 1.02,-0.1', 0.01);
}

const drawing: CarDrawing = {
  height: 1.87,
  reach: 2.7,
  shape: {
    top: '-2.8,1.3 -1.2,1.315 -1.05,1.29 0.5,1.285 1.1,1.285 1.5,1.268 2.2,1.225 2.5,1.195 2.62,1.15 2.75,1.03',
    crown: 0.045,
    bottom: '-2.7,0.5 -2.2,0.52 -1.9,0.56 -1,0.4 -0.8,0.37 0.9,0.37 2.2,0.38 2.7,0.4',
    nose: '0.3,2.5 0.42,2.62 0.56,2.67 0.75,2.675 1.0,2.66 1.12,2.64 1.25,2.55',
    tail: '0.4,-2.58 0.52,-2.66 0.69,-2.67 0.72,-2.6 1.28,-2.595 1.4,-2.58',
    noseSweep: [0.2, 3.2],
    tailSweep: [0.05, 3],
    plan: '-2.8,0.9 -1.5,0.915 0,0.92 1.5,0.915 2.2,0.9 2.75,0.87',
    section: '0.3,-0.1 0.42,-0.06 0.6,-0.012 0.85,0 1.05,-0.008 1.2,-0.03 1.3,-0.06',
    folds: [{ at: '-2.7,1.14 1.2,1.13 2.2,1.08', out: 0.014, above: 0.06, below: 0.2, from: -2.7, to: 2.3 }],
    shoulder: '-2.8,0.035 -1.1,0.04 0.9,0.05 1.4,0.09 2.6,0.1',
    noseCorner: 0.13,
    tailCorner: 0.06,
    sill: 0.06,
    flare: [0.16, 0.035],
    cabin: {
      roof: '1.1,1.66 0.6,1.77 0.2,1.835 -0.3,1.862 -0.8,1.85 -1.4,1.8',
      crown: 0.03,
      screen: '1.1,1.36 1.28,1.14 1.75,0.45 2.1,-0.05',
      screenSweep: 0.16,
      back: '1.2,-1.1 1.5,-1.075 1.85,-0.98 2.0,-0.9',
      backSweep: 0.05,
      plan: '-1.3,0.8 -0.5,0.83 0.5,0.83 1.2,0.8',
      belt: 1.28,
      lean: 0.27,
      curve: 0.12,
      cant: 0.075,
      frontPillar: 0.06,
      rearPillar: 0.06,
      foot: 0.025,
    },
  },
  stance: {
    front: FRONT,
    rear: REAR,
    diameter: 2 * AXLE,
    width: 0.265,
    outer: 0.93,
    arch: ARCH,
    lip: 'trim',
  },
  noseWrap: 2.48,
  tailWrap: -2.5,
  noseEnd: 2.2,
  tailEnd: -2.4,
  screenFoot: 1.24,
  backFoot: 1.35,
  cabin: [-1.3, -0.3, 1.4],
  spine: '-3,0.85 3,0.85',
  projectors: ['0.75,1.03,0.034', '0.86,1.028,0.032'],
  interior: {
    rows: [0.15, -0.7],
    floor: 0.56,
    dash: 0.75,
    dashTop: 1.24,
    half: 0.74,
    tail: -1.0,
    shelf: 1.1,
  },
  wheel: { rim: 18, design: 'off-road', tyre: 'all-terrain', finish: 'machined' },
  fittings: {
    handles: '0.12,1.165 -0.86,1.165',
    handleOf: 'gloss',
    frontPlate: 0.7,
    rearPlate: 0.585,
    wipers: 1.275,
  },
  draw,
  fit(root, { spots, paint }) {
    const cover = tubCover({ from: -1.15, to: -2.54, half: 0.81, y: 1.284 });
    const bar = sportsBar({ x: -1.2, y: 1.29, half: 0.78, top: 1.78, run: 0.75 });
    const hitch = towBar();
    hitch.position.set(-2.62, 0.46, 0);
    const glass = () => mirror({ cap: paint, height: 0.175 });
    root.add(cover, bar, hitch, pair(glass, [0.82, 1.3, spots.side(0.82, 1.3) - 0.012]));
    root.add(pair(() => sideStep({ length: 2.0 }), [0.1, 0.4, 0.93]));
  },
};

export const vehicle: VehicleModel = { name: 'ute', galleryPaint: 'orange', build: () => carOf(drawing) };
