import { Mesh, TorusGeometry } from 'three';
import { type CarDrawing, carOf } from '../body/car.ts';
import type { Views } from '../body/view.ts';
import { MATERIALS } from '../rig/materials.ts';
import type { VehicleModel } from '../vehicle-model.ts';
import { COUPE, COUPE_SHAPE, coupeBody } from './coupe.ts';

/** Where the folded roof's cover begins. */
const COCKPIT_END = -1.02;

function draw(views: Views) {
  const { side, front, rear, top } = views;
  coupeBody(views);
  front.fill('gloss', '-0.1,1.215 0.44,1.2 0.53,1.16 0.7,0.95 0.65,0.91 -0.1,0.885', 0.05);
  front.fill('glass', '-0.1,1.185 0.42,1.17 0.48,1.14 0.67,0.935 0.3,0.915 -0.1,0.91', 0.05);
  side.fill('void', '0.6,0.9 0.2,1.16 0.14,1.5 -1.5,1.5 -1.3,0.93 -0.5,0.895', 0.03);
  side.stroke('chrome', '0.62,0.893 -0.5,0.885 -1.0,0.915', 0.012);
  top.fill('void', '0.16,-0.1 0.16,0.75 -0.88,0.75 -0.98,0.66 -1.01,0.5 -1.02,-0.1', 0.01);
  rear.fill('void', '-0.1,1.6 0.9,1.6 0.9,0.945 -0.1,0.945', 0.01);
  top.gap('-1.85,-0.1 -1.82,0.6 -1.1,0.72', 0.1);
  top.fill('trim', '-1.04,-0.1 -1.04,0.62 -1.1,0.62 -1.1,-0.1', 0.02);
}

const drawing: CarDrawing = {
  ...COUPE,
  shape: {
    ...COUPE_SHAPE,
    ease: { roof: 0.05 },
    cabin: {
      ...(COUPE_SHAPE.cabin as NonNullable<typeof COUPE_SHAPE.cabin>),
      roof: '0.8,1.12 0.3,1.225 0.16,1.215 0.08,0.95 -0.1,0.5',
      back: `0.8,${COCKPIT_END - 0.01} 1.4,${COCKPIT_END + 0.04}`,
      backSweep: 0.06,
      plan: '-1.2,0.72 -0.9,0.77 -0.5,0.8 0.3,0.8 1,0.76',
      rearPillar: 0.16,
    },
  },
  cabin: [-0.3, -0.4, 0.92],
  backFoot: 0.94,
  interior: {
    rows: [-0.5],
    floor: 0.2,
    dash: 0.48,
    dashTop: 0.86,
    half: 0.72,
    tail: -1.03,
    shelf: 0.9,
    seats: MATERIALS.leather,
  },
  wheel: { rim: 19, design: 'multi-spoke', tyre: 'road', finish: 'silver' },
  ceiling: (x) => (x > 0 ? 0.88 : 1.22),
  fit(root) {
    for (const side of [1, -1]) {
      const hoop = new Mesh(new TorusGeometry(0.14, 0.02, 10, 28, Math.PI), MATERIALS.chrome);
      hoop.rotation.y = Math.PI / 2;
      hoop.position.set(-0.94, 0.9, side * 0.36);
      root.add(hoop);
    }
  },
  draw,
};

export const vehicle: VehicleModel = {
  name: 'convertible',
  galleryPaint: 'grey',
  build: () => carOf(drawing),
};
