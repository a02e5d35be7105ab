import { BoxGeometry, CylinderGeometry, Group, Mesh, type MeshPhysicalMaterial, SphereGeometry } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import type { Vehicle } from '../vehicle-model.ts';
import { wheelArches } from './arches.ts';
import { coachPaint, innerShell, lampLens, uniformsOf, windowGlass } from './coachwork.ts';
import type { BodyDrawing } from './drawing.ts';
import { type Interior, interiorOf } from './interior.ts';
import { pointsOf } from './line.ts';
import { type Solid, solidOf } from './solid.ts';
import { type Spots, spotsOf } from './spots.ts';
import { outward, partOf, pushed, skinOf } from './surface.ts';
import { atlasOf } from './views.ts';

export type CarDrawing = BodyDrawing & {
  interior?: Interior;
  /** Lenses of projector lamps in the front view: "z,y,radius". */
  projectors?: readonly string[];
  /** How deep lamps and grilles lie, metres. */
  depth?: number;
  /** One wheel, its outer face towards +z, its axis along z, in the middle. */
  wheel(): Group;
  /** Mirrors, handles, plates, wipers and whatever else stands on the body. */
  fit?(root: Group, parts: Fitting): void;
};
export type Fitting = { spots: Spots; solid: Solid; paint: MeshPhysicalMaterial };

/** The dark slab that keeps light from passing below, between and beside the wheels. */
function underside({ stance }: BodyDrawing, solid: Solid): Group {
  const group = new Group();
  const { arch, front, rear } = stance;
  const low = solid.bottom((front + rear) / 2);
  const slab = (from: number, to: number, half: number, y: number, height: number) => {
    const mesh = new Mesh(new BoxGeometry(to - from, height, half * 2), MATERIALS.dark);
    mesh.position.set((from + to) / 2, y + height / 2, 0);
    group.add(mesh);
  };
  const inner = stance.outer - stance.width - 0.16;
  slab(rear - arch, front + arch, inner, low + 0.025, 0.26);
  slab(rear + arch + 0.03, front - arch - 0.03, solid.halfWidth(0, low + 0.05) - 0.1, low + 0.02, 0.16);
  return group;
}

/** A pair of projector lenses in their tubes, under the lens of a head lamp. */
function projectorAt(text: string, spots: Spots, solid: Solid): Mesh[] {
  const [z = 0, y = 0, radius = 0.03] = pointsOf(text)[0] ?? [];
  const x = spots.front(y, z);
  const [nx, ny, nz] = outward(solid, [x, y, z]);
  const deep = 0.02 + radius * (1 - nx) * 1.5;
  return [1, -1].flatMap((side) => {
    const ball = new Mesh(new SphereGeometry(radius * 0.8, 20, 14), MATERIALS.headlamp);
    ball.scale.x = 0.5;
    const tube = new Mesh(new CylinderGeometry(radius, radius, 0.03, 28), MATERIALS.darkAlloy);
    tube.rotation.z = Math.PI / 2;
    for (const part of [ball, tube]) part.position.set(x - nx * deep, y - ny * deep, (z - nz * deep) * side);
    tube.position.x -= 0.014;
    return [ball, tube];
  });
}

/** Builds a car from its drawing. */
export function carOf(drawing: CarDrawing): Vehicle {
  const root = new Group();
  const solid = solidOf(drawing.shape, drawing.stance);
  const spots = spotsOf(solid, drawing);
  const skin = skinOf(solid, drawing);
  const uniforms = uniformsOf(drawing, atlasOf(drawing));
  const paint = coachPaint(uniforms);
  const { noseEnd, tailEnd, screenFoot, backFoot, stance } = drawing;
  root.add(new Mesh(skin, paint));
  const ends = partOf(skin, (x) => x > noseEnd - 0.05 || x < tailEnd + 0.05);
  root.add(new Mesh(pushed(ends, -(drawing.depth ?? 0.032)), innerShell(uniforms)));
  const lenses = new Mesh(pushed(ends, -0.002), lampLens(uniforms));
  lenses.renderOrder = 2;
  root.add(lenses);
  if (solid.hasCabin) {
    const foot = Math.min(screenFoot, backFoot) - 0.1;
    const glass = new Mesh(
      pushed(
        partOf(skin, (_, y) => y > foot),
        -0.004,
      ),
      windowGlass(uniforms),
    );
    glass.renderOrder = 3;
    root.add(glass);
  }
  root.add(wheelArches(solid, spots, drawing, paint), underside(drawing, solid));
  if (drawing.interior) root.add(interiorOf(drawing.interior));
  for (const projector of drawing.projectors ?? []) root.add(...projectorAt(projector, spots, solid));
  for (const axle of [stance.front, stance.rear])
    for (const side of [1, -1]) {
      const wheel = drawing.wheel();
      wheel.position.set(axle, stance.diameter / 2, side * (stance.outer - stance.width / 2));
      if (side < 0) wheel.rotation.y = Math.PI;
      root.add(wheel);
    }
  drawing.fit?.(root, { spots, solid, paint });
  return { root, paint };
}
