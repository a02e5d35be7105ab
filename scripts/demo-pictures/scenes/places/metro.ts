import { type Group, Mesh, PlaneGeometry, PointLight } from 'three';
import { groundMaterial, PAVING } from '../../rig/ground.ts';
import { chance } from '../../rig/noise.ts';
import { box, clearGlass, glassWall, glowing, plain, row, timber } from '../building.ts';
import { bushHills, range } from '../land.ts';
import { grove, gumTree } from '../plants.ts';
import type { PhotoScene } from '../scene.ts';
import { scatter, tuft } from '../tufts.ts';

/** The showroom: glass front along x at z = -7, roof with a timber soffit that reaches over the paving. */
export function showroom(set: Group) {
  const white = plain('#e9e6df', 0.55);
  const dark = plain('#1b1d1f', 0.45, 0.4);
  const soffit = timber('z', 0.3, 1.25);
  const [left, deep, front, high] = [1.6, 13, -7, 4.3];
  const long = 40;
  set.add(box(white, left - 1.6, high, front - deep, long, 0.95, deep + 3.4));
  set.add(box(dark, left - 1.62, high + 0.93, front - deep, long, 0.09, deep + 3.44));
  const ceiling = new Mesh(new PlaneGeometry(long - 0.1, deep + 3.3), soffit);
  ceiling.rotation.x = Math.PI / 2;
  ceiling.position.set(left - 1.6 + long / 2, high - 0.01, front - deep / 2 + 1.7);
  set.add(ceiling);
  const glass = clearGlass();
  set.add(glassWall(glass, dark, left, 0.06, front, 36, high - 0.1, 2));
  const side = glassWall(glass, dark, 0, 0.06, 0, 12, high - 0.1, 2);
  side.rotation.y = -Math.PI / 2;
  side.position.set(left, 0, front - 12);
  set.add(side);
  set.add(box(plain('#d8cfc0', 0.8), left, 0, front - deep, 37, high, 0.3));
  set.add(box(timber('x + at.z', 0.2, 1.3), left + 6, 0, front - deep + 0.4, 9, high, 0.1));
  const floor = new Mesh(new PlaneGeometry(37, deep), plain('#b9b4aa', 0.12));
  floor.rotation.x = -Math.PI / 2;
  floor.position.set(left + 18.5, 0.03, front - deep / 2);
  set.add(floor);
  const inside = new Mesh(new PlaneGeometry(36.4, deep - 0.2), plain('#f3efe8', 0.8));
  inside.rotation.x = Math.PI / 2;
  inside.position.set(left + 18.4, high - 0.03, front - deep / 2);
  set.add(inside);
  for (const x of [4, 12, 21]) {
    const light = new PointLight('#ffe3b8', 20, 22, 1.6);
    light.position.set(left + x, high - 1, front - 5);
    set.add(light);
  }
  const lamp = glowing('#ffe2b0', 5);
  set.add(row(7, (at) => box(lamp, left + 1 + at * 4.6, high - 0.22, front - 9.5, 3.4, 0.06, 0.12)));
  set.add(row(7, (at) => box(lamp, left + 1 + at * 4.6, high - 0.22, front - 4.5, 3.4, 0.06, 0.12)));
  set.add(row(12, (at) => box(lamp, left - 0.4 + at * 3, high - 0.03, front + 1.5, 0.16, 0.02, 0.16)));
  set.add(row(6, (at) => box(white, left + 0.4 + at * 7.2, 0, front + 2.7, 0.22, high, 0.22)));
  set.add(box(plain('#274863', 0.4), left + 7.5, high + 0.22, front + 3.42, 5.6, 0.52, 0.04));
  set.add(box(plain('#cfcac0', 0.8), left - 0.2, 0, front + 0.12, 36, 0.07, 0.9));
}

const random = chance(11);
const planterTufts = Array.from(
  { length: 130 },
  () => [-6.2 + random() * 7, -6.2 + random() * 1.5, 0.7 + random() * 0.7] as const,
);
const vergeTufts = Array.from(
  { length: 900 },
  () => [-60 + random() * 58, -24 - random() * 22, 0.8 + random() * 1.2] as const,
);

export const metro: PhotoScene = {
  name: 'metro',
  size: [1920, 1080],
  sky: {
    sun: [-0.85, 0.16, -0.5],
    zenith: '#4b7db5',
    upper: '#8db0cf',
    low: '#d9d3c6',
    horizon: '#e6d3b8',
    glow: '#ffc987',
    sunColour: '#ffbf73',
    halo: 0.75,
    strength: 0.9,
    clouds: { amount: 0.4, light: '#ffe9cf', dark: '#b3a9ad', stretch: 2.6, seed: 5.2 },
  },
  sun: {
    from: [-0.85, 0.3, 0.42],
    colour: '#ffc98c',
    strength: 3.6,
    spread: 0.012,
    reach: 26,
    centre: [5, 0, -6],
  },
  skylight: { colour: '#cfdcf0', strength: 0.85 },
  ambient: 0.9,
  haze: { distance: 2600, height: 160 },
  camera: { at: [-1.9, 1.2, 10.2], to: [1.25, 1.55, -2], lens: 28, focus: 9.4, opening: 0.02 },
  probe: [3.5, 1.2, 2.5],
  film: { exposure: 0.3, warm: 0.7, cool: 0.35, vignette: 0.3, bloom: 0.5, contrast: 0.55 },
  lampsOn: 0.4,
  build(set) {
    const paving = new Mesh(new PlaneGeometry(120, 50), groundMaterial(PAVING));
    paving.rotation.x = -Math.PI / 2;
    paving.position.set(20, 0, 3);
    set.add(paving);
    const verge = new Mesh(
      new PlaneGeometry(3000, 3000),
      groundMaterial(
        'float wide = fbm(p * 0.05, foot * 0.05, 4); float fine = fbm(p * 3.0, foot * 3.0, 4); colour = mix(vec3(0.09, 0.115, 0.035), vec3(0.25, 0.215, 0.09), wide) * (0.6 + 0.8 * fine); rough = 1.0; bump = 0.05 * fine;',
      ),
    );
    verge.rotation.x = -Math.PI / 2;
    verge.position.y = -0.04;
    set.add(verge);
    showroom(set);
    const edge = plain('#8f8a80', 0.8);
    set.add(
      box(edge, -6.6, 0, -6.6, 7.6, 0.42, 0.14),
      box(edge, -6.6, 0, -4.4, 7.6, 0.42, 0.14),
      box(edge, -6.6, 0, -6.6, 0.14, 0.42, 2.3),
      box(edge, 0.86, 0, -6.6, 0.14, 0.42, 2.3),
    );
    set.add(box(plain('#3a2d20', 1), -6.5, 0, -6.5, 7.4, 0.36, 2.1));
    const grass = tuft({
      blades: 60,
      height: 0.75,
      spread: 0.3,
      lean: 0.55,
      width: 0.008,
      root: '#26301a',
      tip: '#a8a45c',
      seed: 4,
    });
    set.add(scatter(grass, planterTufts, 3, () => 0.36));
    const verges = scatter(grass, vergeTufts, 9);
    verges.userData.noShadow = true;
    set.add(verges);
    const trees = [gumTree({ seed: 5 }), gumTree({ seed: 23, height: 9 }), gumTree({ seed: 31, height: 13 })];
    set.add(
      grove(
        trees,
        [
          [-11, -26, 0.9],
          [-19, -34, 1.0],
          [-33, -40, 1.1],
          [-27, -60, 1.1],
          [-48, -66, 1.2],
          [-14, -58, 1.2],
          [-40, -90, 1.3],
          [-70, -85, 1.2],
          [-22, -95, 1.3],
          [6, -34, 1.1],
          [14, -38, 1.3],
          [24, -36, 1.0],
          [-3.4, -5.4, 0.42],
          [-18, 13, 0.95],
          [-62, -120, 1.3],
          [-88, -110, 1.4],
          [-10, -130, 1.3],
        ],
        7,
      ),
    );
    set.add(
      range(
        { distance: 900, depth: 900, height: 150, from: -80, to: 40, seed: 3.7, rough: 0.8, flat: 0 },
        bushHills(),
      ),
    );
  },
};
