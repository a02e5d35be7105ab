import { Mesh, PlaneGeometry } from 'three';
import { ASPHALT, groundMaterial, RED_DIRT } from '../../rig/ground.ts';
import { chance, fbmAt } from '../../rig/noise.ts';
import { box, glowing, plain, row, timber } from '../building.ts';
import { bushHills, range, terrain } from '../land.ts';
import { grove, gumTree } from '../plants.ts';
import type { PhotoScene } from '../scene.ts';
import { corrugated, GRASSLAND } from '../surfaces.ts';
import { scatter, tuft } from '../tufts.ts';
import { base, late } from './late-light.ts';

/** A machinery shed on red earth. */
const shed: PhotoScene = {
  ...base,
  name: 'yard-shed',
  sky: { ...late, horizon: '#ecd5b4' },
  camera: { at: [-6.8, 1.35, 7.4], to: [0.8, 1.35, -1.4], lens: 33, focus: 9.6, opening: 0.02 },
  build(set) {
    set.add(
      terrain(
        900,
        (x, z) =>
          Math.hypot(x, z) > 40
            ? (fbmAt(x * 0.02, z * 0.02, 3) - 0.4) * Math.min(4, (Math.hypot(x, z) - 40) * 0.05)
            : 0,
        groundMaterial(RED_DIRT.replace('0.82) / 0.26', '0.82) / 0.3')),
      ),
    );
    const sheet = groundMaterial(corrugated('vec3(0.42, 0.44, 0.44)'));
    const dark = plain('#0d0c0b', 1);
    const frame = plain('#8d8f90', 0.5, 0.5);
    set.add(
      box(sheet, -3, 0, -8, 5, 4.6, 0.1),
      box(sheet, 9.4, 0, -8, 9, 4.6, 0.1),
      box(sheet, -3, 3.9, -8.02, 21, 0.8, 0.1),
      box(sheet, -3, 0, -20, 0.1, 4.6, 12),
      box(dark, 2, 0, -19.9, 7.4, 4.4, 0.1),
      box(dark, 2, 0, -8.2, 0.05, 4, 3),
    );
    const roof = box(groundMaterial(corrugated('vec3(0.50, 0.51, 0.50)')), -3.4, 4.7, -21, 22, 0.08, 13.5);
    roof.rotation.x = 0.05;
    set.add(
      roof,
      row(3, (at) => box(frame, 1.9 + at * 3.75, 0, -8.1, 0.16, 4.2, 0.16)),
    );
    set.add(
      box(plain('#4b4c3c', 0.6), -1.9, 0, -7.3, 1.2, 1.5, 0.9),
      box(timber('x + at.z', 0.3, 1.1), -5.4, 0, -6.6, 1.2, 0.9, 1.0),
      box(plain('#24517a', 0.5), 10, 0, -7.4, 0.6, 0.9, 0.6),
      box(plain('#24517a', 0.5), 10.7, 0, -7.3, 0.6, 0.9, 0.6),
    );
    const grass = tuft({
      blades: 40,
      height: 0.55,
      spread: 0.3,
      lean: 0.6,
      width: 0.006,
      root: '#5a4a20',
      tip: '#dcc07a',
      seed: 5,
    });
    const random = chance(4);
    set.add(
      scatter(
        grass,
        Array.from(
          { length: 900 },
          () => [-40 + random() * 70, -10 - random() * 40, 0.5 + random()] as const,
        ).filter(([x, z]) => x < -3.4 || z < -21),
        2,
      ),
    );
    set.add(
      scatter(
        grass,
        Array.from(
          { length: 60 },
          () => [-3 + random() * 5, -7.8 + random() * 0.4, 0.4 + 0.5 * random()] as const,
        ),
        3,
      ),
    );
    const trees = [gumTree({ seed: 5, height: 12 }), gumTree({ seed: 27, height: 14 })];
    set.add(
      grove(
        trees,
        [
          [-9, -14, 1],
          [-15, -30, 1.1],
          [-28, -44, 1.1],
          [22, -16, 1.2],
          [8, -30, 1.3],
          [-42, -70, 1.2],
          [-20, -90, 1.3],
          [-16, 8, 1.1],
        ],
        5,
      ),
    );
    set.add(
      range(
        { distance: 800, depth: 700, height: 150, from: -80, to: 60, seed: 7.1, rough: 0.9, flat: 0 },
        bushHills(),
      ),
    );
  },
};

/** A freight depot at first light: hero of trucks. */
const depot: PhotoScene = {
  ...base,
  name: 'depot',
  size: [1920, 1080],
  sun: { ...base.sun, reach: 34, centre: [3, 0, -6] },
  camera: {
    at: [-10.5, 1.6, 11.5],
    to: [1.5, 2.1, -1],
    lens: 29,
    shift: [0.22, -0.08],
    focus: 15,
    opening: 0.03,
  },
  lampsOn: 0.6,
  build(set) {
    const yard = new Mesh(
      new PlaneGeometry(240, 120),
      groundMaterial(
        `${ASPHALT} float lane = joint(p.x + 1.0, 4.2, 0.12, foot) * step(p.y, -8.0) * step(-19.0, p.y); colour = mix(colour, vec3(0.6, 0.5, 0.12), 0.8 * lane);`,
      ),
    );
    yard.rotation.x = -Math.PI / 2;
    set.add(yard);
    const ground = new Mesh(new PlaneGeometry(4000, 4000), groundMaterial(GRASSLAND));
    ground.rotation.x = -Math.PI / 2;
    ground.position.y = -0.06;
    set.add(ground);
    const sheet = groundMaterial(corrugated('vec3(0.60, 0.61, 0.60)', 0.3));
    const band = groundMaterial(corrugated('vec3(0.10, 0.16, 0.22)', 0.3));
    set.add(
      box(sheet, 0, 0, -44, 90, 8.6, 24),
      box(band, -0.02, 8.0, -44, 90.04, 1.4, 24.03),
      box(plain('#55595c', 0.8), 0, 0, -20.2, 90, 1.15, 1.4),
    );
    set.add(
      row(12, (at) => box(plain('#d5d7d6', 0.6), 3 + at * 4.2, 1.15, -19.97, 3, 3.6, 0.06)),
      row(12, (at) => box(plain('#17181a', 0.9), 2.8 + at * 4.2, 1.0, -18.85, 3.4, 0.3, 0.1)),
      row(12, (at) => box(glowing('#ffdfa8', 3.5), 4.3 + at * 4.2, 5.6, -19.9, 0.4, 0.16, 0.16)),
    );
    set.add(box(plain('#e6e6e2', 0.7), -1.2, 7.2, -20.06, 0.02, 0.02, 0.02));
    const pole = plain('#6b6f72', 0.5, 0.6);
    set.add(
      row(3, (at) => box(pole, -26 + at * 17, 0, -26, 0.22, 12, 0.22)),
      row(3, (at) => box(glowing('#ffe6bd', 2.5), -26.6 + at * 17, 12, -25.6, 1.4, 0.12, 0.5)),
    );
    set.add(
      grove(
        [gumTree({ seed: 5, height: 12 }), gumTree({ seed: 27, height: 14 })],
        [
          [-24, -44, 1],
          [-36, -50, 1.1],
          [-48, -44, 1.2],
          [-14, -56, 1.1],
          [-62, -60, 1.2],
          [-80, -70, 1.3],
          [-7, -66, 1.2],
        ],
        5,
      ),
    );
    set.add(
      range(
        { distance: 1100, depth: 800, height: 180, from: -80, to: 60, seed: 7.7, rough: 0.9, flat: 0 },
        bushHills(),
      ),
    );
  },
};

export const WORK_SCENES = [shed, depot] as const;
