import { arc } from '../body/arc.ts';
import { type CarDrawing, carOf } from '../body/car.ts';
import { grille, headLamp, tailLamp } from '../body/lamps.ts';
import type { Views } from '../body/view.ts';
import { bullBar } from '../parts/bull-bar.ts';
import { mirror, pair } from '../parts/mirror.ts';
import { flare, sideStep, snorkel, spareWheel, towBar } from '../parts/off-road-gear.ts';
import { roofRack } from '../parts/roof-rails.ts';
import { MATERIALS } from '../rig/materials.ts';
import type { VehicleModel } from '../vehicle-model.ts';

const FRONT = 1.42;
const REAR = -1.43;
const ARCH = 0.485;
const AXLE = 0.415;

function draw({ side, front, rear, top }: Views) {
  side.fill('gloss', '0.8,1.275 0.5,1.83 0.4,1.865,0.04 -0.98,1.87 -1.05,1.275', 0.04);
  side.fill('glass', '0.7,1.3 0.44,1.815 -0.12,1.835 -0.12,1.3', 0.04);
  side.fill('glass', '-0.2,1.3 -0.2,1.837 -0.93,1.837 -1.0,1.3', 0.04);
  side.outline('trim', '-1.14,1.3 -1.12,1.832 -1.98,1.82 -2.02,1.3', 0.03, 0.05);
  side.fill('glass', '-1.14,1.3 -1.12,1.832 -1.98,1.82 -2.02,1.3', 0.05);
  side.fill('trim', '1.5,0.3 1.5,0.5 -1.5,0.5 -1.5,0.3', 0.01);
  side.gap('0.8,1.26 0.86,1.2 0.86,0.8 0.78,0.5 -0.15,0.5 -0.16,1.26 -0.16,1.86');
  side.gap('-0.16,0.5 -0.8,0.5 -0.92,0.72,0.12 -1.05,1.0,0.1 -1.06,1.26 -1.0,1.87', 0.04);
  side.gap('0.86,1.16 2.1,1.13', 0, 0.005);
  side.gap('2.0,1.1 1.98,0.6', 0.05, 0.005);
  side.gap('-1.5,1.06 -1.5,1.2 -1.66,1.2 -1.66,1.06 -1.5,1.06', 0.03, 0.004);
  side.fill('gloss', '1.3,1.0 1.3,1.09 1.02,1.09 1.02,1.0', 0.02);
  side.raise('0.78,0.92 -0.85,0.92 -0.85,0.62 0.78,0.62', -0.0028, 0.05);
  side.fill('trim', '0.84,0.7 0.84,0.62 -0.86,0.62 -0.86,0.7', 0.02);
  for (const x of [-0.05, -0.93])
    side.fill('gloss', `${x},1.17 ${x},1.12 ${x + 0.2},1.12 ${x + 0.2},1.17`, 0.02);

  front.fill('trim', '-0.1,1.88 0.58,1.86 0.66,1.82 0.77,1.27 -0.1,1.26', 0.04);
  front.fill('glass', '-0.1,1.85 0.56,1.835 0.63,1.8 0.735,1.3 -0.1,1.29', 0.05);
  front.fill('gloss', '-0.1,1.13 0.78,1.12 0.82,1.08 0.8,0.84 -0.1,0.84', 0.04);
  grille(front, {
    shape: '-0.1,1.1 0.42,1.1 0.42,0.86 -0.1,0.86',
    pattern: 'uprights',
    pitch: 0.075,
    colour: '#5b6065',
    frame: 'gloss',
    frameWidth: 0.02,
  });
  headLamp(front, {
    shape: arc(0.6, 0.985, 0.125, 0, 347),
    radius: 0.001,
    running: [arc(0.6, 0.985, 0.104, 0, 360)],
    runningWidth: 0.016,
    reflectors: ['0.52,0.93 0.52,1.04 0.68,1.04 0.68,0.93'],
  });
  front.fill('trim', '-0.1,0.82 1.4,0.82 1.4,0.4 -0.1,0.4', 0.02);
  front.fill('chrome', '-0.1,0.66 0.4,0.66 0.34,0.46 -0.1,0.46', 0.03);
  headLamp(front, {
    shape: '0.86,1.06 1.0,1.06 1.0,0.98 0.86,0.98',
    running: [],
    indicator: '0.88,1.02 0.98,1.02',
  });

  rear.fill('gloss', '-0.1,1.8 0.58,1.78 0.64,1.74 0.71,1.28 -0.1,1.28', 0.04);
  rear.fill('glass', '-0.1,1.77 0.56,1.755 0.61,1.72 0.67,1.31 -0.1,1.31', 0.05);
  rear.gap('-0.1,0.66 0.72,0.66 0.76,0.72 0.76,1.26 0.71,1.83 -0.1,1.86', 0.06, 0.008);
  rear.fill('trim', '-0.1,0.63 1.3,0.63 1.3,0.42 -0.1,0.42', 0.01);
  rear.raise('-0.1,1.2 0.66,1.2 0.66,0.74 -0.1,0.74', -0.0028, 0.03);
  tailLamp(rear, {
    shape: '0.785,1.18 0.87,1.175 0.9,1.15 0.9,0.84 0.785,0.84',
    radius: 0.02,
    bars: ['0.84,1.14 0.84,0.88'],
    barWidth: 0.03,
    chambers: ['0.805,1.06 0.805,1.15 0.875,1.15 0.875,1.06'],
    clear: ['0.805,0.86 0.805,0.92 0.875,0.92 0.875,0.86'],
  });

  top.gap('2.14,-0.1 2.12,0.74 0.95,0.8', 0.06);
  top.raise('2.0,0.22 2.0,0.52 1.05,0.52 1.05,0.22', 0.006, 0.03);
  top.raise('2.0,-0.1 2.0,0.12 1.05,0.12 1.05,-0.1', 0.004, 0.03);
  top.fill('gloss', '1.04,0.1 1.04,0.6 0.92,0.6 0.92,0.1', 0.02);
  for (const z of [0.1, 0.24, 0.38, 0.52])
    top.raise(`0.2,${z + 0.04} -1.9,${z + 0.04} -1.9,${z} 0.2,${z}`, 0.004, 0.016, 0.01);
}

const SPARE = {
  diameter: 2 * AXLE,
  width: 0.27,
  rim: 17,
  design: 'steel',
  tyre: 'all-terrain',
  finish: 'dark',
} as const;

const drawing: CarDrawing = {
  height: 1.99,
  reach: 2.24,
  shape: {
    top: '-2.4,1.25 0.7,1.25 0.95,1.245 1.6,1.23 2.0,1.215 2.12,1.19 2.25,1.08',
    crown: 0.03,
    bottom: '-2.3,0.52 -1.95,0.5 -1,0.42 1,0.42 1.95,0.46 2.3,0.5',
    nose: '0.4,2.08 0.55,2.13 0.8,2.15 0.86,2.17 1.12,2.16 1.2,2.12 1.3,2.05',
    tail: '0.4,-2.18 0.63,-2.2 0.66,-2.17 1.2,-2.165 1.4,-2.15',
    noseSweep: [0.08, 4],
    tailSweep: [0.05, 4],
    plan: '-2.4,0.845 -1.5,0.86 0,0.865 1.5,0.86 2.0,0.85 2.3,0.84',
    section: '0.3,-0.08 0.45,-0.035 0.6,-0.004 0.8,0 1.1,-0.002 1.25,-0.03',
    folds: [{ at: '-2.3,1.2 2.2,1.17', out: 0.01, above: 0.03, below: 0.1 }],
    shoulder: '-2.4,0.04 0.6,0.04 1,0.05 2.2,0.06',
    noseCorner: 0.1,
    tailCorner: 0.09,
    sill: 0.05,
    flare: [0.1, 0],
    ease: { top: 0.06, ends: 0.035 },
    cabin: {
      roof: '0.9,1.83 0.5,1.905 0.2,1.94 -0.8,1.955 -1.8,1.945 -2.3,1.9',
      crown: 0.035,
      screen: '1.1,0.94 1.25,0.86 1.9,0.52 2.1,0.42',
      screenSweep: 0.07,
      back: '1.1,-2.175 1.25,-2.16 1.9,-2.08 2.1,-2.04',
      backSweep: 0.05,
      plan: '-2.3,0.79 -1.5,0.81 0,0.82 0.9,0.81',
      belt: 1.24,
      lean: 0.13,
      curve: 0.07,
      cant: 0.07,
      frontPillar: 0.05,
      rearPillar: 0.08,
      foot: 0.02,
    },
  },
  stance: {
    front: FRONT,
    rear: REAR,
    diameter: 2 * AXLE,
    width: 0.27,
    outer: 0.925,
    arch: ARCH,
    lip: 'trim',
  },
  noseWrap: 2.05,
  tailWrap: -2.08,
  noseEnd: 1.97,
  tailEnd: -1.98,
  screenFoot: 1.235,
  backFoot: 1.2,
  cabin: [-2.3, -0.6, 1.1],
  spine: '-3,1.0 3,0.9',
  projectors: ['0.6,0.985,0.05'],
  interior: { rows: [-0.05, -0.9], floor: 0.6, dash: 0.5, dashTop: 1.2, half: 0.74, tail: -2.0, shelf: 0.95 },
  wheel: { rim: 17, design: 'steel', tyre: 'all-terrain', finish: 'dark' },
  fittings: { handles: '0.05,1.145 -0.83,1.145', handleOf: 'gloss', rearPlate: 0.53, wipers: 1.275 },
  draw,
  fit(root, { spots }) {
    const bar = bullBar({ width: 1.84, bottom: 0.5, top: 0.86, hoop: 1.2, lightBar: false });
    bar.position.x = 2.16;
    const rack = roofRack({ length: 1.95, width: 1.32, legs: 0.09, basket: true });
    rack.position.set(-0.75, 2.0, 0);
    const spare = spareWheel(SPARE);
    spare.position.set(-2.33, 1.0, -0.12);
    const hitch = towBar();
    hitch.position.set(-2.18, 0.45, 0);
    root.add(bar, rack, spare, hitch);
    root.add(
      snorkel([
        [1.46, 1.03, 0.87],
        [1.0, 1.07, 0.9],
        [0.87, 1.26, 0.86],
        [0.56, 1.84, 0.765],
      ]),
    );
    for (const axle of [FRONT, REAR])
      root.add(
        pair(
          () => flare(ARCH, { wide: 0.07, out: 0.06 }),
          [axle, AXLE, spots.side(axle, AXLE + ARCH + 0.05)],
        ),
      );
    root.add(
      pair(
        () => mirror({ cap: MATERIALS.plastic, height: 0.2, width: 0.2 }),
        [0.66, 1.29, spots.side(0.66, 1.3) - 0.012],
      ),
    );
    root.add(pair(() => sideStep({ length: 1.75, round: true }), [0, 0.45, 0.88]));
  },
};

export const vehicle: VehicleModel = { name: '4x4', galleryPaint: 'green', build: () => carOf(drawing) };
