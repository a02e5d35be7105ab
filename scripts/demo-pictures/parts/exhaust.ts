import type { Group } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import { assemble, block, facing, revolve } from './solids.ts';

/** An open tail pipe whose mouth is at the origin, looking towards −x. */
export function exhaust(radius = 0.036, length = 0.22): Group {
  const pipe = revolve(
    [
      [radius * 0.9, -length],
      [radius, -0.03],
      [radius, -0.004],
      [radius - 0.002, 0],
      [radius - 0.005, -0.004],
    ],
    24,
    0.9,
  );
  const inside = revolve(
    [
      [radius - 0.005, -0.003],
      [radius - 0.008, -0.1],
      [0, -0.1],
    ],
    20,
  );
  return assemble([MATERIALS.chrome, [facing(pipe, '-x')]], [MATERIALS.dark, [facing(inside, '-x')]]);
}

/** A trapezoid trim set into a rear bumper, looking towards −x. */
export function exhaustTrim(width = 0.2, height = 0.07): Group {
  return assemble(
    [MATERIALS.chrome, [block([0.03, height, width], 0.02)]],
    [MATERIALS.dark, [block([0.032, height - 0.022, width - 0.03], 0.015, [-0.002, 0, 0])]],
  );
}
