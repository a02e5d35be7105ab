import { Group, type Material, type MeshPhysicalMaterial } from 'three';
import { exhaust, exhaustTrim } from '../parts/exhaust.ts';
import { handle } from '../parts/handle.ts';
import { mirror, pair } from '../parts/mirror.ts';
import { plate } from '../parts/plate.ts';
import type { P3 } from '../parts/solids.ts';
import { wiper } from '../parts/wiper.ts';
import { MATERIALS } from '../rig/materials.ts';
import { type Points, pointsOf } from './line.ts';
import type { Solid } from './solid.ts';
import type { Spots } from './spots.ts';
import { outward } from './surface.ts';

/** Parts that stand on the skin, by their place in a view. */
export type Fittings = {
  /** Feet of the door mirrors in the side view, "x,y". */
  mirror?: Points;
  /** Door handles in the side view, "x,y". */
  handles?: Points;
  handleOf?: 'paint' | 'chrome' | 'gloss';
  /** Heights of the number plates. */
  frontPlate?: number;
  rearPlate?: number;
  /** Wipers on the windscreen, "y of the foot". */
  wipers?: number;
  /** Tail pipes: round ones or a trapezoid trim, "z,y" in the rear view. */
  pipes?: Points;
  trims?: Points;
};

export function fittingsOf(drawn: Fittings, spots: Spots, solid: Solid, paint: MeshPhysicalMaterial): Group {
  const group = new Group();
  const materials: Record<'paint' | 'chrome' | 'gloss', Material> = {
    paint,
    chrome: MATERIALS.chrome,
    gloss: MATERIALS.glossBlack,
  };
  const places = (points: Points | undefined) =>
    points ? pointsOf(points).map(([a = 0, b = 0]) => [a, b] as const) : [];
  for (const [x, y] of places(drawn.mirror))
    group.add(pair(() => mirror({ cap: paint }), [x, y, spots.side(x, y) - 0.012]));
  for (const [x, y] of places(drawn.handles)) {
    const z = spots.side(x, y);
    const [nx, ny, nz] = outward(solid, [x, y, z]);
    const bar = pair(() => {
      const one = handle(materials[drawn.handleOf ?? 'paint']);
      one.rotation.set(-Math.atan2(ny, nz), Math.atan2(nx, nz), 0);
      const turned = new Group();
      turned.add(one);
      return turned;
    }, [x, y, z]);
    group.add(bar);
  }
  for (const [y, rear] of [
    [drawn.frontPlate, false],
    [drawn.rearPlate, true],
  ] as const) {
    if (y === undefined) continue;
    // A flat plate stands where the curved skin reaches furthest.
    const reach = [-0.06, 0, 0.06].flatMap((up) =>
      [0, 0.18].map((z) => (rear ? -spots.rear(y + up, z) : spots.front(y + up, z))),
    );
    const x = Math.max(...reach) + 0.006;
    const one = plate();
    one.position.set(rear ? -x : x, y, 0);
    if (rear) one.rotation.y = Math.PI;
    group.add(one);
  }
  if (drawn.wipers !== undefined) {
    const foot = drawn.wipers;
    const at = (y: number, z: number): P3 => [spots.front(y, z), y, z];
    const normal = outward(solid, at(foot + 0.08, 0));
    for (const [pivot, heel, tip] of [
      [0.5, 0.52, -0.06],
      [-0.06, -0.04, -0.58],
    ] as const)
      group.add(wiper(at(foot, pivot), at(foot + 0.012, heel), at(foot + 0.04, tip), normal));
  }
  for (const [z, y] of places(drawn.pipes))
    group.add(pair(() => exhaust(), [spots.rear(y + 0.03, Math.abs(z)) - 0.005, y, z]));
  for (const [z, y] of places(drawn.trims))
    group.add(pair(() => exhaustTrim(), [spots.rear(y, Math.abs(z)) - 0.004, y, z]));
  return group;
}
