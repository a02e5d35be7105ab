import { CanvasTexture, Group, Mesh, MeshBasicMaterial, PlaneGeometry } from 'three';
import { groundMaterial, RED_DIRT } from '../../rig/ground.ts';
import { chance, fbmAt } from '../../rig/noise.ts';
import { range, redRock, terrain } from '../land.ts';
import { grove, gumTree } from '../plants.ts';
import type { PhotoScene } from '../scene.ts';
import { scatter, tuft } from '../tufts.ts';

/** Flat where vehicles stand and along the track, low swells beyond. */
export function plainAt(x: number, z: number): number {
  const away = Math.min(Math.abs(z), Math.hypot(x, z) * 1.4);
  const rise = Math.min(1, Math.max(0, (away - 5) / 26));
  return (
    rise * rise * ((fbmAt(x * 0.018 + 9, z * 0.018, 4) - 0.42) * 7.5 + 0.25 * fbmAt(x * 0.2, z * 0.2, 3))
  );
}

/** Dust hanging behind a vehicle that has just come along x. */
export function dust(from: number, to: number, seed: number, colour: string, strength: number): Group {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 128;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser draws no canvas.');
  const image = pen.createImageData(128, 128);
  for (let y = 0; y < 128; y++)
    for (let x = 0; x < 128; x++) {
      const out = Math.hypot(x - 64, y - 64) / 64;
      const cloud = fbmAt(x / 26 + seed, y / 26, 4);
      const alpha = Math.max(0, 1 - out * out) ** 1.6 * Math.min(1, Math.max(0, cloud * 2.2 - 0.45));
      image.data.set([255, 255, 255, alpha * 255], (y * 128 + x) * 4);
    }
  pen.putImageData(image, 0, 0);
  const map = new CanvasTexture(canvas);
  const random = chance(seed);
  const all = new Group();
  for (let at = 0; at < 46; at++) {
    const far = random();
    const size = 0.9 + 3.4 * far + random();
    const puff = new Mesh(
      new PlaneGeometry(size * 1.5, size),
      new MeshBasicMaterial({
        map,
        color: colour,
        transparent: true,
        depthWrite: false,
        opacity: strength * (1 - far * 0.75) * (0.4 + 0.6 * random()),
      }),
    );
    puff.position.set(from + (to - from) * far, size * 0.32 - 0.1, (random() - 0.5) * (1.6 + 3 * far));
    puff.rotation.y = -0.85;
    puff.renderOrder = 3;
    all.add(puff);
  }
  return all;
}

const random = chance(77);
const nearTrack = (z: number) => Math.abs(z) < 2.3;
function strewn(count: number, reach: number, small: number, large: number, bare = 0.43) {
  const all: [number, number, number][] = [];
  while (all.length < count) {
    const out = 2 + random() ** 1.7 * reach;
    const round = random() * Math.PI * 2;
    const [x, z] = [Math.cos(round) * out, Math.sin(round) * out];
    if (nearTrack(z) || Math.hypot(x + 8.3, z - 6.6) < 2.2) continue;
    if (fbmAt(x * 0.09 + 4, z * 0.09, 3) < bare + random() * 0.1) continue;
    all.push([x, z, small + (large - small) * random() ** 1.5]);
  }
  return all;
}

export const yard: PhotoScene = {
  name: 'yard',
  size: [1920, 1080],
  sky: {
    sun: [-0.12, 0.035, -0.99],
    zenith: '#27406b',
    upper: '#56709a',
    low: '#c9937c',
    horizon: '#d98d6a',
    glow: '#ffae5c',
    sunColour: '#ff9c4a',
    halo: 0.9,
    strength: 0.72,
    clouds: { amount: 0.42, light: '#ffb183', dark: '#6b6480', stretch: 3.4, seed: 21.3 },
  },
  sun: {
    from: [-0.9, 0.22, 0.3],
    colour: '#ffa561',
    strength: 3.8,
    spread: 0.015,
    reach: 22,
    centre: [0, 0, 0],
  },
  skylight: { colour: '#c3c6dd', strength: 0.8 },
  ambient: 0.95,
  haze: { distance: 7500, height: 500 },
  camera: {
    at: [-8.3, 1.0, 6.6],
    to: [0, 1.5, 0],
    lens: 27,
    shift: [0.4, -0.16],
    focus: 9.6,
    opening: 0.025,
  },
  probe: [-2.5, 1.2, 2.5],
  film: { exposure: 0.42, warm: 0.8, cool: 0.6, vignette: 0.35, bloom: 0.7, contrast: 0.6 },
  lampsOn: 1,
  build(set) {
    set.add(terrain(1400, plainAt, groundMaterial(RED_DIRT)));
    const near = strewn(1100, 16, 0.4, 1.05, 0.3);
    const spinifex = tuft({
      blades: 150,
      height: 0.42,
      spread: 0.55,
      lean: 0.95,
      width: 0.006,
      root: '#3a3418',
      tip: '#c5b06a',
      seed: 2,
    });
    const saltbush = tuft({
      blades: 90,
      height: 0.5,
      spread: 0.6,
      lean: 0.7,
      width: 0.022,
      root: '#2c3326',
      tip: '#8f9a84',
      seed: 8,
    });
    const straw = tuft({
      blades: 34,
      height: 0.6,
      spread: 0.22,
      lean: 0.5,
      width: 0.005,
      root: '#6b5528',
      tip: '#e0c07c',
      seed: 5,
    });
    set.add(
      scatter(
        straw,
        near.filter((_, at) => at % 3 > 0),
        6,
        plainAt,
      ),
      scatter(
        spinifex,
        near.filter((_, at) => at % 3 === 0),
        7,
        plainAt,
      ),
    );
    set.add(scatter(spinifex, strewn(620, 60, 0.6, 1.7), 1, plainAt));
    set.add(scatter(saltbush, strewn(220, 85, 0.6, 1.8), 2, plainAt));
    set.add(scatter(straw, strewn(420, 26, 0.5, 1.1), 3, plainAt));
    const far = tuft({
      blades: 16,
      height: 0.7,
      spread: 0.9,
      lean: 0.8,
      width: 0.09,
      root: '#37341f',
      tip: '#a3935a',
      seed: 12,
    });
    const distant = scatter(far, strewn(1700, 320, 0.9, 2.2), 4, plainAt);
    distant.userData.noShadow = true;
    set.add(distant);
    const trees = [
      gumTree({ seed: 12, height: 7, density: 0.7, leaf: ['#2d331f', '#7a7c4c'] }),
      gumTree({ seed: 44, height: 6, density: 0.7 }),
    ];
    set.add(
      grove(
        trees,
        [
          [34, -46, 1],
          [60, -22, 1.1],
          [22, -95, 1.2],
          [-12, -120, 1.1],
          [75, -80, 1.2],
          [120, -70, 1.3],
          [48, -150, 1.2],
          [110, -180, 1.2],
        ],
        4,
      ),
    );
    const rock = redRock();
    set.add(
      range(
        { distance: 950, depth: 700, height: 420, from: -20, to: 150, seed: 6.4, rough: 1.1, flat: 0.5 },
        rock,
      ),
    );
    set.add(
      range(
        { distance: 2600, depth: 1800, height: 900, from: -60, to: 160, seed: 14.9, rough: 1, flat: 0 },
        rock,
      ),
    );
    set.add(
      range(
        { distance: 6000, depth: 2400, height: 1300, from: -80, to: 170, seed: 31.2, rough: 0.9, flat: 0 },
        rock,
      ),
    );
    set.add(dust(2.4, 17, 3, '#e2a878', 0.3));
  },
};
