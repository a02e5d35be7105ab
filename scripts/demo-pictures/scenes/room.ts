import { type Group, type Material, Mesh, PlaneGeometry } from 'three';
import { box, glowing, plain } from './building.ts';
import { wetGround } from './mirror.ts';

export type RoomLook = {
  /** Metres: width along x, depth along z; the room's middle is the origin. */
  width: number;
  depth: number;
  height: number;
  walls: Material;
  /** The far wall, at -z. */
  far: Material;
  ceiling: Material;
  /** GLSL of the floor, setting \`wet\`. */
  floor: string;
  /** Strips of light along z or x: place across, start, length, width. */
  strips: { alongX: boolean; across: number; from: number; length: number; wide: number; strength: number }[];
};

/** Four walls, a mirror-like floor and a ceiling with strips of light; the ceiling lets the sky's lamps through. */
export function room(set: Group, { width, depth, height, walls, far, ceiling, floor, strips }: RoomLook) {
  const ground = new Mesh(new PlaneGeometry(width, depth), wetGround(floor));
  ground.rotation.x = -Math.PI / 2;
  set.add(ground);
  const [w, d] = [width / 2, depth / 2];
  ceiling.userData.noShadow = true;
  set.add(box(far, -w, 0, -d - 0.2, width, height, 0.2), box(walls, -w - 0.2, 0, -d, 0.2, height, depth));
  set.add(box(walls, w, 0, -d, 0.2, height, depth), box(walls, -w, 0, d, width, height, 0.2));
  set.add(box(ceiling, -w, height, -d, width, 0.2, depth));
  for (const { alongX, across, from, length, wide, strength } of strips) {
    const light = glowing('#fff6e8', strength);
    const frame = plain('#1a1b1c', 0.5);
    frame.userData.noShadow = true;
    const y = height - 0.12;
    if (alongX)
      set.add(
        box(light, from, y, across - wide / 2, length, 0.03, wide),
        box(frame, from, y + 0.03, across - wide / 2 - 0.02, length, 0.06, wide + 0.04),
      );
    else
      set.add(
        box(light, across - wide / 2, y, from, wide, 0.03, length),
        box(frame, across - wide / 2 - 0.02, y + 0.03, from, wide + 0.04, 0.06, length),
      );
  }
}

/** Light from above through the ceiling, softly: what `sun` and `skylight` are indoors. */
export const INDOORS = {
  sun: { from: [0.1, 1, 0.15], colour: '#fff3e2', strength: 1.1, spread: 0.55, reach: 15, centre: [0, 0, 0] },
  skylight: { colour: '#f4f6fa', strength: 1.3 },
  haze: { distance: 4000, height: 100 },
} as const;
