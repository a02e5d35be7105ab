import { arc } from '../body/arc.ts';
import { type CarDrawing, carOf } from '../body/car.ts';
import { grille, headLamp, tailLamp } from '../body/lamps.ts';
import type { Views } from '../body/view.ts';
import { mirror, pair } from '../parts/mirror.ts';
import { MATERIALS } from '../rig/materials.ts';
import type { VehicleModel } from '../vehicle-model.ts';

const FRONT = 1.64;
const REAR = -1.48;
const ARCH = 0.4;
const AXLE = 0.35;

function draw({ side, front, rear, top }: Views) {
  side.fill('gloss', '1.5,1.14 0.92,1.72 0.82,1.76 0.28,1.78 0.26,1.13', 0.05);
  side.fill('glass', '1.13,1.17 0.53,1.69 0.33,1.73 0.31,1.17', 0.04);
  side.stroke('gloss', '0.93,1.1 0.93,1.5', 0.03, 0);
  side.gap('1.14,1.1 1.18,0.9 1.14,0.36 0.16,0.36 0.16,1.8 0.84,1.79', 0.05, 0.007);
  side.gap('0.04,1.86 0.04,0.34 -1.02,0.34 -1.06,0.62 -1.12,0.9 -1.14,1.86 0.04,1.86', 0.06, 0.008);
  side.gap('-1.14,1.13 -2.4,1.13', 0, 0.02);
  side.gap('-2.5,1.9 -2.52,0.5', 0, 0.007);
  side.raise('-0.06,1.74 -1.04,1.74 -1.04,1.2 -0.06,1.2', -0.0028, 0.02, 0.09);
  side.raise('-1.24,1.74 -2.38,1.74 -2.38,1.2 -1.24,1.2', -0.0028, 0.02, 0.09);
  side.raise('1.1,0.9 -2.4,0.92 -2.4,0.86 1.1,0.84', 0.005, 0.03);
  side.fill('trim', '1.24,0.64 1.24,0.53 -1.08,0.53 -1.08,0.64', 0.02);
  side.fill('trim', '-1.9,0.64 -1.9,0.53 -2.5,0.53 -2.5,0.64', 0.02);
  side.fill('trim', '2.05,0.1 2.05,0.3 -1.9,0.3 -2.7,0.3 -2.7,0.1', 0.01);
  for (const axle of [FRONT, REAR]) side.stroke('trim', arc(axle, AXLE, ARCH + 0.008, -12, 192), 0.032, 0);
  side.gap('0.02,1.0 0.02,0.9', 0, 0.006);
  side.gap('0.98,0.72 0.98,0.84 0.84,0.84 0.84,0.72 0.98,0.72', 0.03, 0.004);

  front.fill('gloss', '-0.1,1.99 0.56,1.95 0.7,1.86 0.92,1.1 -0.1,1.06', 0.06);
  front.fill('glass', '-0.1,1.9 0.5,1.87 0.6,1.8 0.77,1.19 0.4,1.155 -0.1,1.14', 0.06);
  front.fill('trim', '-0.1,0.6 0.62,0.6 0.8,0.64 1.6,0.6 1.6,0.1 -0.1,0.1', 0.05);
  grille(front, {
    shape: '-0.1,0.86 0.42,0.85 0.5,0.82 0.46,0.7 -0.1,0.69',
    pattern: 'bars',
    pitch: 0.045,
    frame: 'gloss',
    frameWidth: 0.02,
  });
  grille(front, {
    shape: '-0.1,0.38 0.6,0.38 0.66,0.34 0.6,0.24 -0.1,0.24',
    pattern: 'mesh',
    pitch: 0.035,
    frame: 'none',
  });
  headLamp(front, {
    shape: '0.72,0.43 0.86,0.43 0.86,0.35 0.72,0.35',
    radius: 0.03,
    reflectors: ['0.74,0.36 0.74,0.42 0.84,0.42 0.84,0.36'],
  });
  headLamp(front, {
    shape: '0.52,0.87 0.78,0.93 1.02,1.0 1.12,0.97 1.04,0.8 0.86,0.71 0.58,0.7',
    radius: 0.035,
    running: ['0.58,0.72 0.84,0.735 0.98,0.81 1.04,0.92'],
    runningWidth: 0.016,
    reflectors: ['0.6,0.75 0.6,0.84 0.72,0.86 0.72,0.75', '0.76,0.77 0.76,0.88 0.9,0.93 0.9,0.79'],
    indicator: '0.93,0.84 1.0,0.95',
  });

  rear.gap('0,0.42 0,2.1', 0, 0.01);
  rear.gap('-0.1,0.44 0.7,0.44 0.72,1.1 0.72,1.2', 0.04, 0.009);
  rear.gap('0.72,1.1 0.72,1.84 -0.1,1.89', 0.06, 0.009);
  rear.fill('gloss', '0.06,1.75 0.56,1.73 0.62,1.68 0.66,1.24 0.06,1.24', 0.06);
  rear.fill('glass', '0.09,1.72 0.54,1.7 0.59,1.65 0.625,1.27 0.09,1.27', 0.06);
  rear.fill('trim', '-0.1,0.42 1.6,0.42 1.6,0.1 -0.1,0.1', 0.03);
  rear.raise('0.06,1.12 0.64,1.12 0.64,0.56 0.06,0.56', -0.0028, 0.02, 0.07);
  rear.fill('trim', '0.05,1.0 0.18,1.0 0.18,0.94 0.05,0.94', 0.02);
  for (const y of [0.7, 1.15, 1.72])
    rear.fill('trim', `0.68,${y} 0.76,${y} 0.76,${y - 0.05} 0.68,${y - 0.05}`, 0.01);
  tailLamp(rear, {
    shape: '0.785,1.2 0.9,1.19 0.93,1.16 0.94,0.7 0.785,0.68',
    radius: 0.03,
    bars: ['0.86,1.15 0.86,0.98'],
    barWidth: 0.03,
    chambers: ['0.81,0.86 0.81,0.95 0.91,0.95 0.91,0.86'],
    clear: ['0.81,0.72 0.81,0.83 0.91,0.83 0.91,0.72'],
  });
  top.gap('2.46,-0.1 2.4,0.5 2.24,0.72 1.95,0.84', 0.1);
  top.fill('gloss', '1.9,-0.1 1.86,0.45 1.7,0.76 1.5,0.8 1.5,-0.1', 0.05);
  for (const x of [0.2, -0.5, -1.2, -1.9])
    top.raise(`${x},-0.1 ${x},0.6 ${x - 0.09},0.6 ${x - 0.09},-0.1`, 0.004, 0.03, 0.02);
}

const drawing: CarDrawing = {
  height: 2.02,
  reach: 2.62,
  shape: {
    top: '-2.8,1.16 0.9,1.16 1.4,1.145 1.8,1.09 2.2,1.01 2.42,0.95 2.56,0.85 2.7,0.68',
    crown: 0.06,
    bottom: '-2.7,0.34 -2.1,0.26 -1,0.2 1,0.2 2.1,0.2 2.7,0.22',
    nose: '0.15,2.5 0.3,2.58 0.5,2.6 0.65,2.595 0.8,2.56 0.92,2.48 1.05,2.3',
    tail: '0.2,-2.54 0.4,-2.6 0.43,-2.57 1.1,-2.555 1.3,-2.54',
    noseSweep: [0.34, 2.7],
    tailSweep: [0.04, 4],
    plan: '-2.8,0.94 -1.5,0.955 0,0.96 1.4,0.955 2.0,0.92 2.7,0.84',
    section: '0.15,-0.07 0.3,-0.03 0.5,-0.006 0.7,0 0.9,-0.004 1.1,-0.022 1.3,-0.05',
    folds: [{ at: '-2.6,1.1 0.6,1.1 2.2,0.96', out: 0.008, above: 0.04, below: 0.12, from: -2.6, to: 2.2 }],
    shoulder: '-2.8,0.05 0.9,0.05 1.6,0.08 2.5,0.1',
    noseCorner: 0.16,
    tailCorner: 0.08,
    sill: 0.05,
    flare: [0.14, 0.016],
    cabin: {
      roof: '1.5,1.66 1.0,1.81 0.7,1.92 0.3,1.985 -0.5,2.005 -2.0,1.995 -2.7,1.95',
      crown: 0.04,
      screen: '0.95,1.95 1.12,1.73 1.85,0.82 2.1,0.5',
      screenSweep: 0.3,
      back: '1.0,-2.56 1.15,-2.552 1.9,-2.46 2.1,-2.42',
      backSweep: 0.05,
      plan: '-2.7,0.905 -1.5,0.925 0.3,0.93 1.1,0.905 1.6,0.86 2.0,0.8',
      belt: 1.12,
      lean: 0.14,
      curve: 0.08,
      cant: 0.11,
      frontPillar: 0.08,
      rearPillar: 0.07,
      foot: 0.035,
    },
  },
  stance: {
    front: FRONT,
    rear: REAR,
    diameter: 2 * AXLE,
    width: 0.235,
    outer: 0.945,
    arch: ARCH,
    lip: 'trim',
  },
  noseWrap: 2.36,
  tailWrap: -2.46,
  noseEnd: 1.98,
  tailEnd: -2.36,
  screenFoot: 1.06,
  backFoot: 1.15,
  cabin: [-2.7, -0.6, 2.0],
  spine: '-3,1.0 0.8,1.0 2.0,0.62 3,0.6',
  projectors: ['0.66,0.79,0.036'],
  interior: { rows: [0.36], floor: 0.62, dash: 0.92, dashTop: 1.08, half: 0.8, tail: -0.1, shelf: 1.1 },
  wheel: { rim: 16, design: 'steel', tyre: 'road', finish: 'silver' },
  fittings: {
    handles: '0.3,1.02 -0.1,1.02',
    handleOf: 'gloss',
    frontPlate: 0.5,
    rearPlate: 0.58,
    wipers: 1.14,
  },
  draw,
  fit(root, { spots }) {
    root.add(
      pair(
        () => mirror({ cap: MATERIALS.plastic, height: 0.25, width: 0.2 }),
        [1.08, 1.17, spots.side(1.08, 1.19) - 0.014],
      ),
    );
  },
};

export const vehicle: VehicleModel = { name: 'van', galleryPaint: 'white', build: () => carOf(drawing) };
