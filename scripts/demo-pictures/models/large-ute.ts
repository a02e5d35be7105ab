import { arc } from '../body/arc.ts';
import { type CarDrawing, carOf } from '../body/car.ts';
import { grille, headLamp, tailLamp } from '../body/lamps.ts';
import type { Views } from '../body/view.ts';
import { tubCover } from '../parts/load-bed.ts';
import { pair, towingMirror } from '../parts/mirror.ts';
import { sideStep, towBar } from '../parts/off-road-gear.ts';
import type { VehicleModel } from '../vehicle-model.ts';

const FRONT = 1.98;
const REAR = -1.69;
const ARCH = 0.485;
const AXLE = 0.42;

function draw({ side, front, rear, top }: Views) {
  side.fill('gloss', '1.16,1.405 0.56,1.845 0.0,1.9 -0.85,1.885 -1.1,1.83,0.08 -1.15,1.41', 0.05);
  side.fill('chrome', '1.2,1.405 1.2,1.385 -1.17,1.385 -1.17,1.405', 0);
  side.fill('glass', '0.95,1.43 0.48,1.8 0.12,1.85 0.09,1.43', 0.03);
  side.fill('glass', '0.0,1.43 0.02,1.855 -0.6,1.86 -0.98,1.81,0.05 -1.07,1.43', 0.03);
  side.stroke('chrome', '2.6,0.56 -2.7,0.56', 0.016, 0);
  for (const axle of [FRONT, REAR]) side.stroke('trim', arc(axle, AXLE, ARCH + 0.012, -22, 202), 0.04, 0);
  side.gap('1.14,1.39 1.2,1.3 1.2,0.95 1.12,0.46 0.08,0.46 0.04,1.42');
  side.gap('0.04,0.46 -0.98,0.46 -1.1,0.66,0.1 -1.15,0.95 -1.15,1.42', 0.04);
  side.gap('-1.22,1.5 -1.22,0.42', 0, 0.018);
  side.gap('-2.84,1.45 -2.85,0.74', 0, 0.008);
  side.gap('-2.02,1.12 -2.02,1.3 -2.2,1.3 -2.2,1.12 -2.02,1.12', 0.03, 0.004);
  side.gap('2.56,0.78 2.52,1.0 2.46,1.16', 0.1, 0.005);
  side.raise('1.1,0.92 -1.1,0.95 -1.1,0.62 1.1,0.62', -0.0028, 0.08);
  side.raise('-1.3,1.02 -2.75,1.02 -2.75,0.98 -1.3,0.98', 0.004, 0.03);

  front.fill('gloss', '-0.1,1.95 0.55,1.91 0.7,1.84 0.92,1.37 -0.1,1.33', 0.05);
  front.fill('glass', '-0.1,1.89 0.53,1.865 0.64,1.81 0.84,1.41 0.4,1.385 -0.1,1.38', 0.05);
  front.fill('chrome', '-0.1,0.8 0.9,0.8 1.5,0.8 1.5,0.56 -0.1,0.56', 0.03);
  front.fill('trim', '-0.1,0.57 1.5,0.57 1.5,0.3 -0.1,0.3', 0.02);
  grille(front, {
    shape: '-0.1,0.72 0.5,0.72 0.54,0.68 0.5,0.62 -0.1,0.62',
    pattern: 'mesh',
    pitch: 0.03,
    frame: 'none',
  });
  front.fill('gloss', '0.7,0.74 0.86,0.74 0.86,0.64 0.7,0.64', 0.03);
  front.gap('-0.1,0.81 1.5,0.81', 0, 0.01);
  grille(front, {
    shape: '-0.1,1.26 0.62,1.25 0.66,1.21 0.62,0.9 0.56,0.86 -0.1,0.86',
    pattern: 'bars',
    pitch: 0.062,
    colour: '#9aa0a5',
    frame: 'chrome',
    frameWidth: 0.045,
  });
  front.fill('chrome', '-0.1,1.09 0.64,1.09 0.63,1.03 -0.1,1.03', 0.006);
  headLamp(front, {
    shape: '0.69,1.245 1.0,1.235 1.2,1.21 1.17,0.96 1.02,0.93 0.68,0.91',
    running: ['0.73,0.95 0.73,1.205 0.98,1.2', '1.05,1.18 1.13,1.17 1.11,1.0'],
    runningWidth: 0.02,
    reflectors: ['0.78,1.1 0.78,1.17 0.98,1.165 0.98,1.1', '0.78,0.98 0.78,1.06 0.98,1.06 0.98,0.98'],
    indicator: '1.06,1.13 1.06,1.0',
  });

  rear.fill('gloss', '-0.1,1.9 0.55,1.87 0.66,1.8 0.78,1.47 -0.1,1.47', 0.04);
  rear.fill('glass', '-0.1,1.865 0.52,1.84 0.6,1.78 0.7,1.5 -0.1,1.5', 0.04);
  rear.gap('-0.1,0.79 0.8,0.79 0.8,1.5', 0.03, 0.009);
  rear.raise('-0.1,1.22 0.66,1.22 0.66,0.92 -0.1,0.92', 0.0035, 0.03);
  rear.fill('chrome', '-0.1,0.77 1.5,0.77 1.5,0.55 -0.1,0.55', 0.03);
  rear.fill('trim', '-0.1,0.79 0.5,0.79 0.5,0.75 -0.1,0.75', 0.01);
  rear.fill('trim', '-0.1,0.56 1.5,0.56 1.5,0.4 -0.1,0.4', 0.01);
  rear.fill('gloss', '-0.1,1.33 0.14,1.33 0.13,1.28 -0.1,1.28', 0.01);
  tailLamp(rear, {
    shape: '0.83,1.4 1.02,1.39 1.12,1.38 1.1,0.97 0.83,0.95',
    radius: 0.03,
    bars: ['0.88,1.35 1.05,1.345 1.04,1.0 0.88,0.995 0.88,1.35'],
    barWidth: 0.02,
    chambers: ['0.91,1.2 0.91,1.31 1.01,1.31 1.01,1.2'],
    clear: ['0.91,1.04 0.91,1.16 1.01,1.16 1.01,1.04'],
  });

  top.gap('2.9,-0.1 2.88,0.6 2.7,0.86 1.3,0.94', 0.08);
  top.raise('2.8,-0.1 2.78,0.3 1.3,0.42 1.3,-0.1', 0.009, 0.06);
  top.fill('gloss', '1.4,-0.1 1.4,0.82 1.2,0.84 1.16,-0.1', 0.01);
}

const drawing: CarDrawing = {
  height: 1.98,
  reach: 2.98,
  shape: {
    top: '-3.1,1.425 -1.3,1.44 -1.16,1.405 0.5,1.4 1.25,1.4 1.7,1.395 2.5,1.355 2.75,1.335 2.88,1.29 3.0,1.18',
    crown: 0.05,
    bottom: '-3,0.52 -2.5,0.54 -2.2,0.58 -1.1,0.42 -0.9,0.39 1.1,0.39 2.5,0.4 3,0.42',
    nose: '0.3,2.82 0.45,2.9 0.55,2.95 0.78,2.96 0.82,2.92 1.2,2.9 1.3,2.86 1.4,2.8',
    tail: '0.4,-2.88 0.54,-2.95 0.76,-2.96 0.79,-2.88 1.4,-2.875 1.5,-2.86',
    noseSweep: [0.16, 3.6],
    tailSweep: [0.05, 3],
    plan: '-3.1,0.965 -1.7,0.985 0,0.99 1.7,0.985 2.5,0.975 3,0.95',
    section: '0.3,-0.1 0.44,-0.06 0.62,-0.01 0.9,0 1.15,-0.006 1.3,-0.024 1.42,-0.055',
    folds: [
      { at: '-2.9,1.24 1.2,1.24 2.7,1.2', out: 0.014, above: 0.05, below: 0.24, from: -2.95, to: 2.75 },
    ],
    shoulder: '-3,0.04 -1.2,0.045 1,0.05 1.6,0.09 2.9,0.09',
    noseCorner: 0.12,
    tailCorner: 0.07,
    sill: 0.06,
    flare: [0.18, 0.03],
    cabin: {
      roof: '1.3,1.78 0.8,1.88 0.4,1.935 -0.2,1.965 -0.8,1.955 -1.5,1.9',
      crown: 0.035,
      screen: '1.2,1.52 1.4,1.26 1.85,0.63 2.2,0.15',
      screenSweep: 0.17,
      back: '1.3,-1.21 1.6,-1.19 1.95,-1.1 2.1,-1.02',
      backSweep: 0.06,
      plan: '-1.4,0.87 -0.5,0.9 0.5,0.9 1.3,0.87',
      belt: 1.4,
      lean: 0.26,
      curve: 0.12,
      cant: 0.085,
      frontPillar: 0.065,
      rearPillar: 0.06,
      foot: 0.025,
    },
  },
  stance: {
    front: FRONT,
    rear: REAR,
    diameter: 2 * AXLE,
    width: 0.285,
    outer: 0.995,
    arch: ARCH,
    lip: 'trim',
  },
  noseWrap: 2.76,
  tailWrap: -2.78,
  noseEnd: 2.5,
  tailEnd: -2.68,
  screenFoot: 1.345,
  backFoot: 1.46,
  cabin: [-1.45, -0.3, 1.55],
  spine: '-3,0.92 3,0.92',
  projectors: ['0.83,1.135,0.034', '0.93,1.133,0.034', '0.83,1.02,0.034', '0.93,1.018,0.034'],
  interior: {
    rows: [0.2, -0.75],
    floor: 0.62,
    dash: 0.88,
    dashTop: 1.36,
    half: 0.82,
    tail: -1.1,
    shelf: 1.2,
  },
  wheel: { rim: 20, design: 'five-spoke', tyre: 'all-terrain', finish: 'machined' },
  fittings: {
    handles: '0.2,1.265 -0.94,1.265',
    handleOf: 'chrome',
    frontPlate: 0.68,
    rearPlate: 0.66,
    wipers: 1.39,
  },
  draw,
  fit(root, { spots, paint }) {
    const cover = tubCover({ from: -1.27, to: -2.81, half: 0.87, y: 1.404 });
    const hitch = towBar();
    hitch.position.set(-2.88, 0.47, 0);
    const glass = () => towingMirror(paint, 0.26);
    root.add(cover, hitch, pair(glass, [0.92, 1.38, spots.side(0.92, 1.42) - 0.012]));
    root.add(pair(() => sideStep({ length: 2.15, round: true }), [0.14, 0.42, 0.98]));
  },
};

export const vehicle: VehicleModel = {
  name: 'large-ute',
  galleryPaint: 'black',
  build: () => carOf(drawing),
};
