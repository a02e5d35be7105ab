import { CanvasTexture, DoubleSide, MeshStandardMaterial, RepeatWrapping, SRGBColorSpace } from 'three';

export type TyreKind = 'road' | 'all-terrain' | 'truck';

const WIDTH = 2048;
const HEIGHT = 512;
/** Lugs in half a turn of an all-terrain tyre, in the relief and in the geometry alike. */
export const LUGS = 21;

type Pen = CanvasRenderingContext2D;

function canvasOf(draw: (pen: Pen) => void, ground: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('A canvas without a pen.');
  pen.fillStyle = ground;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  draw(pen);
  return canvas;
}

/** Grooves of the tread between 128 and 384 px, drawn in the pen's stroke colour. */
function grooves(pen: Pen, kind: TyreKind) {
  const line = (y: number, width: number) => pen.fillRect(0, y - width / 2, WIDTH, width);
  if (kind === 'road') {
    for (const y of [178, 228, 284, 334]) line(y, 13);
    for (let at = 0; at < 64; at++) {
      const x = (at / 64) * WIDTH;
      pen.lineWidth = 4;
      for (const [from, to, lean] of [
        [130, 172, 14],
        [340, 382, -14],
        [236, 262, 8],
      ] as const) {
        pen.beginPath();
        pen.moveTo(x, from);
        pen.lineTo(x + lean, to);
        pen.stroke();
      }
    }
  } else if (kind === 'truck') {
    for (const y of [176, 230, 282, 336]) {
      pen.lineWidth = 12;
      pen.beginPath();
      for (let x = -20; x <= WIDTH + 20; x += 16) pen.lineTo(x, y + ((x / 16) % 2 ? 5 : -5));
      pen.stroke();
    }
  } else {
    const pitch = WIDTH / LUGS;
    pen.lineWidth = 15;
    for (let lug = -1; lug <= LUGS; lug++) {
      const x = (lug + 0.5) * pitch;
      pen.beginPath();
      pen.moveTo(x, 60);
      pen.lineTo(x, 160);
      pen.lineTo(x + pitch * 0.34, 214);
      pen.lineTo(x + pitch * 0.1, 256);
      pen.lineTo(x + pitch * 0.34, 300);
      pen.lineTo(x, 352);
      pen.lineTo(x, 452);
      pen.stroke();
      pen.beginPath();
      pen.moveTo(x + pitch * 0.34, 214);
      pen.lineTo(x + pitch, 190);
      pen.moveTo(x + pitch * 0.34, 300);
      pen.lineTo(x + pitch, 324);
      pen.stroke();
    }
    pen.lineWidth = 2.5;
    for (let lug = 0; lug < LUGS * 3; lug++) {
      const x = (lug / (LUGS * 3)) * WIDTH;
      pen.beginPath();
      pen.moveTo(x, 132);
      pen.lineTo(x + 6, 180);
      pen.moveTo(x + 12, 236);
      pen.lineTo(x + 4, 276);
      pen.moveTo(x + 6, 332);
      pen.lineTo(x, 380);
      pen.stroke();
    }
  }
}

/** Rings and letters of the outer sidewall, from 384 (shoulder) to 512 px (bead). */
function sidewall(pen: Pen, kind: TyreKind) {
  for (const y of [402, 486, 498]) pen.fillRect(0, y, WIDTH, 2.5);
  pen.font = 'bold 34px sans-serif';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  const name = { road: 'TOURING', 'all-terrain': 'ALL  TERRAIN', truck: 'REGIONAL' }[kind];
  const size = { road: '225/50 R18', 'all-terrain': '265/65 R17', truck: '11 R22.5' }[kind];
  // The bead is below on the canvas, so letters that stand on it are upright at the top of the wheel.
  pen.fillText(name, WIDTH * 0.25, 436);
  pen.font = 'bold 22px sans-serif';
  pen.fillText(size, WIDTH * 0.72, 440);
  for (let at = 0; at < 40; at++) pen.fillRect(WIDTH * (0.42 + at * 0.004), 424, 3, 30);
}

/** Slopes of a grey height picture as a normal map. */
function normalsOf(heights: HTMLCanvasElement, strength: number): HTMLCanvasElement {
  const from = heights.getContext('2d')?.getImageData(0, 0, WIDTH, HEIGHT).data ?? new Uint8ClampedArray();
  return canvasOf((pen) => {
    const picture = pen.createImageData(WIDTH, HEIGHT);
    const height = (x: number, y: number) =>
      from[(Math.min(HEIGHT - 1, Math.max(0, y)) * WIDTH + ((x + WIDTH) % WIDTH)) * 4] ?? 0;
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        const dx = ((height(x - 1, y) - height(x + 1, y)) / 255) * strength;
        const dy = ((height(x, y + 1) - height(x, y - 1)) / 255) * strength;
        const length = Math.hypot(dx, dy, 1);
        const at = (y * WIDTH + x) * 4;
        picture.data[at] = 127.5 + (127.5 * dx) / length;
        picture.data[at + 1] = 127.5 + (127.5 * dy) / length;
        picture.data[at + 2] = 127.5 + 127.5 / length;
        picture.data[at + 3] = 255;
      }
    }
    pen.putImageData(picture, 0, 0);
  }, '#8080ff');
}

function texture(canvas: HTMLCanvasElement, colour: boolean): CanvasTexture {
  const map = new CanvasTexture(canvas);
  map.wrapS = RepeatWrapping;
  map.anisotropy = 4;
  if (colour) map.colorSpace = SRGBColorSpace;
  return map;
}

const known = new Map<TyreKind, MeshStandardMaterial>();

/** Rubber with tread and sidewall; u runs twice around the tyre, v from the inner bead over the tread to the outer. */
export function tyreMaterial(kind: TyreKind): MeshStandardMaterial {
  const before = known.get(kind);
  if (before) return before;
  const heights = canvasOf((pen) => {
    pen.fillStyle = '#000';
    pen.strokeStyle = '#000';
    grooves(pen, kind);
    pen.fillStyle = '#d8d8d8';
    sidewall(pen, kind);
  }, '#909090');
  const colours = canvasOf((pen) => {
    pen.fillStyle = '#1d1d1e';
    pen.fillRect(0, 128, WIDTH, 256);
    pen.fillStyle = '#040404';
    pen.strokeStyle = '#040404';
    grooves(pen, kind);
    pen.fillStyle = '#1b1b1c';
    sidewall(pen, kind);
  }, '#141415');
  const material = new MeshStandardMaterial({
    map: texture(colours, true),
    normalMap: texture(normalsOf(heights, 2.4), false),
    roughness: 0.82,
    envMapIntensity: 0.6,
    side: DoubleSide,
  });
  known.set(kind, material);
  return material;
}
