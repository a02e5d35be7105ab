import { Group, Mesh, PlaneGeometry, PointLight } from 'three';
import { groundMaterial } from '../../rig/ground.ts';
import { chance } from '../../rig/noise.ts';
import { box, clearGlass, concrete, glassWall, glowing, plain, row, timber } from '../building.ts';
import { bushHills, range } from '../land.ts';
import { wetGround } from '../mirror.ts';
import { grove, gumTree } from '../plants.ts';
import type { PhotoScene } from '../scene.ts';
import { scatter, tuft } from '../tufts.ts';

/** Dark stone, wet from rain, with joints and pools. */
const WET_STONE = /* glsl */ `
  float lines = max(joint(p.x, 1.5, 0.008, foot), joint(p.y, 1.5, 0.008, foot)); float tone = hash21(floor(p / 1.5));
  float pool = smoothstep(0.42, 0.58, fbm(p * 0.42 + 7.0, foot * 0.42, 4)); float fine = fbm(p * 26.0, foot * 26.0, 4);
  colour = vec3(0.085, 0.086, 0.09) * (0.8 + 0.3 * tone) * (0.8 + 0.4 * fine) * (1.0 - 0.35 * pool); colour *= 1.0 - 0.5 * lines;
  wet = mix(0.55, 1.0, pool) * (1.0 - 0.6 * lines); rough = mix(0.5, 0.2, pool);
  bump = (1.0 - pool) * 0.0011 * fine - 0.002 * lines;`;

function lamp(
  set: Group,
  x: number,
  y: number,
  z: number,
  strength: number,
  reach: number,
  colour = '#ffcb92',
) {
  const light = new PointLight(colour, strength, reach, 1.8);
  light.position.set(x, y, z);
  set.add(light);
}

/** A house of two storeys: concrete above, glass and timber below. */
function house(site: Group) {
  const set = new Group();
  set.position.x = 2.2;
  site.add(set);
  const raw = concrete(0.33);
  const boards = timber('x + at.z', 0.12, 1.0);
  const frame = plain('#141414', 0.5, 0.3);
  const front = -6.5;
  const warm = timber('x + at.z', 0.3, 1.5);
  const floor = plain('#8b7355', 0.35);
  // Below: from the left a boarded wall, a long room of glass, a concrete pier.
  set.add(box(boards, -1.2, 0, front - 7, 3.4, 3.05, 7));
  set.add(box(warm, 2.2, 0, front - 7, 18, 3.05, 0.2));
  set.add(box(floor, 2.2, 0, front - 7, 18, 0.08, 7));
  set.add(glassWall(clearGlass('#0b0d0e', 0.16), frame, 2.2, 0.08, front, 14.4, 2.95, 2.4));
  set.add(box(raw, 16.6, 0, front - 7, 0.5, 3.05, 7.4));
  set.add(box(raw, 9.2, 0.08, front - 6.6, 0.3, 2.95, 3.4));
  // Above: a long concrete frame that reaches out over the forecourt, with one wide window.
  set.add(box(raw, -2.6, 3.05, front - 8, 24, 0.42, 10.2));
  set.add(box(raw, -2.6, 6.1, front - 8, 24, 0.4, 9.6));
  set.add(box(raw, -2.6, 3.45, front - 8, 0.4, 2.7, 9.2), box(raw, 13, 3.45, front - 8, 9, 2.7, 8.8));
  set.add(box(boards, -2.2, 3.45, front - 8, 4.2, 2.7, 8.2));
  set.add(box(warm, 2, 3.45, front - 6, 11.1, 2.7, 0.2));
  set.add(glassWall(clearGlass('#0b0d0e', 0.16), frame, 2, 3.47, front + 0.3, 11, 2.63, 2.2));
  const soffit = new Mesh(new PlaneGeometry(23.8, 10), timber('z', 0.12, 1.1));
  soffit.rotation.x = Math.PI / 2;
  soffit.position.set(9.4, 3.04, front - 3);
  set.add(soffit);
  const bulb = glowing('#ffd9a0', 9);
  set.add(row(8, (at) => box(bulb, -1.6 + at * 2.4, 3.02, front + 1.1, 0.09, 0.02, 0.09)));
  set.add(row(4, (at) => box(bulb, 3.6 + at * 3.3, 2.2, front - 3.2, 0.3, 0.12, 0.3)));
  set.add(
    box(glowing('#ffcf94', 3.2), 2.6, 5.9, front - 3.5, 9.6, 0.05, 0.14),
    box(glowing('#ffc98c', 3), 2.4, 0.3, front - 6.7, 6.4, 0.04, 0.06),
  );
  // Furniture as one sees it through the panes.
  const sofa = plain('#6d6357', 0.9);
  const dark = plain('#2a211b', 0.6);
  set.add(
    box(sofa, 4, 0.08, front - 4.2, 2.6, 0.42, 1),
    box(sofa, 4, 0.5, front - 4.9, 2.6, 0.4, 0.3),
    box(dark, 11, 0.75, front - 4, 2.6, 0.06, 1.1),
    box(dark, 11.2, 0.08, front - 3.9, 0.08, 0.7, 0.9),
    box(dark, 13.3, 0.08, front - 3.9, 0.08, 0.7, 0.9),
  );
  set.add(
    box(dark, 10, 1.2, front - 6.75, 4.4, 1.6, 0.1),
    box(plain('#b9a184', 0.8), 5, 1.2, front - 6.77, 1.5, 1.1, 0.06),
  );
  set.add(
    box(plain('#cdbfa8', 0.95), 2.1, 3.47, front - 0.2, 0.9, 2.6, 0.1),
    box(plain('#cdbfa8', 0.95), 12, 3.47, front - 0.2, 0.9, 2.6, 0.1),
  );
  lamp(set, 5, 2.4, front - 3, 26, 13);
  lamp(set, 12.5, 2.4, front - 3, 26, 13);
  lamp(set, 7, 5.5, front - 2.5, 20, 9);
  lamp(set, 0.6, 2.7, front + 1, 7, 9);
  lamp(set, 7.4, 2.8, front + 1.4, 8, 10);
}

const random = chance(5);
const bedTufts = Array.from(
  { length: 260 },
  () => [-9 + random() * 6.6, -7.4 + random() * 2.2, 0.6 + random() * 0.8] as const,
);

export const salon: PhotoScene = {
  name: 'salon',
  size: [1920, 1080],
  sky: {
    sun: [-0.75, 0.02, -0.7],
    zenith: '#10234a',
    upper: '#264878',
    low: '#5d7ca6',
    horizon: '#8b97b0',
    glow: '#dca58a',
    sunColour: '#d98d6e',
    halo: 0.35,
    strength: 0.42,
    clouds: { amount: 0.4, light: '#9a8ea6', dark: '#2c3a58', stretch: 3.2, seed: 11.7 },
  },
  sun: {
    from: [-0.7, 0.55, 0.35],
    colour: '#9db4e6',
    strength: 0.75,
    spread: 0.3,
    reach: 22,
    centre: [5, 0, -4],
  },
  skylight: { colour: '#8fa5d6', strength: 0.6 },
  ambient: 1.1,
  haze: { distance: 3000, height: 160 },
  camera: { at: [-2.2, 0.95, 10.6], to: [1.15, 1.7, -1], lens: 25.5, focus: 9.7, opening: 0.02 },
  probe: [1.5, 1.1, 2.4],
  reflectors: [
    { size: [16, 1.6], at: [-4, 6.5, 15], colour: '#b9cdf5', strength: 2.6 },
    { size: [5, 5], at: [-15, 4, 3], colour: '#c3d0ee', strength: 1.5 },
  ],
  mirror: true,
  lampsOn: 0.7,
  film: { exposure: 0.85, warm: 0.5, cool: 0.6, vignette: 0.4, bloom: 0.8, contrast: 0.6 },
  build(set) {
    const stone = new Mesh(new PlaneGeometry(90, 40), wetGround(WET_STONE));
    stone.rotation.x = -Math.PI / 2;
    stone.position.set(5, 0, 7);
    set.add(stone);
    const lawn = new Mesh(
      new PlaneGeometry(3000, 3000),
      groundMaterial(
        'float fine = fbm(p * 4.0, foot * 4.0, 4); colour = vec3(0.05, 0.07, 0.03) * (0.5 + fine); rough = 1.0;',
      ),
    );
    lawn.rotation.x = -Math.PI / 2;
    lawn.position.y = -0.05;
    set.add(lawn);
    house(set);
    const wall = concrete(0.3);
    set.add(
      box(wall, -40, 0, -7.8, 31, 1.1, 0.3),
      box(wall, -9.2, 0, -7.8, 0.3, 1.1, 3),
      box(wall, -9.2, 0, -5, 6.8, 0.42, 0.3),
    );
    set.add(box(plain('#1b1611', 1), -9, 0, -7.6, 6.5, 0.36, 2.6));
    const grass = tuft({
      blades: 70,
      height: 0.8,
      spread: 0.3,
      lean: 0.6,
      width: 0.008,
      root: '#1a2214',
      tip: '#8f9468',
      seed: 6,
    });
    set.add(scatter(grass, bedTufts, 4, () => 0.35));
    const trees = [gumTree({ seed: 61, height: 12, density: 1.2 }), gumTree({ seed: 15, height: 9 })];
    set.add(
      grove(
        trees,
        [
          [-7, -6.3, 0.5],
          [-15, -15, 0.9],
          [-24, -20, 1.1],
          [-34, -26, 1.1],
          [-9, -24, 1.1],
          [22, -22, 1.2],
          [8, -24, 1.2],
          [-45, -40, 1.2],
          [-20, -45, 1.3],
        ],
        3,
      ),
    );
    set.add(
      range(
        { distance: 900, depth: 900, height: 160, from: -90, to: 40, seed: 8.2, rough: 0.8, flat: 0 },
        bushHills(),
      ),
    );
  },
};
