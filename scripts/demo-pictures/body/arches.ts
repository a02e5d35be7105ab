import { BufferAttribute, BufferGeometry, Group, type Material, Mesh, RingGeometry } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import type { BodyDrawing } from './drawing.ts';
import type { Solid } from './solid.ts';
import type { Spots } from './spots.ts';

const STEPS = 56;
/** The lip's section: inwards from the arch's edge, inwards from the side. */
const LIP = [
  [-0.001, -0.001],
  [0.004, 0.0005],
  [0.009, -0.003],
  [0.012, -0.01],
  [0.0125, -0.06],
  [-0.02, -0.09],
] as const;

const WELL = [
  [0.011, -0.045],
  [-0.02, -0.1],
  [-0.02, -0.1],
] as const;

type Profile = readonly (readonly [inwards: number, out: number])[];

/** A strip round an arch whose section follows the skin; `inner` is the z where the section's last point lies instead. */
function strip(
  solid: Solid,
  spots: Spots,
  { stance }: BodyDrawing,
  axle: number,
  profile: Profile,
  inner?: number,
): BufferGeometry {
  const high = stance.diameter / 2;
  const positions: number[] = [];
  const index: number[] = [];
  let rows = 0;
  for (let step = 0; step <= STEPS; step++) {
    const angle = -0.7 + ((Math.PI + 1.4) * step) / STEPS;
    const x = axle + Math.cos(angle) * stance.arch;
    const y = high + Math.sin(angle) * stance.arch;
    const low = solid.bottom(x) + 0.012;
    if (y < low + 0.01) continue;
    const z = spots.side(x, Math.max(low, y));
    for (const [at, [inwards, out]] of profile.entries()) {
      const radius = stance.arch - inwards;
      positions.push(
        axle + Math.cos(angle) * radius,
        high + Math.sin(angle) * radius,
        inner !== undefined && at === profile.length - 1 ? inner : z + out,
      );
    }
    rows++;
  }
  const across = profile.length;
  for (let row = 0; row < rows - 1; row++)
    for (let at = 0; at < across - 1; at++) {
      const a = row * across + at;
      index.push(a, a + across, a + 1, a + 1, a + across, a + across + 1);
    }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  return geometry;
}

/** Rolled edges of the four wheel arches and the dark wells behind them. */
export function wheelArches(solid: Solid, spots: Spots, drawing: BodyDrawing, paint: Material): Group {
  const group = new Group();
  const { stance } = drawing;
  const inner = stance.outer - stance.width - 0.14;
  for (const axle of [stance.front, stance.rear]) {
    const edge = strip(solid, spots, drawing, axle, LIP);
    const drum = strip(solid, spots, drawing, axle, WELL, inner);
    const wall = new RingGeometry(0, stance.arch + 0.021, 40, 1, -0.15, Math.PI + 0.3);
    for (const side of [1, -1]) {
      const rim = new Mesh(edge, stance.lip === 'trim' ? MATERIALS.plastic : paint);
      rim.scale.z = side;
      const well = new Mesh(drum, MATERIALS.dark);
      well.scale.z = side;
      const back = new Mesh(wall, MATERIALS.dark);
      back.position.set(axle, stance.diameter / 2, side * inner);
      group.add(rim, well, back);
    }
  }
  return group;
}
