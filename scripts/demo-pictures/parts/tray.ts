import type { Group } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import { assemble, bent, block, both, type P3, revolve, tube } from './solids.ts';

export type TraySpec = {
  /** x of the front and rear ends of the floor. */
  from: number;
  to: number;
  /** Over the sides, metres. */
  width: number;
  /** Height of the floor's upper side. */
  floor: number;
  /** Top of the headboard behind the cab. */
  head: number;
  /** Rear axle, for the mudguards. */
  axle: { x: number; y: number; radius: number; track: number };
};

const SIDE_M = 0.27;
const THICK_M = 0.026;

/** A drop side of extruded boards, standing on y = 0, outer face at z = 0. */
function dropSide(length: number, x: number, y: number, z: number) {
  const boards = [0, 1, 2].map((at) =>
    block([length, SIDE_M / 3 - 0.004, THICK_M], 0.006, [x, y + (SIDE_M * (at + 0.5)) / 3, z]),
  );
  const rim = block([length, 0.022, THICK_M + 0.012], 0.007, [x, y + SIDE_M, z]);
  return [...boards, rim];
}

function headboard({ from, width, floor, head }: TraySpec) {
  const x = from - 0.02;
  const half = width / 2 - 0.06;
  const frame = tube(
    bent(
      [
        [x, floor - 0.04, half],
        [x, head, half],
        [x, head, -half],
        [x, floor - 0.04, -half],
      ],
      0.14,
      6,
    ),
    0.026,
    { sides: 10, steps: 80 },
  );
  const cross = [floor + 0.3, floor + 0.52].map((y) =>
    tube(
      [
        [x, y, -half],
        [x, y, half],
      ],
      0.018,
      { sides: 8, steps: 2 },
    ),
  );
  const bars = Array.from({ length: 13 }, (_, at) => {
    const z = ((at - 6) / 6.6) * half;
    return block([0.012, head - floor - 0.54, 0.012], 0.004, [x, (head + floor + 0.52) / 2, z]);
  });
  const sheet = block([0.012, 0.5, 2 * half], 0.004, [x, floor + 0.27, 0]);
  return { metal: [frame, ...cross, sheet], bars };
}

/** A black half round over a rear wheel. */
function mudguard({ x, y, radius, track }: TraySpec['axle']) {
  const steps = 20;
  const wide = 0.3;
  const pieces = Array.from({ length: steps }, (_, step) => {
    const a = -0.05 + ((Math.PI + 0.1) * (step + 0.5)) / steps;
    const long = ((Math.PI + 0.1) * radius) / steps + 0.006;
    return block([0.012, long, wide], 0.003)
      .rotateZ(a)
      .translate(x + radius * Math.cos(a), y + radius * Math.sin(a), track / 2);
  });
  const flap = block([0.012, 0.24, wide], 0.004, [x - radius - 0.004, y - 0.08, track / 2]);
  return [...pieces, flap];
}

/** An aluminium tray with drop sides on its chassis, behind a single cab. */
export function tray(spec: TraySpec): Group {
  const { from, to, width, floor, axle } = spec;
  const length = from - to;
  const x = (from + to) / 2;
  const half = width / 2;
  const deck = block([length, 0.05, width - 0.04], 0.008, [x, floor - 0.025, 0]);
  const coaming = block([length, 0.075, 0.03], 0.008, [x, floor - 0.04, half - 0.012]);
  const rope = tube(
    [
      [from - 0.08, floor - 0.1, half - 0.02],
      [to + 0.08, floor - 0.1, half - 0.02],
    ],
    0.009,
    { sides: 6, steps: 2 },
  );
  const ties = Array.from({ length: 7 }, (_, at) =>
    block([0.02, 0.06, 0.02], 0.004, [from - 0.1 - ((length - 0.2) * at) / 6, floor - 0.075, half - 0.02]),
  );
  const side = dropSide(length - 0.03, x, floor, half - THICK_M / 2);
  const tail = dropSide(width - 0.06, 0, floor, 0).map((piece) =>
    piece.rotateY(Math.PI / 2).translate(to + THICK_M / 2, 0, 0),
  );
  const posts = [from - 0.03, to + 0.02].map((at) =>
    block([0.05, SIDE_M + 0.03, 0.045], 0.008, [at, floor + SIDE_M / 2, half - 0.015]),
  );
  const hinges = [-0.34, 0, 0.34].map((share) =>
    block([0.07, 0.05, 0.02], 0.006, [x + share * length, floor + 0.012, half + 0.006]),
  );
  const latches = [from - 0.03, to + 0.02].map((at) =>
    block([0.03, 0.1, 0.018], 0.006, [at, floor + SIDE_M * 0.62, half + 0.012]),
  );
  const { metal, bars } = headboard(spec);
  const rails = block([length + 0.5, 0.13, 0.07], 0.01, [x + 0.2, floor - 0.25, 0.42]);
  const cross = [0, 0.33, 0.66, 1].map((share) =>
    block([0.06, 0.08, width - 0.2], 0.01, [from - 0.1 - share * (length - 0.2), floor - 0.09, 0]),
  );
  const beam = tube(
    [
      [axle.x, axle.y, -axle.track / 2 + 0.1],
      [axle.x, axle.y, axle.track / 2 - 0.1],
    ],
    0.05,
    { sides: 10, steps: 2 },
  );
  const pumpkin = revolve(
    [
      [0, -0.12],
      [0.1, -0.1],
      [0.14, 0],
      [0.1, 0.1],
      [0, 0.12],
    ],
    16,
  ).translate(axle.x, axle.y, 0.1);
  const springs = [0, 0.014, 0.028].map((down) =>
    tube(
      [
        [axle.x + 0.62 - down * 8, axle.y + 0.12 - down, 0.5],
        [axle.x, axle.y + 0.03 - down, 0.5],
        [axle.x - 0.62 + down * 8, axle.y + 0.12 - down, 0.5],
      ],
      0.012,
      { sides: 5, steps: 10 },
    ),
  );
  const box = block([0.5, 0.3, 0.42], 0.02, [axle.x + axle.radius + 0.4, floor - 0.26, half - 0.25]);
  const lid = block([0.46, 0.24, 0.012], 0.012, [axle.x + axle.radius + 0.4, floor - 0.26, half - 0.036]);
  const lock = block([0.05, 0.04, 0.012], 0.006, [axle.x + axle.radius + 0.4, floor - 0.2, half - 0.028]);
  const lampAt: P3 = [to - 0.004, floor - 0.1, half - 0.2];
  const bumper = tube(
    [
      [to + 0.05, floor - 0.42, -half + 0.2],
      [to + 0.05, floor - 0.42, half - 0.2],
    ],
    0.032,
    { sides: 10, steps: 2 },
  );
  const hangers = [-0.4, 0.4].map((z) => block([0.05, 0.24, 0.05], 0.006, [to + 0.06, floor - 0.32, z]));
  return assemble(
    [MATERIALS.aluminium, [deck, ...tail, ...metal, ...[coaming, ...side, ...posts].map(both)]],
    [MATERIALS.steel, [...bars, ...[rope, ...ties, ...hinges, ...latches].map(both), both(lock)]],
    [MATERIALS.plastic, [...mudguard(axle).map(both), both(box), bumper, ...hangers]],
    [MATERIALS.aluminium, [both(lid)]],
    [MATERIALS.dark, [both(rails), ...cross, beam, pumpkin, ...springs.map(both)]],
    [MATERIALS.glossBlack, [both(block([0.03, 0.11, 0.36], 0.012, lampAt))]],
    [
      MATERIALS.tailLamp,
      [both(block([0.03, 0.085, 0.14], 0.01, [lampAt[0] - 0.008, lampAt[1], lampAt[2] + 0.09]))],
    ],
    [
      MATERIALS.indicator,
      [both(block([0.03, 0.085, 0.08], 0.01, [lampAt[0] - 0.008, lampAt[1], lampAt[2] - 0.03]))],
    ],
    [
      MATERIALS.white,
      [both(block([0.03, 0.085, 0.07], 0.01, [lampAt[0] - 0.008, lampAt[1], lampAt[2] - 0.12]))],
    ],
  );
}
