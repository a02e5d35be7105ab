import { Group, type Material } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import { assemble, block, facing, loft, net, type P2, type P3, roundedShape, slab } from './solids.ts';

const power = (value: number, exponent: number) => Math.sign(value) * Math.abs(value) ** exponent;

/** A quarter of a rounded body: convex to the front (+x), flat behind. */
function shell(size: P3, from: number, to: number) {
  const [deep, high, wide] = size;
  const rows = 13;
  const columns = 25;
  return net(
    rows,
    columns,
    (row, column) => {
      const up = from + ((to - from) * row) / (rows - 1);
      const around = (column / (columns - 1)) * Math.PI;
      const waist = power(Math.cos(up), 0.5);
      const z = (-wide / 2) * waist * power(Math.cos(around), 0.55);
      const taper = 1 + (0.24 * z) / wide;
      return [
        deep * waist * power(Math.sin(around), 0.75),
        (high / 2) * power(Math.sin(up), 0.62) * taper,
        z,
      ];
    },
    1.2,
  );
}

/** A flat piece of the shell's outline facing back, its rear at x. */
function pane(height: number, width: number, thick: number, x: number) {
  const outline = Array.from({ length: 28 }, (_, point): P2 => {
    const a = (point / 28) * Math.PI * 2;
    const across = power(Math.cos(a), 0.5);
    return [(width / 2) * across, (height / 2) * power(Math.sin(a), 0.62) * (1 + 0.12 * across)];
  });
  return facing(slab(roundedShape(outline, 0.001), thick, 0.0015, 1), '-x', [x, 0, 0]);
}

export type MirrorSpec = {
  /** Of the cap: the coachwork's paint, chrome or black. */
  cap: Material;
  /** Height of the housing, metres. */
  height?: number;
  width?: number;
  /** From the door to the housing's middle. */
  reach?: number;
};

/** A right-hand door mirror fixed to the door at the origin, reaching towards +z and looking back. */
export function mirror({ cap, height = 0.145, width = 0.235, reach = 0.175 }: MirrorSpec): Group {
  const deep = 0.085;
  const half = Math.PI / 2;
  const upper = shell([deep, height, width], -0.35, half);
  const lower = shell([deep * 0.97, height * 0.985, width * 0.985], -half, -0.3);
  const back = pane(height * 0.985, width * 0.985, 0.012, 0.007);
  const glass = pane(height * 0.8, width * 0.85, 0.004, -0.002);
  const at: P3 = [0, 0.07, reach];
  for (const piece of [upper, lower, back, glass]) piece.translate(...at);
  const ring = (z: number, y: number, long: number, thick: number): P3[] =>
    Array.from({ length: 12 }, (_, point) => {
      const a = (point / 12) * Math.PI * 2;
      return [0.012 + (long / 2) * power(Math.cos(a), 0.7), y + (thick / 2) * power(Math.sin(a), 0.7), z];
    });
  const arm = loft([
    ring(-0.03, -0.005, 0.12, 0.045),
    ring(0.01, 0, 0.105, 0.04),
    ring(reach * 0.45, 0.012, 0.075, 0.034),
    ring(reach * 0.8, 0.07 - height * 0.44, 0.07, 0.04),
    ring(reach, 0.07 - height * 0.36, 0.065, 0.04),
  ]);
  const lamp = block([0.008, 0.009, 0.075], 0.003, [deep * 0.66, 0.07 - height * 0.12, reach + width * 0.31]);
  const group = new Group();
  group.add(
    assemble(
      [cap, [upper]],
      [MATERIALS.glossBlack, [lower, back, arm]],
      [MATERIALS.chrome, [glass]],
      [MATERIALS.indicator, [lamp]],
    ),
  );
  return group;
}

/** A tall pair of glasses on a bracket, as on trucks and big utes: black, the housing standing upright. */
export function towingMirror(cap: Material, height = 0.29): Group {
  const wide = 0.2;
  const reach = 0.24;
  const half = Math.PI / 2;
  const upper = shell([0.095, height, wide], -0.05, half);
  const lower = shell([0.093, height * 0.99, wide * 0.99], -half, 0);
  const back = pane(height * 0.985, wide * 0.985, 0.012, 0.007);
  const main = block([0.004, height * 0.58, wide * 0.84], 0.002, [-0.009, height * 0.15, 0]);
  const small = block([0.004, height * 0.22, wide * 0.84], 0.002, [-0.009, -height * 0.3, 0]);
  for (const piece of [upper, lower, back, main, small]) piece.translate(0, 0.08, reach);
  const arms = [0.02, 0.1].map((y) => block([0.045, 0.026, reach], 0.01, [0.03, y, reach / 2 - 0.02]));
  return assemble(
    [cap, [upper]],
    [MATERIALS.plastic, [lower, back, ...arms]],
    [MATERIALS.chrome, [main, small]],
  );
}

/** A right-hand part and its mirror image on the left. */
export function pair(make: () => Group, at: P3): Group {
  const group = new Group();
  for (const side of [1, -1]) {
    const one = make();
    one.position.set(at[0], at[1], at[2] * side);
    one.scale.z = side;
    group.add(one);
  }
  return group;
}
