import { Group, Mesh, PlaneGeometry } from 'three';
import { backdropWall } from '../../outdoors/backdrop.ts';
import { PLACES } from '../../outdoors/places.ts';
import { box, clearGlass, concrete, glassWall, glowing, plain, row, timber } from '../building.ts';
import { grove, gumTree } from '../plants.ts';
import { INDOORS, room } from '../room.ts';
import type { PhotoScene } from '../scene.ts';
import { polished } from '../surfaces.ts';
import { scatter, tuft } from '../tufts.ts';

const INSIDE = {
  sky: PLACES.forecourt.sky,
  ...INDOORS,
  ambient: 1,
  mirror: true,
  size: [1600, 1067] as [number, number],
  lampsOn: 0.15,
};

/** A pot with a plant. */
function pot(x: number, z: number): Group {
  const group = new Group();
  group.add(box(plain('#2a2a2a', 0.6), x - 0.22, 0, z - 0.22, 0.44, 0.5, 0.44));
  group.add(
    scatter(
      tuft({
        blades: 46,
        height: 1.1,
        spread: 0.2,
        lean: 0.6,
        width: 0.03,
        root: '#16260f',
        tip: '#5f8a3e',
        seed: 3,
      }),
      [[x, z, 1]],
      2,
      () => 0.5,
    ),
  );
  return group;
}

/** A two-post hoist whose arms carry a car at a height. */
function hoist(x: number, z: number, height: number, half: number): Group {
  const group = new Group();
  const blue = plain('#1f4f86', 0.4);
  const steel = plain('#3a3d40', 0.4, 0.6);
  for (const side of [-1, 1]) {
    group.add(
      box(blue, x - 0.18, 0, z + side * half - 0.15, 0.36, 3.9, 0.3),
      box(steel, x - 0.32, 0, z + side * half - 0.28, 0.64, 0.03, 0.56),
    );
    group.add(box(steel, x - 0.26, height - 0.1, z + side * (half - 0.28) - 0.12, 0.52, 0.5, 0.24));
    for (const end of [-1, 1]) {
      const arm = box(steel, -0.06, height - 0.05, 0, 0.12, 0.11, 1.1);
      arm.position.set(x + end * 0.55, height + 0.0, z + side * (half - 0.72));
      arm.rotation.y = end * side * -0.75;
      group.add(
        arm,
        box(
          plain('#111111', 0.9),
          x + end * 0.9 - 0.08,
          height + 0.05,
          z + side * (half - 1.0) - 0.08,
          0.16,
          0.09,
          0.16,
        ),
      );
    }
  }
  group.add(box(blue, x - 0.12, 3.9, z - half - 0.15, 0.24, 0.16, half * 2 + 0.3));
  return group;
}

/** A tool cabinet of drawers. */
function drawers(x: number, z: number, width: number, colour: string): Group {
  const group = new Group();
  group.add(
    box(plain(colour, 0.35), x, 0.1, z, width, 0.9, 0.55),
    box(plain('#2b2c2d', 0.5), x - 0.02, 1, z - 0.02, width + 0.04, 0.05, 0.6),
  );
  for (let at = 0; at < 6; at++)
    group.add(
      box(plain('#101112', 0.5), x + 0.02, 0.16 + at * 0.14, z + 0.55, width - 0.04, 0.012, 0.005),
      box(plain('#b9bcbf', 0.3, 0.9), x + width * 0.2, 0.225 + at * 0.14, z + 0.55, width * 0.6, 0.02, 0.02),
    );
  return group;
}

const showroomInside: PhotoScene = {
  ...INSIDE,
  name: 'metro-showroom',
  camera: { at: [-6.6, 1.5, 6.2], to: [0.8, 0.95, -1.4], lens: 36, focus: 9, opening: 0.015 },
  probe: [0, 1.2, 0.6],
  film: { exposure: 0.1, warm: 0.35, cool: 0.1, vignette: 0.22, bloom: 0.5, contrast: 0.4 },
  build(set) {
    const white = plain('#eae6de', 0.85);
    room(set, {
      width: 26,
      depth: 17,
      height: 4.6,
      walls: white,
      far: white,
      ceiling: plain('#f1eee8', 0.9),
      floor: polished(0.4, 1.2, 0.55),
      strips: [-6, -2.6, 0.8, 4.2].map((across) => ({
        alongX: true,
        across,
        from: -11,
        length: 21,
        wide: 0.16,
        strength: 4.5,
      })),
    });
    set.add(
      box(timber('x + at.z', 0.18, 1.5), -4, 0, -8.5, 9, 3.4, 0.12),
      box(plain('#274863', 0.4), -1.6, 3.6, -8.48, 4.2, 0.6, 0.06),
    );
    const bright = backdropWall(PLACES.forecourt.backdrop);
    bright.rotation.y = 1.2;
    set.add(bright);
    const wall = glassWall(clearGlass(), plain('#1b1d1f', 0.45), 0, 0.05, 0, 15, 4.3, 2.1);
    wall.rotation.y = -Math.PI / 2;
    wall.position.set(12.85, 0, -7.8);
    const window = new Mesh(new PlaneGeometry(15, 4.2), glowing('#e8f1f8', 1.5));
    window.rotation.y = -Math.PI / 2;
    window.position.set(12.9, 2.2, -0.4);
    set.add(wall, window);
    const desk = plain('#d9d3c8', 0.5);
    set.add(
      box(desk, -3, 0, -6.2, 3.2, 1.05, 0.8),
      box(timber('x + at.z', 0.1, 1.3), -3.02, 0.05, -5.42, 3.24, 0.9, 0.04),
      box(plain('#111315', 0.3), -2.2, 1.05, -6, 0.6, 0.38, 0.04),
    );
    set.add(
      box(plain('#5a6a70', 0.95), 7.2, 0.2, -6.6, 2.4, 0.3, 0.9),
      box(plain('#5a6a70', 0.95), 7.2, 0.5, -7.3, 2.4, 0.4, 0.2),
      box(timber('x', 0.2, 1.2), 7.8, 0.1, -5.2, 1.1, 0.3, 0.6),
    );
    set.add(pot(5.6, -7.6), pot(-5.2, -7.7), pot(11.8, -6.5), pot(11.9, 2.2));
  },
};

const service: PhotoScene = {
  ...INSIDE,
  name: 'metro-service',
  camera: { at: [-6.3, 1.55, 4.2], to: [0.9, 1.75, -1.2], lens: 36, focus: 7.6, opening: 0.015 },
  probe: [0, 1.4, 1.5],
  film: { exposure: 0.45, warm: 0.15, cool: 0.25, vignette: 0.25, bloom: 0.45, contrast: 0.45 },
  build(set) {
    const white = plain('#dde0e1', 0.7);
    room(set, {
      width: 20,
      depth: 14,
      height: 5.4,
      walls: white,
      far: white,
      ceiling: plain('#c9cdd0', 0.9),
      floor: polished(0.3, 3.0, 0.5),
      strips: [-4.4, -1, 2.4].map((across) => ({
        alongX: true,
        across,
        from: -8,
        length: 15,
        wide: 0.22,
        strength: 5,
      })),
    });
    set.add(hoist(0.9, -1.2, 1.42, 1.75));
    set.add(box(plain('#1f4f86', 0.6), -10, 0, -6.99, 20, 1.1, 0.02));
    for (let at = 0; at < 4; at++)
      set.add(drawers(-4.6 + at * 1.35, -6.8, 1.3, at % 2 === 0 ? '#b3261e' : '#23272b'));
    set.add(
      box(plain('#aeb4b8', 0.5), 1.6, 0.9, -6.7, 3.4, 0.06, 0.7),
      box(plain('#50565b', 0.6), 1.7, 0, -6.6, 0.08, 0.9, 0.6),
      box(plain('#50565b', 0.6), 4.85, 0, -6.6, 0.08, 0.9, 0.6),
    );
    set.add(box(plain('#3b4046', 0.7), -4.6, 1.7, -6.95, 5.2, 1.5, 0.04));
    for (let at = 0; at < 22; at++)
      set.add(
        box(
          plain(['#b9bcbf', '#b3261e', '#d8a31a'][at % 3] ?? '#b9bcbf', 0.35, 0.5),
          -4.4 + at * 0.23,
          2.0 + ((at * 7) % 5) * 0.18,
          -6.9,
          0.05,
          0.26,
          0.03,
        ),
      );
    const door = new Mesh(new PlaneGeometry(4.4, 4.1), glowing('#eaf3fb', 2.2));
    door.position.set(7.2, 2.05, -6.97);
    set.add(
      door,
      row(9, (at) => box(plain('#9aa1a6', 0.5), 5, at * 0.46, -6.96, 4.4, 0.03, 0.02)),
    );
    for (const x of [-2.4, 4.4]) set.add(box(plain('#d8a31a', 0.8), x, 0.002, -4.4, 0.1, 0.004, 6.4));
    const red = plain('#b3261e', 0.4);
    set.add(
      box(red, 3.9, 0.1, 0.6, 0.7, 0.75, 0.5),
      box(plain('#17181a', 0.6), 3.88, 0.85, 0.58, 0.74, 0.04, 0.54),
    );
  },
};

const gallery: PhotoScene = {
  ...INSIDE,
  name: 'salon-gallery',
  camera: { at: [-5.6, 1.15, 6.4], to: [0.5, 1.15, -1], lens: 33, focus: 8.4, opening: 0.015 },
  probe: [0, 1.1, 0.8],
  sun: { ...INDOORS.sun, strength: 0.7, from: [0.2, 1, 0.3] },
  skylight: { colour: '#e6ebf4', strength: 0.6 },
  film: { exposure: 0.65, warm: 0.4, cool: 0.3, vignette: 0.35, bloom: 0.6, contrast: 0.55 },
  build(set) {
    const raw = concrete(0.3);
    room(set, {
      width: 22,
      depth: 15,
      height: 4.8,
      walls: raw,
      far: raw,
      ceiling: plain('#2a2a2b', 0.9),
      floor: polished(0.17, 2.4, 0.75),
      strips: [-3.4, -0.2, 3].map((across) => ({
        alongX: true,
        across,
        from: -8,
        length: 15,
        wide: 0.34,
        strength: 3.6,
      })),
    });
    set.add(
      box(timber('x + at.z', 0.1, 1.1), 2.2, 0, -7.45, 6, 4.8, 0.14),
      box(glowing('#ffd9a4', 3), -9, 0.02, -7.44, 11, 0.03, 0.03),
      box(glowing('#ffd9a4', 3), 2.2, 4.7, -7.28, 6, 0.03, 0.04),
    );
    set.add(
      box(plain('#d8d2c6', 0.9), -6.4, 1.2, -7.44, 2.6, 1.9, 0.06),
      box(plain('#5b2f22', 0.9), -6.1, 1.5, -7.37, 1.2, 1.3, 0.02),
      box(plain('#22303a', 0.9), -4.9, 1.4, -7.37, 0.8, 0.7, 0.02),
    );
    set.add(
      box(plain('#1c1b1a', 0.6), 5.2, 0.36, -5.8, 2.2, 0.12, 0.8),
      box(plain('#b9b0a2', 0.95), -8.6, 0.15, -5.6, 2.2, 0.28, 0.9),
    );
    set.add(grove([gumTree({ seed: 4, height: 5, density: 1.3 })], [[8.8, -5.6, 0.7]], 3));
  },
};

export const INDOOR_SCENES = [showroomInside, service, gallery] as const;
