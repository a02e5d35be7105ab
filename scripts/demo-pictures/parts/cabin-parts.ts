import type { BufferGeometry, Group, Material } from 'three';
import { TorusGeometry } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import { assemble, block, loft, type P3 } from './solids.ts';

/** A cushion: a rounded box bulged in its middle, leaned by an angle around z. */
function cushion(size: P3, at: P3, lean: number): BufferGeometry {
  const shape = block(size, 0.055, [0, size[1] / 2, 0], 3);
  return shape.rotateZ(lean).translate(...at);
}

/** A front seat facing +x; its cushion's rear lower edge at the origin, y = 0 the floor. */
export function frontSeat(material: Material = MATERIALS.fabric): Group {
  const pieces = [
    cushion([0.52, 0.15, 0.5], [0.26, 0.24, 0], 0.1),
    cushion([0.13, 0.6, 0.46], [0.02, 0.34, 0], 0.3),
    ...[-1, 1].map((side) => cushion([0.17, 0.46, 0.08], [0.05, 0.36, side * 0.235], 0.3)),
    ...[-1, 1].map((side) => cushion([0.46, 0.17, 0.075], [0.27, 0.25, side * 0.245], 0.1)),
    cushion([0.1, 0.19, 0.28], [-0.175, 0.985, 0], 0.2),
  ];
  const base = [block([0.46, 0.24, 0.4], 0.03, [0.26, 0.13, 0])];
  const stalks = [-0.06, 0.06].map((z) => block([0.014, 0.12, 0.014], 0.005, [-0.165, 0.95, z]));
  return assemble([material, pieces], [MATERIALS.plastic, base], [MATERIALS.chrome, stalks]);
}

/** A bench for two or three, placed like a front seat. */
export function rearBench(width = 1.3, material: Material = MATERIALS.fabric): Group {
  const seats = [-1, 0, 1].flatMap((at) => [
    cushion([0.5, 0.17, width / 3 - 0.01], [0.25, 0.24, (at * width) / 3], 0.08),
    cushion([0.14, 0.6, width / 3 - 0.01], [0.02, 0.34, (at * width) / 3], 0.36),
    cushion([0.08, 0.15, 0.26], [-0.2, 0.92, (at * width) / 3], 0.25),
  ]);
  return assemble(
    [material, seats],
    [MATERIALS.plastic, [block([0.46, 0.24, width], 0.03, [0.24, 0.13, 0])]],
  );
}

/** A steering wheel facing the driver (−x), its hub at the origin, its column leaned back. */
export function steeringWheel(radius = 0.185): Group {
  const rim = new TorusGeometry(radius, 0.0155, 10, 44);
  const hub = block([0.16, 0.12, 0.05], 0.03, [0, -0.005, 0.012], 3);
  const arms = [
    block([radius * 2 - 0.02, 0.032, 0.018], 0.008, [0, 0.005, 0.008]),
    block([0.04, radius, 0.018], 0.008, [0, -radius / 2, 0.008]),
  ];
  const column = block([0.09, 0.09, 0.3], 0.03, [0, -0.01, -0.18]);
  const group = assemble(
    [MATERIALS.leather, [rim]],
    [MATERIALS.plastic, [hub, column]],
    [MATERIALS.darkAlloy, arms],
  );
  group.rotation.set(0, -Math.PI / 2, 0);
  const leaned = assemble();
  leaned.add(group);
  leaned.rotation.z = -0.38;
  return leaned;
}

/**
 * A dashboard across a cabin, its upper rear edge over the origin and its front end at +x under the screen.
 * @param width metres, wall to wall
 * @param reach how far it runs forward
 */
export function dashboard(width: number, reach = 0.5): Group {
  const ring = (z: number, inset: number): P3[] => [
    [reach, -0.02, z],
    [0.12, 0.012 - inset, z],
    [0.02, 0.0 - inset, z],
    [0.0, -0.03, z],
    [0.03, -0.13, z],
    [0.05, -0.3, z],
    [0.2, -0.44, z],
    [reach, -0.44, z],
  ];
  const sides = [-width / 2, -width / 2 + 0.03, 0, width / 2 - 0.03, width / 2];
  const body = loft(
    sides.map((z, at) => ring(z, at === 0 || at === 4 ? 0.02 : 0)),
    0.5,
  );
  const hood = block([0.16, 0.03, 0.36], 0.014, [0.03, 0.03, width * 0.24], 3);
  const cluster = block([0.012, 0.1, 0.28], 0.004, [0.035, -0.02, width * 0.24]);
  const screen = block([0.014, 0.15, 0.27], 0.006, [-0.012, 0.0, 0.02]);
  const vents = [-0.46, -0.2, 0.2, 0.46].map((share) =>
    block([0.012, 0.05, 0.13], 0.004, [0.012, -0.09, share * width]),
  );
  const strip = block([0.012, 0.012, width - 0.1], 0.004, [0.008, -0.06, 0]);
  const tunnel = block([0.9, 0.26, 0.24], 0.04, [-0.32, -0.4, 0], 2);
  return assemble(
    [MATERIALS.plastic, [body, hood, tunnel]],
    [MATERIALS.glossBlack, [cluster, screen, ...vents]],
    [MATERIALS.alloy, [strip]],
  );
}
