import { type Group, Mesh, PlaneGeometry } from 'three';
import { PLACES } from '../../outdoors/places.ts';
import { ASPHALT, groundMaterial, RED_DIRT } from '../../rig/ground.ts';
import { chance, fbmAt } from '../../rig/noise.ts';
import { box, glowing, plain, row, timber } from '../building.ts';
import { bushHills, range, terrain } from '../land.ts';
import { wetGround } from '../mirror.ts';
import { grove, gumTree, scatter, tuft } from '../plants.ts';
import type { PhotoScene } from '../scene.ts';
import { corrugated, GRASSLAND, LAWN, SAND, sea } from '../surfaces.ts';

const late = {
  ...PLACES.coast.sky,
  sun: [-0.8, 0.15, -0.55] as const,
  low: '#e6cfb4',
  horizon: '#f0d2ab',
  glow: '#ffc27c',
  halo: 0.8,
  strength: 0.88,
};

const base: Omit<PhotoScene, 'name' | 'build'> = {
  size: [1600, 1067],
  sky: late,
  sun: {
    from: [-0.75, 0.4, 0.5],
    colour: '#ffcd90',
    strength: 3.8,
    spread: 0.012,
    reach: 24,
    centre: [1, 0, -1],
  },
  skylight: { colour: '#cfdcee', strength: 0.85 },
  ambient: 0.9,
  haze: { distance: 2400, height: 200 },
  camera: { at: [-8.6, 1.5, 9], to: [0.6, 1.3, -1], lens: 32, focus: 12, opening: 0.025 },
  probe: [-1, 1.4, 3],
  film: { exposure: 0.18, warm: 0.6, cool: 0.35, vignette: 0.28, bloom: 0.5, contrast: 0.5 },
};

/** A folding chair, an awning's table, a fire ring. */
function campGear(set: Group, x: number, z: number) {
  const cloth = plain('#31503f', 0.95);
  const steel = plain('#6f7376', 0.4, 0.8);
  for (const [dx, dz, turn] of [
    [0, 0, 0.5],
    [1.3, 0.5, -0.4],
  ] as const) {
    const seat = box(cloth, -0.28, 0.4, -0.25, 0.56, 0.03, 0.5);
    const chair = [
      seat,
      box(cloth, -0.28, 0.45, -0.3, 0.56, 0.5, 0.03),
      ...[-0.28, 0.26].flatMap((lx) => [-0.25, 0.23].map((lz) => box(steel, lx, 0, lz, 0.025, 0.6, 0.025))),
    ];
    for (const part of chair) {
      part.position.applyAxisAngle(part.up.clone(), turn);
      part.rotation.y = turn;
      part.position.x += x + dx;
      part.position.z += z + dz;
      set.add(part);
    }
  }
  set.add(
    box(timber('x', 0.12, 1.2), x - 1.7, 0.68, z - 0.5, 1.1, 0.04, 0.65),
    box(steel, x - 1.65, 0, z - 0.4, 0.03, 0.7, 0.45),
    box(steel, x - 0.7, 0, z - 0.4, 0.03, 0.7, 0.45),
  );
  set.add(
    box(glowing('#ffca80', 4), x - 1.2, 0.74, z - 0.25, 0.1, 0.16, 0.1),
    box(plain('#2c5d80', 0.5), x - 0.5, 0, z + 0.5, 0.6, 0.36, 0.36),
  );
}

const riverAt = (x: number, z: number) => {
  const bank = z + 9 + 2.4 * (fbmAt(x * 0.05, 3, 3) - 0.5);
  if (bank > 0) return Math.min(0, -0.5 + bank * 0.25) + 0;
  return z < -38 ? Math.min(6, (-38 - z) * 0.12) : -0.8;
};

/** A camp under gums beside still water. */
const riverCamp: PhotoScene = {
  ...base,
  name: 'yard-camp',
  build(set) {
    set.add(
      terrain(
        700,
        (x, z) => riverAt(x, z) - (z < -7 ? 0.05 : 0),
        groundMaterial(
          `${GRASSLAND.replace('vec3(0.16, 0.13, 0.05)', 'vec3(0.12, 0.12, 0.04)')} colour = mix(vec3(0.30, 0.21, 0.13) * (0.7 + 0.6 * fine), colour, smoothstep(-0.25, 0.0, at.y) * smoothstep(0.35, 0.55, fbm(p * 0.3, foot, 4)));`,
        ),
      ),
    );
    const water = new Mesh(
      new PlaneGeometry(900, 40),
      wetGround(
        'colour = vec3(0.02, 0.03, 0.02); rough = 0.1; wet = 1.0; bump = 0.004 * fbm(p * vec2(0.6, 2.4), foot, 4);',
      ),
    );
    water.rotation.x = -Math.PI / 2;
    water.position.set(0, -0.32, -28);
    set.add(water);
    const grass = tuft({
      blades: 44,
      height: 0.55,
      spread: 0.3,
      lean: 0.6,
      width: 0.007,
      root: '#39381b',
      tip: '#c5b26a',
      seed: 5,
    });
    const reeds = tuft({
      blades: 40,
      height: 1.2,
      spread: 0.35,
      lean: 0.3,
      width: 0.01,
      root: '#2c3519',
      tip: '#9a9a58',
      seed: 6,
    });
    const random = chance(8);
    set.add(
      scatter(
        grass,
        Array.from(
          { length: 800 },
          () => [-14 + random() * 34, -6.5 + random() ** 2 * 14, 0.4 + 0.8 * random()] as const,
        ).filter(([x, z]) => Math.hypot(x, z) > 4.4 && Math.hypot(x + 8.6, z - 9) > 3),
        1,
        riverAt,
      ),
    );
    set.add(
      scatter(
        reeds,
        Array.from(
          { length: 260 },
          () => [-30 + random() * 70, -8.6 - random() * 1.6, 0.6 + 0.6 * random()] as const,
        ),
        2,
        () => -0.4,
      ),
    );
    const trees = [
      gumTree({ seed: 5, height: 14 }),
      gumTree({ seed: 27, height: 17, bark: ['#9a8a76', '#dccfba'] }),
      gumTree({ seed: 33, height: 12 }),
    ];
    set.add(
      grove(
        trees,
        [
          [7.5, -5.8, 1],
          [-9, -6.6, 0.9],
          [14, -3, 1.1],
          [-16, 6, 1],
        ],
        5,
      ),
    );
    set.add(
      grove(
        trees,
        Array.from(
          { length: 34 },
          () => [-70 + random() * 160, -44 - random() * 40, 0.8 + 0.5 * random()] as const,
        ),
        6,
      ),
    );
    set.add(
      range(
        { distance: 500, depth: 600, height: 170, from: -80, to: 60, seed: 2.2, rough: 0.9, flat: 0 },
        bushHills(),
      ),
    );
    campGear(set, -2.3, 2.9);
  },
};

/** The van on the grass behind a beach: hero of caravans. */
const beachCamp: PhotoScene = {
  ...base,
  name: 'beach-camp',
  size: [1920, 1080],
  camera: {
    at: [-7.4, 1.55, 9.4],
    to: [0.6, 1.5, -1],
    lens: 27,
    shift: [0.3, -0.06],
    focus: 12,
    opening: 0.025,
  },
  build(set) {
    const dune = (x: number, z: number) =>
      z > -5
        ? -0.02
        : z > -14
          ? -0.02 + (fbmAt(x * 0.2, z * 0.2, 3) - 0.35) * 1.1 * Math.min(1, (-5 - z) / 3)
          : -0.02 - (-14 - z) * 0.09;
    set.add(
      terrain(
        400,
        dune,
        groundMaterial(
          `${SAND} vec3 sandy = colour; ${LAWN.replaceAll('float wide', 'float wide2').replaceAll('float fine', 'float fine2').replaceAll(', wide)', ', wide2)').replaceAll('fine)', 'fine2)').replaceAll('* fine;', '* fine2;')} colour = mix(colour, sandy, smoothstep(-4.0, -7.5, p.y + 3.0 * (fbm(p * 0.4, foot, 4) - 0.5)));`,
        ),
      ),
    );
    const water = new Mesh(new PlaneGeometry(14000, 7000), groundMaterial(sea(-36)));
    water.rotation.x = -Math.PI / 2;
    water.position.set(0, -1.9, -3530);
    set.add(water);
    const marram = tuft({
      blades: 60,
      height: 0.8,
      spread: 0.35,
      lean: 0.6,
      width: 0.006,
      root: '#4a4a26',
      tip: '#cfc082',
      seed: 5,
    });
    const grass = tuft({
      blades: 30,
      height: 0.16,
      spread: 0.3,
      lean: 0.6,
      width: 0.005,
      root: '#33401a',
      tip: '#9a9a4e',
      seed: 9,
    });
    const random = chance(8);
    set.add(
      scatter(
        marram,
        Array.from(
          { length: 520 },
          () => [-34 + random() * 70, -5.6 - random() * 6, 0.5 + 0.8 * random()] as const,
        ),
        1,
        dune,
      ),
    );
    set.add(
      scatter(
        grass,
        Array.from(
          { length: 1500 },
          () => [-10 + random() * 20, -5 + random() * 12, 0.5 + 0.8 * random()] as const,
        ),
        3,
        dune,
      ),
    );
    const trees = [
      gumTree({ seed: 5, height: 9, leaf: ['#22301f', '#6d7f4d'], density: 1.4 }),
      gumTree({ seed: 41, height: 8, leaf: ['#22301f', '#6d7f4d'], density: 1.4 }),
    ];
    set.add(
      grove(
        trees,
        [
          [9.5, -4.2, 1],
          [14, 0, 1.1],
          [12, -8, 0.9],
        ],
        5,
      ),
    );
    set.add(
      range(
        { distance: 1800, depth: 900, height: 330, from: 20, to: 110, seed: 12.9, rough: 0.8, flat: 0 },
        bushHills(),
      ),
    );
    campGear(set, -2.6, 2.9);
  },
};

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

export const CAMP_SCENES = [riverCamp, beachCamp, shed, depot] as const;
