import { CanvasTexture, Color, type Material, MeshBasicMaterial, SRGBColorSpace } from 'three';
import { chance } from '../rig/noise.ts';

const SIZE = { width: 1024, height: 512 };
/** Where the grass begins, from the top. */
const HORIZON = 0.62;
/** Brighter than the room, as outside is. */
const STRENGTH = 1.5;

type Pen = CanvasRenderingContext2D;

function band(pen: Pen, from: number, to: number, colours: readonly [string, string]) {
  const fill = pen.createLinearGradient(0, from * SIZE.height, 0, to * SIZE.height);
  fill.addColorStop(0, colours[0]);
  fill.addColorStop(1, colours[1]);
  pen.fillStyle = fill;
  pen.fillRect(0, from * SIZE.height, SIZE.width, (to - from) * SIZE.height);
}

function hills(pen: Pen, height: number, colour: string, random: () => number) {
  const phase = random() * 9;
  pen.fillStyle = colour;
  pen.beginPath();
  pen.moveTo(0, HORIZON * SIZE.height);
  for (let x = 0; x <= SIZE.width; x += 8) {
    const rise = Math.sin(x / 170 + phase) + 0.5 * Math.sin(x / 61 + phase * 2) + 1.6;
    pen.lineTo(x, (HORIZON - (height * rise) / 3) * SIZE.height);
  }
  pen.lineTo(SIZE.width, HORIZON * SIZE.height);
  pen.fill();
}

/** A gum tree: a leaning trunk and a crown of many light clumps. */
function tree(pen: Pen, x: number, tall: number, random: () => number) {
  const foot = (HORIZON + 0.02 + tall * 0.06) * SIZE.height;
  const top = foot - tall * SIZE.height;
  pen.strokeStyle = '#8f8272';
  pen.lineWidth = 3 + tall * 10;
  pen.beginPath();
  pen.moveTo(x, foot);
  pen.quadraticCurveTo(x + 6, (foot + top) / 2, x - 8, top);
  pen.stroke();
  for (let at = 0; at < 70; at++) {
    const [angle, far] = [random() * Math.PI * 2, Math.sqrt(random()) * tall * SIZE.height * 0.42];
    pen.fillStyle = ['#6c7d58', '#7f8f66', '#5a6b4c', '#95a278'][at % 4] ?? '#6c7d58';
    pen.beginPath();
    pen.ellipse(x + Math.cos(angle) * far, top + Math.sin(angle) * far * 0.55, 12, 8, angle, 0, Math.PI * 2);
    pen.fill();
  }
}

/** The country seen through a window, a little out of focus. */
export function windowView(seed: number): Material {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, SIZE);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser draws no canvas.');
  const random = chance(seed);
  band(pen, 0, HORIZON, ['#9fc4e6', '#e9f1f4']);
  hills(pen, 0.2, '#a9b9c0', random);
  hills(pen, 0.11, '#8ea08d', random);
  band(pen, HORIZON, 1, ['#b9b27f', '#8c9a5e']);
  pen.filter = 'blur(2px)';
  for (let at = 0; at < 5; at++)
    tree(pen, (at + 0.2 + random() * 0.6) * (SIZE.width / 5), 0.16 + random() * 0.26, random);
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  const material = new MeshBasicMaterial({ map, color: new Color(1, 1, 1).multiplyScalar(STRENGTH) });
  material.userData.noShadow = true;
  return material;
}
