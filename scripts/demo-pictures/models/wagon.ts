import { type CarDrawing, carOf } from '../body/car.ts';
import { tailLamp } from '../body/lamps.ts';
import type { Views } from '../body/view.ts';
import { roofRails } from '../parts/roof-rails.ts';
import type { P3 } from '../parts/solids.ts';
import { MATERIALS } from '../rig/materials.ts';
import type { VehicleModel } from '../vehicle-model.ts';
import { SEDAN_SHAPE, sedanFace } from './sedan.ts';

function draw({ side, front, rear, top }: Views) {
  side.fill(
    'gloss',
    '0.88,0.98 0.3,1.335 -0.2,1.395 -1.2,1.4 -1.85,1.36 -2.05,1.17,0.05 -1.9,1.1 -0.6,1.015',
    0.05,
  );
  side.fill('glass', '0.56,1.0 0.28,1.31 -0.18,1.37 -0.27,1.02', 0.03);
  side.fill('glass', '0.76,0.997 0.6,1.085 0.61,1.0', 0.01);
  side.fill('glass', '-0.37,1.025 -0.3,1.372 -0.95,1.378 -1.16,1.375 -1.22,1.08', 0.03);
  side.fill('glass', '-1.29,1.088 -1.24,1.373 -1.8,1.335 -1.96,1.17 -1.85,1.12', 0.04);
  side.stroke('chrome', '0.92,0.972 -0.6,1.006 -1.95,1.09', 0.014);
  side.fill('trim', '1.8,0.1 1.8,0.2 -1.85,0.2 -1.85,0.1', 0.01);
  side.gap('1.0,0.93 1.03,0.62 0.96,0.25 -0.32,0.25 -0.34,0.95 -0.3,1.04');
  side.gap('-0.32,0.25 -0.88,0.25 -1.0,0.55,0.25 -1.2,0.8,0.15 -1.25,1.09');
  side.raise('0.9,0.4 -0.85,0.45 -0.85,0.28 0.9,0.28', -0.005, 0.06);
  side.gap('-1.6,0.82 -1.6,0.94 -1.73,0.94 -1.73,0.82 -1.6,0.82', 0.03, 0.004);
  side.gap('1.87,0.3 1.84,0.45 1.8,0.62', 0.2, 0.004);
  sedanFace(front, top);
  rear.fill('gloss', '-0.1,1.395 0.48,1.375 0.57,1.33 0.68,1.06 -0.1,1.04', 0.05);
  rear.fill('glass', '-0.1,1.345 0.46,1.33 0.53,1.285 0.62,1.095 -0.1,1.075', 0.05);
  rear.gap('-0.1,0.6 0.45,0.6 0.6,0.64 0.65,0.8 0.68,1.02 0.7,1.3', 0.06);
  rear.raise('-0.1,0.77 0.3,0.77 0.27,0.63 -0.1,0.63', -0.005, 0.02);
  rear.stroke('chrome', '-0.1,0.82 0.4,0.82', 0.016);
  rear.fill('trim', '-0.1,0.4 0.6,0.39 0.74,0.34 0.8,0.1 -0.1,0.1', 0.04);
  tailLamp(rear, {
    shape: '0.42,0.88 0.5,0.99 0.86,1.02 1.1,0.995 1.02,0.885 0.76,0.84 0.46,0.835',
    radius: 0.015,
    bars: ['0.47,0.87 0.54,0.963 0.86,0.99 1.05,0.97', '0.48,0.858 0.75,0.862 0.98,0.9'],
    barWidth: 0.012,
    clear: ['0.55,0.89 0.57,0.935 0.66,0.94 0.66,0.89'],
    chambers: ['0.69,0.89 0.69,0.94 0.9,0.955 0.88,0.9'],
  });
}

const drawing: CarDrawing = {
  height: 1.5,
  reach: 2.44,
  shape: {
    ...SEDAN_SHAPE,
    top: '-2.5,1.05 -1.8,1.045 -1.2,1.01 -0.4,0.965 0.5,0.94 1.05,0.935 1.4,0.9 1.9,0.825 2.2,0.745 2.33,0.69 2.5,0.58',
    tail: '0.2,-2.26 0.4,-2.38 0.55,-2.4 0.62,-2.37 0.85,-2.36 1.0,-2.34 1.15,-2.28',
    tailSweep: [0.18, 3],
    cabin: {
      ...(SEDAN_SHAPE.cabin as NonNullable<typeof SEDAN_SHAPE.cabin>),
      roof: '1.1,1.28 0.6,1.375 0.1,1.44 -0.4,1.465 -1.0,1.465 -1.6,1.44 -2.4,1.38',
      back: '0.9,-2.4 1.04,-2.33 1.38,-2.02 1.6,-1.82',
      backSweep: 0.1,
      plan: '-2.4,0.76 -1.6,0.81 -1.2,0.82 -0.4,0.83 0.5,0.818 1.2,0.78',
      rearPillar: 0.09,
    },
  },
  stance: { front: 1.47, rear: -1.36, diameter: 0.68, width: 0.225, outer: 0.895, arch: 0.375 },
  noseWrap: 2.18,
  tailWrap: -2.2,
  noseEnd: 1.72,
  tailEnd: -1.8,
  screenFoot: 0.93,
  backFoot: 1.04,
  cabin: [-2.4, -0.4, 1.14],
  spine: '-1.9,0.66 -1,0.6 1,0.58 1.9,0.5',
  projectors: ['0.645,0.66,0.017', '0.795,0.68,0.019'],
  interior: {
    rows: [-0.12, -0.98],
    floor: 0.28,
    dash: 0.68,
    dashTop: 0.92,
    half: 0.71,
    tail: -2.1,
    shelf: 0.92,
  },
  wheel: { rim: 18, design: 'five-spoke', tyre: 'road', finish: 'silver' },
  fittings: {
    mirror: '0.72,1.0',
    handles: '-0.17,0.83 -1.02,0.86',
    frontPlate: 0.5,
    rearPlate: 0.7,
    wipers: 0.98,
  },
  fit(root, { spots }) {
    const path = [-1.9, -1.4, -0.7, -0.1, 0.15].map((x): P3 => [x, spots.top(x, 0.54), 0.54]);
    root.add(roofRails(path, 0.04, MATERIALS.alloy));
  },
  draw,
};

export const vehicle: VehicleModel = { name: 'wagon', galleryPaint: 'green', build: () => carOf(drawing) };
