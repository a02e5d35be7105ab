import {
  CanvasTexture,
  Color,
  CylinderGeometry,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  MirroredRepeatWrapping,
  SRGBColorSpace,
} from 'three';
import { chance } from '../rig/noise.ts';

/** Distance of the drawn background, metres; a quarter of its round is one drawing. */
export const BACKDROP_M = 60;
const LENGTH_M = (Math.PI / 2) * BACKDROP_M;
const [LOW_M, HIGH_M] = [-1.5, 22];
const PX_PER_M = 22;

export type Pen = CanvasRenderingContext2D;

/** What is drawn in metres, x from 0 to 94 and y upwards from the ground, 60 m away. */
export type Backdrop = {
  /** From the farthest layer on; each layer is blurred as it is out of focus, metres. */
  layers: readonly { blur: number; draw: (pen: Pen) => void }[];
  /** Brightness of the whole. */
  light: number;
};

function sheet(): { canvas: HTMLCanvasElement; pen: Pen } {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(LENGTH_M * PX_PER_M);
  canvas.height = Math.round((HIGH_M - LOW_M) * PX_PER_M);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser draws no canvas.');
  return { canvas, pen };
}

/** The background as a round wall of pictures, mirrored from quarter to quarter. */
export function backdropWall({ layers, light }: Backdrop): Mesh {
  const whole = sheet();
  for (const { blur, draw } of layers) {
    const layer = sheet();
    layer.pen.setTransform(PX_PER_M, 0, 0, -PX_PER_M, 0, HIGH_M * PX_PER_M);
    draw(layer.pen);
    whole.pen.filter = `blur(${blur * PX_PER_M}px)`;
    whole.pen.drawImage(layer.canvas, 0, 0);
  }
  const map = new CanvasTexture(whole.canvas);
  map.colorSpace = SRGBColorSpace;
  map.wrapS = MirroredRepeatWrapping;
  map.repeat.x = 4;
  map.anisotropy = 4;
  const wall = new Mesh(
    new CylinderGeometry(BACKDROP_M, BACKDROP_M, HIGH_M - LOW_M, 96, 1, true),
    new MeshBasicMaterial({
      map,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      color: new Color().setScalar(light),
    }),
  );
  wall.position.y = (HIGH_M + LOW_M) / 2;
  wall.renderOrder = -5;
  return wall;
}

const mixed = (one: string, two: string, share: number) =>
  `#${new Color(one).lerp(new Color(two), share).getHexString()}`;

/** A gum tree: a pale forked trunk under loose clumps of leaves, lit from one side. */
export function gumTree(
  pen: Pen,
  x: number,
  height: number,
  seed: number,
  leaf: readonly [string, string],
  sunSide = 1,
) {
  const random = chance(seed);
  const clumps: [number, number, number][] = [];
  const branch = (bx: number, by: number, angle: number, length: number, width: number) => {
    const ex = bx + Math.sin(angle) * length;
    const ey = by + Math.cos(angle) * length;
    pen.lineCap = 'round';
    pen.lineWidth = width;
    pen.strokeStyle = mixed('#6b5a4a', '#cbb79d', 0.3 + 0.5 * random());
    pen.beginPath();
    pen.moveTo(bx, by);
    pen.quadraticCurveTo((bx + ex) / 2 + (random() - 0.5) * length * 0.3, (by + ey) / 2, ex, ey);
    pen.stroke();
    if (width < 0.1 || length < 0.6) {
      clumps.push([ex, ey, height * (0.06 + 0.06 * random())]);
      return;
    }
    const forks = random() > 0.4 ? 3 : 2;
    for (let at = 0; at < forks; at++) {
      branch(ex, ey, angle + (random() - 0.5) * 1.5, length * (0.55 + 0.3 * random()), width * 0.6);
    }
  };
  branch(x, 0, (random() - 0.5) * 0.25, height * 0.36, height * 0.035);
  for (const [cx, cy, size] of clumps) {
    for (let at = 0; at < 26; at++) {
      const angle = random() * Math.PI * 2;
      const out = Math.sqrt(random()) * size;
      const dx = Math.cos(angle) * out * 1.25;
      const dy = Math.sin(angle) * out * 0.8;
      const lit = 0.5 + 0.5 * ((dx * sunSide * 0.7 + dy * 0.8) / size);
      pen.fillStyle = mixed(leaf[0], leaf[1], Math.min(1, Math.max(0, lit * 0.8 + 0.3 * (random() - 0.3))));
      pen.beginPath();
      pen.ellipse(
        cx + dx,
        cy + dy,
        size * (0.14 + 0.16 * random()),
        size * (0.08 + 0.1 * random()),
        random() * 3,
        0,
        7,
      );
      pen.fill();
    }
  }
}

/** A low rounded bush. */
export function bush(
  pen: Pen,
  x: number,
  width: number,
  height: number,
  seed: number,
  leaf: readonly [string, string],
) {
  const random = chance(seed);
  for (let at = 0; at < 90; at++) {
    const u = random() * 2 - 1;
    const v = Math.sqrt(1 - u * u) * random();
    pen.fillStyle = mixed(leaf[0], leaf[1], Math.min(1, 0.15 + 0.75 * v * random() + 0.15 * u));
    pen.beginPath();
    pen.ellipse(
      x + (u * width) / 2,
      v * height,
      0.12 + 0.2 * random(),
      0.08 + 0.14 * random(),
      random() * 3,
      0,
      7,
    );
    pen.fill();
  }
}

/** A hilly outline from edge to edge. */
export function ridge(pen: Pen, base: number, rise: number, seed: number, colour: string, rough = 1) {
  const random = chance(seed);
  const waves = Array.from(
    { length: 7 },
    (_, at) =>
      [random() * 7, 0.05 * 1.9 ** at * (0.8 + 0.4 * random()), rise / (1 + (at * 1.3) / rough)] as const,
  );
  pen.fillStyle = colour;
  pen.beginPath();
  pen.moveTo(-1, -2);
  for (let x = -1; x <= LENGTH_M + 1; x += 0.2) {
    pen.lineTo(
      x,
      base +
        waves.reduce(
          (sum, [phase, rate, size]) => sum + (0.5 + 0.5 * Math.sin(phase + x * rate)) * size * 0.45,
          0,
        ),
    );
  }
  pen.lineTo(LENGTH_M + 1, -2);
  pen.fill();
}

/** A rectangle of the drawing. */
export function block(
  pen: Pen,
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string | CanvasGradient,
) {
  pen.fillStyle = fill;
  pen.fillRect(x, y, width, height);
}

export const BACKDROP_LENGTH_M = LENGTH_M;
