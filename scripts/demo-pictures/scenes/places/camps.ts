import { type Group, Mesh, PlaneGeometry } from 'three';
import { groundMaterial } from '../../rig/ground.ts';
import { chance, fbmAt } from '../../rig/noise.ts';
import { box, glowing, plain, timber } from '../building.ts';
import { bushHills, range, terrain } from '../land.ts';
import { wetGround } from '../mirror.ts';
import { grove, gumTree } from '../plants.ts';
import type { PhotoScene } from '../scene.ts';
import { GRASSLAND, LAWN, SAND, sea } from '../surfaces.ts';
import { scatter, tuft } from '../tufts.ts';
import { base } from './late-light.ts';

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

export const CAMP_SCENES = [riverCamp, beachCamp] as const;
