import { type CarDrawing, carOf } from '../body/car.ts';
import type { Shape } from '../body/drawing.ts';
import { grille, headLamp, tailLamp } from '../body/lamps.ts';
import type { Views } from '../body/view.ts';
import type { VehicleModel } from '../vehicle-model.ts';

/** Face, tail and flanks below the windows, shared with the open car. */
export function coupeBody({ side, front, rear, top }: Views) {
  side.fill('gloss', '1.7,0.1 1.7,0.19 -1.7,0.19 -1.7,0.1', 0.01);
  side.gap('0.72,0.87 0.75,0.6 0.68,0.23 -0.5,0.23 -0.66,0.5,0.15 -0.68,0.82 -0.62,0.96');
  side.raise('0.62,0.4 -0.58,0.46 -0.52,0.27 0.62,0.27', -0.005, 0.06);
  side.fill('gloss', '0.92,0.62 0.82,0.64 0.8,0.42 0.84,0.4', 0.02);
  side.gap('-1.45,0.8 -1.45,0.9 -1.57,0.9 -1.57,0.8 -1.45,0.8', 0.04, 0.004);
  side.gap('1.78,0.28 1.76,0.4 1.72,0.58', 0.2, 0.004);

  grille(front, {
    shape: '-0.1,0.585 0.4,0.57 0.5,0.5 0.46,0.36 0.36,0.3 -0.1,0.295',
    pattern: 'mesh',
    pitch: 0.032,
    frame: 'gloss',
    frameWidth: 0.026,
    radius: 0.06,
  });
  grille(front, { shape: '0.58,0.45 0.8,0.5 0.84,0.42 0.76,0.27 0.6,0.27', pattern: 'bars', pitch: 0.045 });
  front.fill('gloss', '-0.1,0.24 0.5,0.24 0.85,0.22 1.0,0.2 1.0,0.1 -0.1,0.1', 0.03);
  headLamp(front, {
    shape: '0.56,0.6 0.68,0.655 0.9,0.705 1.14,0.745 1.1,0.66 0.9,0.585 0.6,0.56',
    running: ['0.6,0.575 0.88,0.602 1.0,0.655 1.08,0.72', '0.62,0.61 0.7,0.64 0.88,0.685'],
    runningWidth: 0.011,
    reflectors: ['0.68,0.595 0.7,0.635 0.78,0.652 0.78,0.605', '0.82,0.61 0.82,0.66 0.9,0.68 0.9,0.625'],
  });

  rear.gap('-0.1,0.64 0.4,0.64 0.56,0.7 0.62,0.86 0.66,0.95', 0.06);
  rear.fill('gloss', '-0.1,0.44 0.5,0.44 0.7,0.4 0.76,0.1 -0.1,0.1', 0.05);
  rear.raise('-0.1,0.62 0.3,0.62 0.27,0.48 -0.1,0.48', -0.005, 0.02);
  tailLamp(rear, {
    shape: '-0.1,0.83 0.5,0.835 0.86,0.86 1.08,0.85 1.02,0.76 0.8,0.73 0.46,0.74 0.4,0.775 -0.1,0.775',
    radius: 0.018,
    bars: ['-0.1,0.803 0.46,0.805 0.86,0.835 1.03,0.828', '0.48,0.76 0.8,0.752 0.98,0.78'],
    barWidth: 0.012,
    chambers: ['0.6,0.775 0.6,0.805 0.85,0.82 0.85,0.78'],
  });
  top.gap('2.06,-0.1 2.02,0.45 1.8,0.62 0.86,0.7', 0.1);
  top.raise('1.9,-0.1 1.8,0.16 0.9,0.36 0.9,-0.1', 0.008, 0.04);
  top.raise('1.5,0.28 1.5,0.46 1.1,0.5 1.1,0.36', -0.004, 0.03);
}

function draw(views: Views) {
  const { side, front, rear } = views;
  side.fill('gloss', '0.66,0.93 0.1,1.19 -0.3,1.238 -0.75,1.215 -1.2,1.1 -1.36,1.02,0.03 -0.5,0.965', 0.05);
  side.fill('glass', '0.44,0.95 0.1,1.165 -0.3,1.215 -0.62,1.2 -0.66,0.985', 0.03);
  side.fill('glass', '0.56,0.945 0.46,1.0 0.465,0.95', 0.01);
  side.fill('glass', '-0.72,0.99 -0.69,1.195 -1.0,1.13 -1.24,1.04 -1.2,1.02', 0.03);
  coupeBody(views);
  front.fill('gloss', '-0.1,1.23 0.4,1.215 0.52,1.17 0.7,0.95 0.65,0.91 -0.1,0.885', 0.05);
  front.fill('glass', '-0.1,1.205 0.39,1.19 0.48,1.155 0.67,0.935 0.3,0.915 -0.1,0.91', 0.05);
  rear.fill('gloss', '-0.1,1.225 0.42,1.21 0.5,1.17 0.6,0.985 -0.1,0.975', 0.05);
  rear.fill('glass', '-0.1,1.205 0.4,1.19 0.46,1.155 0.54,1.01 -0.1,1.0', 0.05);
}

export const COUPE_SHAPE: Shape = {
  top: '-2.4,0.95 -2,0.97 -1.6,0.955 -1,0.925 -0.3,0.885 0.4,0.87 0.8,0.87 1.2,0.845 1.6,0.785 1.95,0.69 2.1,0.63 2.3,0.52',
  crown: 0.05,
  bottom: '-2.2,0.28 -1.8,0.18 -0.9,0.13 0.9,0.13 1.7,0.14 2.2,0.16',
  nose: '0.08,2.06 0.2,2.15 0.36,2.2 0.5,2.2 0.6,2.16 0.68,2.06 0.8,1.85',
  tail: '0.2,-2.02 0.36,-2.14 0.5,-2.17 0.62,-2.15 0.8,-2.16 0.92,-2.2 0.97,-2.21 1.1,-2.16',
  noseSweep: [0.34, 2.5],
  tailSweep: [0.24, 2.6],
  plan: '-2.4,0.86 -1.8,0.925 -1.2,0.95 -0.3,0.92 0.5,0.915 1.4,0.93 1.8,0.91 2.3,0.82',
  section: '0.08,-0.1 0.2,-0.05 0.38,-0.012 0.55,0 0.72,-0.012 0.88,-0.05 1.0,-0.1',
  folds: [
    { at: '-2.2,0.83 -1.3,0.8 1.2,0.7 1.9,0.64', out: 0.028, above: 0.08, below: 0.14, from: -2.2, to: 1.8 },
  ],
  shoulder: '-2.3,0.06 -1.4,0.09 -0.5,0.06 0.7,0.06 1.4,0.1 2.2,0.1',
  noseCorner: 0.13,
  tailCorner: 0.12,
  sill: 0.05,
  flare: [0.16, 0.02],
  cabin: {
    roof: '0.8,1.12 0.3,1.22 -0.1,1.275 -0.5,1.285 -0.9,1.26 -1.4,1.17 -2,1.0',
    crown: 0.04,
    screen: '0.75,1.12 0.88,0.88 1.1,0.44 1.3,0.06',
    screenSweep: 0.22,
    back: '0.8,-2.0 0.96,-1.84 1.2,-1.2 1.4,-0.6',
    backSweep: 0.16,
    plan: '-2.2,0.6 -1.7,0.7 -1.2,0.76 -0.5,0.8 0.3,0.8 1,0.76',
    belt: 0.9,
    lean: 0.46,
    curve: 0.2,
    cant: 0.08,
    frontPillar: 0.07,
    rearPillar: 0.12,
    foot: 0.03,
  },
};

export const COUPE: Omit<CarDrawing, 'draw'> = {
  height: 1.3,
  reach: 2.24,
  shape: COUPE_SHAPE,
  stance: { front: 1.36, rear: -1.28, diameter: 0.69, width: 0.25, outer: 0.915, arch: 0.375 },
  noseWrap: 1.98,
  tailWrap: -2,
  noseEnd: 1.62,
  tailEnd: -1.68,
  screenFoot: 0.865,
  backFoot: 0.968,
  cabin: [-1.9, -0.4, 0.92],
  spine: '-1.7,0.6 -1,0.55 1,0.52 1.7,0.44',
  projectors: ['0.74,0.618,0.017', '0.86,0.64,0.017'],
  interior: { rows: [-0.42], floor: 0.2, dash: 0.5, dashTop: 0.84, half: 0.7, tail: -1.6, shelf: 0.86 },
  wheel: { rim: 20, design: 'ten-spoke', tyre: 'road', finish: 'black' },
  fittings: {
    mirror: '0.52,0.94',
    handles: '-0.5,0.77',
    frontPlate: 0.36,
    rearPlate: 0.55,
    wipers: 0.915,
    pipes: '0.5,0.25 0.6,0.25',
  },
};

export const vehicle: VehicleModel = {
  name: 'coupe',
  galleryPaint: 'bronze',
  build: () => carOf({ ...COUPE, draw }),
};
