import { arc } from '../body/arc.ts';
import { type CarDrawing, carOf } from '../body/car.ts';
import { grille, headLamp, tailLamp } from '../body/lamps.ts';
import type { Views } from '../body/view.ts';
import { roofRails } from '../parts/roof-rails.ts';
import { MATERIALS } from '../rig/materials.ts';
import type { VehicleModel } from '../vehicle-model.ts';

const FRONT = 1.62;
const REAR = -1.46;
const ARCH = 0.395;
const AXLE = 0.352;

function draw({ side, front, rear, top }: Views) {
  side.fill('gloss', '1.32,1.09 0.42,1.66 0.1,1.71 -1.5,1.71 -2.1,1.66,0.06 -2.3,1.2,0.08 -2.2,1.12', 0.06);
  side.stroke('chrome', '1.3,1.092 -2.1,1.118 -2.3,1.2', 0.018, 0.06);
  side.fill('glass', '0.91,1.12 0.2,1.61 -0.04,1.665 -0.08,1.12', 0.03);
  side.fill('glass', '-0.17,1.12 -0.13,1.667 -1.12,1.665 -1.16,1.125', 0.04);
  side.fill('glass', '-1.26,1.13 -1.22,1.66 -1.92,1.61,0.06 -2.16,1.26,0.08 -2.08,1.15,0.05', 0.04);
  side.fill('trim', '2.7,0.1 2.7,0.27 -2.7,0.27 -2.7,0.1', 0.02);
  side.stroke('chrome', '1.15,0.33 -0.98,0.33', 0.014, 0);
  for (const axle of [FRONT, REAR]) side.stroke('trim', arc(axle, AXLE, ARCH + 0.006, -14, 194), 0.024, 0);
  side.gap('1.12,1.06 1.18,0.96 1.16,0.7 1.08,0.29 -0.08,0.29 -0.12,1.1');
  side.gap('-0.12,0.29 -1.02,0.29 -1.04,0.5 -1.12,0.76 -1.2,0.92 -1.22,1.12', 0.06);
  side.gap('-1.2,1.045 -2.2,1.075', 0, 0.016);
  side.gap('-1.7,0.76 -1.7,0.9 -1.86,0.9 -1.86,0.76 -1.7,0.76', 0.03, 0.004);
  side.gap('2.1,0.46 2.06,0.66 1.98,0.84', 0.1, 0.004);
  side.raise('1.05,0.64 -0.98,0.7 -0.98,0.46 1.05,0.44', -0.0028, 0.08);

  front.fill('gloss', '-0.1,1.76 0.5,1.735 0.64,1.67 0.94,1.06 -0.1,1.03', 0.05);
  front.fill('glass', '-0.1,1.69 0.5,1.67 0.6,1.62 0.85,1.1 0.4,1.075 -0.1,1.06', 0.05);
  front.fill('trim', '-0.1,0.4 0.7,0.4 0.84,0.46 1.5,0.3 1.5,0.1 -0.1,0.1', 0.05);
  grille(front, {
    shape: '-0.1,0.83 0.5,0.815 0.6,0.77 0.54,0.6 0.46,0.54 -0.1,0.54',
    pattern: 'uprights',
    pitch: 0.04,
    colour: '#70767b',
    frame: 'chrome',
    frameWidth: 0.024,
  });
  grille(front, {
    shape: '-0.1,0.37 0.56,0.37 0.6,0.32 0.54,0.24 -0.1,0.24',
    pattern: 'mesh',
    pitch: 0.03,
    frame: 'none',
  });
  front.fill('chrome', '-0.1,0.215 0.6,0.215 0.56,0.185 -0.1,0.185', 0.01);
  headLamp(front, {
    shape: '0.62,0.84 0.86,0.86 1.14,0.885 1.18,0.85 1.04,0.72 0.84,0.62 0.66,0.62 0.64,0.74',
    running: ['0.66,0.815 0.88,0.83 1.12,0.858', '0.68,0.645 0.83,0.648 0.96,0.71'],
    runningWidth: 0.013,
    reflectors: ['0.68,0.67 0.68,0.79 0.79,0.795 0.79,0.67', '0.82,0.69 0.82,0.795 0.94,0.8 0.94,0.72'],
  });

  rear.fill('gloss', '-0.1,1.67 0.52,1.65 0.62,1.59 0.78,1.16 -0.1,1.14', 0.05);
  rear.fill('glass', '-0.1,1.61 0.49,1.595 0.58,1.54 0.71,1.2 -0.1,1.18', 0.05);
  rear.gap('-0.1,0.52 0.6,0.52 0.72,0.6 0.76,0.9 0.79,1.12 0.74,1.64', 0.08, 0.007);
  rear.fill('trim', '-0.1,0.4 0.8,0.4 1.6,0.3 1.6,0.1 -0.1,0.1', 0.05);
  rear.fill('chrome', '-0.1,0.28 0.56,0.28 0.52,0.24 -0.1,0.24', 0.01);
  rear.fill('chrome', '-0.1,0.965 0.5,0.965 0.5,0.94 -0.1,0.94', 0.004);
  rear.raise('-0.1,0.86 0.36,0.86 0.32,0.66 -0.1,0.66', -0.0028, 0.02);
  tailLamp(rear, {
    shape: '0.5,1.06 0.74,1.08 1.04,1.1 1.1,1.05 1.04,0.88 0.78,0.86 0.54,0.92',
    radius: 0.02,
    bars: ['0.55,1.03 1.04,1.06 1.0,0.91 0.78,0.895 0.74,1.02'],
    chambers: ['0.8,0.92 0.79,1.02 0.96,1.03 0.94,0.93'],
    clear: ['0.6,0.95 0.61,1.0 0.71,1.0 0.71,0.94'],
  });
  top.gap('2.46,-0.1 2.42,0.5 2.22,0.74 1.45,0.88', 0.1);
  top.raise('2.3,-0.1 2.28,0.3 1.5,0.5 1.5,-0.1', 0.005, 0.05);
  top.fill('gloss', '0.1,-0.1 0.1,0.42 -0.7,0.42 -0.7,-0.1', 0.05);
  top.fill('gloss', '-0.85,-0.1 -0.85,0.42 -1.6,0.42 -1.6,-0.1', 0.05);
}

const drawing: CarDrawing = {
  height: 1.77,
  reach: 2.6,
  shape: {
    top: '-2.7,1.12 -1.5,1.11 -0.4,1.09 0.6,1.075 1.35,1.07 1.7,1.03 2.2,0.945 2.42,0.89 2.54,0.82 2.7,0.66',
    crown: 0.055,
    bottom: '-2.6,0.28 -2.2,0.2 -1.2,0.17 1.2,0.17 2.2,0.18 2.6,0.2',
    nose: '0.1,2.44 0.24,2.54 0.45,2.575 0.65,2.575 0.8,2.545 0.88,2.5 1.0,2.36',
    tail: '0.2,-2.44 0.36,-2.54 0.54,-2.57 0.62,-2.535 1.0,-2.52 1.14,-2.48 1.25,-2.44',
    noseSweep: [0.28, 2.8],
    tailSweep: [0.16, 3],
    plan: '-2.7,0.92 -1.5,0.96 0,0.97 1.5,0.96 2.1,0.93 2.7,0.86',
    section: '0.1,-0.09 0.26,-0.045 0.45,-0.01 0.68,0 0.88,-0.006 1.0,-0.024 1.12,-0.07',
    folds: [
      {
        at: '-2.5,0.98 -1.4,0.975 1.2,0.92 2.2,0.84',
        out: 0.015,
        above: 0.07,
        below: 0.18,
        from: -2.5,
        to: 2.15,
      },
    ],
    shoulder: '-2.7,0.05 1.0,0.05 1.7,0.09 2.6,0.1',
    noseCorner: 0.16,
    tailCorner: 0.12,
    sill: 0.05,
    flare: [0.15, 0.014],
    cabin: {
      roof: '1.2,1.45 0.7,1.62 0.3,1.7 -0.2,1.745 -0.9,1.755 -1.7,1.735 -2.5,1.68',
      crown: 0.035,
      screen: '0.95,1.62 1.1,1.36 1.65,0.44 1.9,0.02',
      screenSweep: 0.24,
      back: '1.05,-2.49 1.16,-2.45 1.67,-2.24 1.9,-2.14',
      backSweep: 0.12,
      plan: '-2.5,0.81 -1.6,0.86 -0.2,0.885 0.8,0.88 1.5,0.83',
      belt: 1.08,
      lean: 0.27,
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
    width: 0.24,
    outer: 0.96,
    arch: ARCH,
    lip: 'paint',
  },
  noseWrap: 2.36,
  tailWrap: -2.36,
  noseEnd: 2.0,
  tailEnd: -2.08,
  screenFoot: 1.045,
  backFoot: 1.14,
  cabin: [-2.5, -0.6, 1.6],
  spine: '-3,0.7 3,0.62',
  projectors: ['0.735,0.73,0.032', '0.88,0.75,0.032'],
  interior: {
    rows: [0.2, -0.68, -1.5],
    floor: 0.36,
    dash: 0.8,
    dashTop: 0.965,
    half: 0.8,
    tail: -2.2,
    shelf: 0.9,
  },
  wheel: { rim: 19, design: 'turbine', tyre: 'road', finish: 'machined' },
  fittings: {
    mirror: '0.98,1.11',
    handles: '0.12,0.97 -0.3,0.975',
    handleOf: 'chrome',
    frontPlate: 0.46,
    rearPlate: 0.76,
    wipers: 1.075,
  },
  draw,
  fit(root, { spots }) {
    const rail = ([-1.95, -1.2, -0.4, 0.25] as const).map((x) => [x, spots.top(x, 0.66), 0.66] as const);
    root.add(roofRails(rail, 0.03, MATERIALS.alloy));
  },
};

export const vehicle: VehicleModel = {
  name: 'people-mover',
  galleryPaint: 'silver',
  build: () => carOf(drawing),
};
