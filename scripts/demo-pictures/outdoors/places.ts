import { ASPHALT, GRAVEL, RED_DIRT } from '../rig/ground.ts';
import type { SkyLook } from '../rig/sky.ts';
import { BACKDROP_LENGTH_M, type Backdrop, block, bush, gumTree, ridge } from './backdrop.ts';

/** Where a vehicle is photographed outdoors. */
export type Place = {
  sky: SkyLook;
  backdrop: Backdrop;
  /** GLSL of the ground, as `groundMaterial` takes it. */
  ground: string;
  /** Light the ground sends up, for reflections. */
  groundGlow: string;
  sun: { colour: string; strength: number };
  skyLight: number;
  exposure: number;
};

const SUN = [0.52, 0.5, 0.86] as const;
const GUM_LEAF = ['#2b3320', '#a3a468'] as const;

const fineSky: SkyLook = {
  sun: SUN,
  zenith: '#3f73b0',
  upper: '#7ba3cd',
  low: '#b9cedd',
  horizon: '#dfe0da',
  glow: '#fdf1de',
  sunColour: '#fff0d6',
  halo: 0.8,
  strength: 0.95,
  clouds: { amount: 0.45, light: '#fff4e4', dark: '#a9b4c2', stretch: 1.9, seed: 3.1 },
};

function showroom(pen: CanvasRenderingContext2D) {
  const [left, right] = [24, 78];
  const wall = pen.createLinearGradient(0, 0, 0, 5);
  wall.addColorStop(0, '#5a4f43');
  wall.addColorStop(0.25, '#a08a6a');
  wall.addColorStop(0.8, '#d8bd8d');
  wall.addColorStop(1, '#e9d6b4');
  block(pen, left, 0, right - left, 4.6, wall);
  for (let x = left + 2; x < right; x += 6.1) {
    block(pen, x, 0.6, 3.4, 2.6, '#f3e6cb');
    block(
      pen,
      x + 0.6,
      0.3,
      2.4,
      0.9,
      ['#37424c', '#8d9398', '#5b2a22', '#c9cbc9'][Math.floor(x) % 4] ?? '#37424c',
    );
    block(pen, x + 1.1, 1.2, 1.3, 0.5, '#20262b');
    block(pen, x + 0.5, 3.9, 2.6, 0.22, '#fff9ea');
  }
  const sky = pen.createLinearGradient(left, 0, right, 0);
  sky.addColorStop(0, 'rgba(190,209,222,0.62)');
  sky.addColorStop(0.5, 'rgba(150,170,186,0.22)');
  sky.addColorStop(1, 'rgba(214,221,222,0.5)');
  block(pen, left, 0, right - left, 4.6, sky);
  for (let x = left; x <= right; x += 2.25) block(pen, x, 0, 0.14, 4.6, '#2c2f31');
  block(pen, left, 2.9, right - left, 0.12, '#2c2f31');
  block(pen, left - 1.2, 4.6, right - left + 2.4, 1.7, '#f1eee6');
  block(pen, left - 1.2, 4.5, right - left + 2.4, 0.28, '#8e8a80');
  block(pen, left - 1.2, 6.1, right - left + 2.4, 0.2, '#fffaf0');
  block(pen, 57, 4.95, 9, 0.95, '#274863');
  for (let x = left + 5; x < right; x += 13) block(pen, x, 0, 0.5, 4.6, '#d9d4c8');
  block(pen, 0, -1.5, BACKDROP_LENGTH_M, 1.62, '#716e69');
}

function parkedCars(pen: CanvasRenderingContext2D) {
  const colours = ['#e4e6e5', '#2b3138', '#7d8388', '#163a66', '#d8d9d6', '#4b4f4c', '#8d1c1c'];
  for (let at = 0; at < 17; at++) {
    const x = 3 + at * 5.4;
    if (x > 44 && x < 60) continue;
    const colour = colours[(at * 5) % colours.length] ?? '#888888';
    pen.fillStyle = 'rgba(10,10,12,0.8)';
    pen.fillRect(x - 0.2, -0.1, 4.6, 0.5);
    pen.fillStyle = colour;
    pen.beginPath();
    pen.roundRect(x, 0.3, 4.3, 0.75, 0.3);
    pen.fill();
    pen.fillStyle = '#222a31';
    pen.beginPath();
    pen.moveTo(x + 0.7, 1);
    pen.lineTo(x + 1.4, 1.55);
    pen.lineTo(x + 3, 1.55);
    pen.lineTo(x + 3.8, 1);
    pen.fill();
    pen.fillStyle = colour;
    pen.fillRect(x + 1.4, 1.5, 1.6, 0.09);
    pen.fillStyle = '#101010';
    for (const wheel of [0.85, 3.35]) {
      pen.beginPath();
      pen.arc(x + wheel, 0.32, 0.33, 0, 7);
      pen.fill();
    }
  }
}

/** A dealer's forecourt in town. */
const forecourt: Place = {
  sky: fineSky,
  ground: `${ASPHALT}
    float paintLine = max(joint(p.y + 1.75, 3.5, 0.1, foot) * step(abs(p.x), 3.4), joint(p.x - 3.4 + 500.0, 1000.0, 0.0, foot));
    paintLine *= step(1.0, abs(p.y)) * (0.55 + 0.45 * smoothstep(0.3, 0.55, fbm(p * 9.0, foot * 9.0, 4)));
    colour = mix(colour, vec3(0.55, 0.54, 0.50), 0.85 * paintLine); rough = mix(rough, 0.7, paintLine);
    float seam = joint(p.x + 8.2, 16.4, 0.018, foot) ; colour *= 1.0 - 0.6 * seam;`,
  groundGlow: '#4c4a46',
  backdrop: {
    light: 0.95,
    layers: [
      {
        blur: 0.3,
        draw: (pen) => {
          ridge(pen, 3, 2.4, 5, '#9fb0b4', 0.6);
          for (let at = 0; at < 30; at++)
            gumTree(pen, at * 3.4 - 2 + (at % 3), 7.5 + ((at * 7) % 5), at + 3, ['#3d4a33', '#a9ae7e']);
        },
      },
      { blur: 0.2, draw: showroom },
      {
        blur: 0.2,
        draw: (pen) => {
          parkedCars(pen);
          for (const [x, height] of [
            [8, 10],
            [20, 12],
            [84, 11],
            [70.5, 9.5],
          ] as const)
            gumTree(pen, x, height, x + 41, GUM_LEAF);
          for (let x = 1; x < 94; x += 3.1)
            if (x < 38 || x > 64) bush(pen, x, 3, 0.8, x, ['#28301d', '#8f9a55']);
        },
      },
    ],
  },
  sun: { colour: '#fff5e9', strength: 3.9 },
  skyLight: 0.9,
  exposure: 0.1,
};

/** A yard inland: red earth, dry grass and gum trees. */
const country: Place = {
  sky: {
    ...fineSky,
    zenith: '#3a6fae',
    upper: '#86a9cb',
    horizon: '#e9dcc6',
    glow: '#fff0dc',
    clouds: { ...fineSky.clouds, amount: 0.2, seed: 8.4 },
  },
  ground: RED_DIRT.replace('0.82) / 0.26', '1.1) / 0.2'),
  groundGlow: '#6b4a3c',
  backdrop: {
    light: 1,
    layers: [
      {
        blur: 0.26,
        draw: (pen) => {
          ridge(pen, 1.7, 3.2, 17, '#8f93a0', 0.8);
          ridge(pen, 1.2, 1.6, 29, '#83806f', 1.2);
          block(pen, 0, -1.5, BACKDROP_LENGTH_M, 2.7, '#b4935c');
          for (let at = 0; at < 26; at++)
            gumTree(pen, at * 4 + ((at * 13) % 3), 5 + ((at * 5) % 4), at + 90, ['#464a34', '#a3a06c']);
        },
      },
      {
        blur: 0.2,
        draw: (pen) => {
          const shed = pen.createLinearGradient(58, 0, 74, 0);
          shed.addColorStop(0, '#8a8f90');
          shed.addColorStop(1, '#c5c4ba');
          block(pen, 58, 0, 16, 4.2, shed);
          for (let x = 58; x < 74; x += 0.55) block(pen, x, 0, 0.1, 4.2, 'rgba(60,60,60,0.25)');
          block(pen, 61, 0, 4.6, 3.5, '#1d1c1b');
          pen.fillStyle = '#d6d5cb';
          pen.beginPath();
          pen.moveTo(57.4, 4.1);
          pen.lineTo(66, 5.9);
          pen.lineTo(74.6, 4.1);
          pen.fill();
          for (let x = 0; x < 94; x += 4) block(pen, x, 0, 0.16, 1.25, '#5e5145');
          for (const y of [0.45, 0.8, 1.15]) block(pen, 0, y, BACKDROP_LENGTH_M, 0.03, '#5f5a52');
          for (const [x, height] of [
            [40, 13],
            [52.5, 10.5],
            [31, 11],
            [79, 14],
            [10, 13],
          ] as const)
            gumTree(pen, x, height, x * 3 + 7, GUM_LEAF);
          for (let x = 1; x < 94; x += 1.3)
            bush(pen, x, 1.8, 0.35 + 0.3 * ((x * 7) % 1), x * 10, ['#77602f', '#d9b36c']);
        },
      },
    ],
  },
  sun: { colour: '#fff2e2', strength: 4.1 },
  skyLight: 0.85,
  exposure: 0.05,
};

/** A lookout above the sea. */
const coast: Place = {
  sky: { ...fineSky, horizon: '#e6e4dd', clouds: { ...fineSky.clouds, amount: 0.55, seed: 14.7 } },
  ground: GRAVEL,
  groundGlow: '#75695a',
  backdrop: {
    light: 1,
    layers: [
      {
        blur: 0.14,
        draw: (pen) => {
          const sea = pen.createLinearGradient(0, -1.5, 0, 1.75);
          sea.addColorStop(0, '#3f86a0');
          sea.addColorStop(0.7, '#35718f');
          sea.addColorStop(1, '#7fa3b5');
          block(pen, 0, -1.5, BACKDROP_LENGTH_M, 3.25, sea);
          pen.save();
          pen.beginPath();
          pen.rect(54, 0, 41, 9);
          pen.clip();
          pen.translate(0, -0.3);
          pen.fillStyle = '#8296a0';
          pen.beginPath();
          pen.moveTo(54, 1.9);
          pen.quadraticCurveTo(66, 2.6, 72, 4.4);
          pen.quadraticCurveTo(80, 5.4, 95, 7.6);
          pen.lineTo(95, 0);
          pen.lineTo(54, 1);
          pen.fill();
          pen.fillStyle = '#677764';
          pen.beginPath();
          pen.moveTo(66, 1.5);
          pen.quadraticCurveTo(74, 3.6, 82, 3.9);
          pen.quadraticCurveTo(88, 4.4, 95, 6);
          pen.lineTo(95, 0);
          pen.lineTo(66, 0.8);
          pen.fill();
          pen.restore();
        },
      },
      {
        blur: 0.2,
        draw: (pen) => {
          block(pen, 0, -1.5, BACKDROP_LENGTH_M, 1.62, '#98855f');
          for (let x = 0; x < 94; x += 1.15)
            bush(pen, x, 2.6, 0.45 + 0.4 * ((x * 5.3) % 1), x * 10 + 3, ['#39432c', '#a9a268']);
          for (let x = 1; x < 94; x += 3.2) {
            block(pen, x, 0, 0.24, 1.05, '#b49a76');
            block(pen, x + 0.16, 0, 0.08, 1.05, '#6e5a44');
          }
          block(pen, 0, 0.72, BACKDROP_LENGTH_M, 0.17, '#c0a783');
          for (const [x, height] of [
            [34, 9],
            [8, 11],
            [90, 8],
          ] as const)
            gumTree(pen, x, height, x + 3, ['#2c3a2b', '#8f9b68']);
        },
      },
    ],
  },
  sun: { colour: '#fff5ea', strength: 3.9 },
  skyLight: 0.95,
  exposure: 0,
};

export const PLACES = { forecourt, country, coast } as const;
export type PlaceName = keyof typeof PLACES;

const PLACE_OF: Record<string, PlaceName> = {
  '4x4': 'country',
  ute: 'country',
  'large-ute': 'country',
  'cab-chassis': 'country',
  'adventure-bike': 'country',
  caravan: 'country',
  'camper-trailer': 'country',
  coupe: 'coast',
  convertible: 'coast',
  'large-sedan': 'coast',
  wagon: 'coast',
  'large-suv': 'coast',
  camper: 'coast',
  motorhome: 'coast',
  cruiser: 'coast',
  'sport-bike': 'coast',
};

/** Where a model is photographed outdoors. */
export const placeOf = (model: string): PlaceName => PLACE_OF[model] ?? 'forecourt';
