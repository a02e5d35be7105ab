import {
  BoxGeometry,
  type BufferGeometry,
  CylinderGeometry,
  Group,
  type Material,
  Mesh,
  type MeshPhysicalMaterial,
  SphereGeometry,
} from 'three';
import { type WheelSpec, wheels } from '../parts/wheel.ts';
import { MATERIALS } from '../rig/materials.ts';
import type { Vehicle } from '../vehicle-model.ts';
import { wheelArches } from './arches.ts';
import { coachPaint, innerShell, lampLens, uniformsOf, windowGlass } from './coachwork.ts';
import type { BodyDrawing } from './drawing.ts';
import { type Fittings, fittingsOf } from './fittings.ts';
import { type Interior, interiorOf } from './interior.ts';
import { pointsOf } from './line.ts';
import { type Solid, solidOf } from './solid.ts';
import { type Spots, spotsOf } from './spots.ts';
import { outward, partOf, pushed, skinOf } from './surface.ts';
import { type Atlas, atlasOf } from './views.ts';

export type CarDrawing = BodyDrawing & {
  interior?: Interior;
  /** Height seats keep below, where that is not the roof. */
  ceiling?: (x: number, z?: number) => number;
  /** Lenses of projector lamps in the front view: "z,y,radius". */
  projectors?: readonly string[];
  /** How deep lamps and grilles lie, metres. */
  depth?: number;
  /** Rim and tyre; diameter and width come from the stance. */
  wheel: Omit<WheelSpec, 'diameter' | 'width'>;
  /** Radians the front wheels are turned to the right. */
  steer?: number;
  fittings?: Fittings;
  /** Whatever else stands on the body. */
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

/** Whether a channel of the mask has anything near a place of the skin. */
function drawnPlaces(drawing: BodyDrawing, atlas: Atlas) {
  const { noseWrap, tailWrap, noseEnd, tailEnd } = drawing;
  const middle = drawing.cabin[1];
  return (channel: 'r' | 'b') => (x: number, y: number, z: number) => {
    const a = Math.abs(z);
    if (atlas.near(channel, 'side', x, y) || atlas.near(channel, 'top', x, a)) return true;
    const view = x > middle ? 'front' : 'rear';
    if (atlas.near(channel, view, a, y)) return true;
    if (x > noseEnd) return atlas.near(channel, view, a + Math.max(0, noseWrap - x), y);
    return x < tailEnd && atlas.near(channel, view, a + Math.max(0, x - tailWrap), y);
  };
}

/** Builds a car from its drawing. */
export function carOf(drawing: CarDrawing): Vehicle {
  const root = new Group();
  const solid = solidOf(drawing.shape, drawing.stance);
  const spots = spotsOf(solid, drawing);
  const skin = skinOf(solid, drawing);
  const atlas = atlasOf(drawing);
  const uniforms = uniformsOf(drawing, atlas);
  const paint = coachPaint(uniforms);
  const { stance } = drawing;
  const places = drawnPlaces(drawing, atlas);
  const holes = partOf(skin, places('b'));
  const coat = (geometry: BufferGeometry, by: number, material: Material, order = 0) => {
    const mesh = new Mesh(pushed(geometry, by), material);
    mesh.renderOrder = order;
    root.add(mesh);
  };
  root.add(new Mesh(skin, paint));
  coat(holes, -(drawing.depth ?? 0.032), innerShell(uniforms));
  coat(holes, -0.002, lampLens(uniforms), 2);
  coat(partOf(skin, places('r')), -0.004, windowGlass(uniforms), 3);
  root.add(wheelArches(solid, spots, drawing, paint), underside(drawing, solid));
  if (drawing.interior)
    root.add(interiorOf(drawing.interior, drawing.ceiling ?? ((x, z = 0.3) => spots.top(x, z))));
  for (const projector of drawing.projectors ?? []) root.add(...projectorAt(projector, spots, solid));
  const { diameter, width, outer } = stance;
  root.add(
    wheels(
      { ...drawing.wheel, diameter, width },
      [stance.front, stance.rear],
      2 * outer - width,
      drawing.steer,
    ),
  );
  if (drawing.fittings) root.add(fittingsOf(drawing.fittings, spots, solid, paint));
  drawing.fit?.(root, { spots, solid, paint });
  return { root, paint };
}
