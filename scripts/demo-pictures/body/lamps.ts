import type { Points } from './line.ts';
import { closed, open, type View } from './view.ts';

type Pen = CanvasRenderingContext2D;

/** Colours of what is drawn within lamps. */
const LIGHT = '#f6f9ff';
const BEZEL = '#0d0f11';
const AMBER = '#b8690f';

function lit(pen: Pen, path: Points, width: number, colour: string, radius = 0.015) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke(open(path, radius));
}

/** A reflector with facets, seen from ahead. */
function reflector(pen: Pen, shape: Points) {
  const path = closed(shape, 0.012);
  pen.save();
  pen.clip(path);
  const box = bounds(shape);
  const shine = pen.createLinearGradient(0, box.low, 0, box.high);
  shine.addColorStop(0, '#23272b');
  shine.addColorStop(0.45, '#8d959c');
  shine.addColorStop(0.55, '#4b5157');
  shine.addColorStop(1, '#15181a');
  pen.fillStyle = shine;
  pen.fillRect(box.left, box.low, box.right - box.left, box.high - box.low);
  pen.strokeStyle = '#2a2e32';
  pen.lineWidth = 0.003;
  for (let at = box.left; at < box.right; at += 0.018) {
    pen.beginPath();
    pen.moveTo(at, box.low);
    pen.lineTo(at, box.high);
    pen.stroke();
  }
  pen.restore();
}

function bounds(shape: Points) {
  const points = shape
    .trim()
    .split(/\s+/)
    .map((point) => point.split(',').map(Number));
  const xs = points.map(([x = 0]) => x);
  const ys = points.map(([, y = 0]) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), low: Math.min(...ys), high: Math.max(...ys) };
}

export type HeadLamp = {
  /** Outline of the lens in the front view. */
  shape: Points;
  radius?: number;
  /** Daytime running light, and its width. */
  running?: readonly Points[];
  runningWidth?: number;
  reflectors?: readonly Points[];
  indicator?: Points;
};

/** Head lamp: a dark bezel with lit strip and reflectors under a lens. Projectors stand in the car's drawing. */
export function headLamp(view: View, lamp: HeadLamp) {
  const { shape, radius = 0.02, running = [], runningWidth = 0.014, reflectors = [], indicator } = lamp;
  view.fill('lamp', shape, radius);
  view.outline('gloss', shape, 0.01, radius);
  view.within(
    shape,
    (pen) => {
      pen.fillStyle = BEZEL;
      pen.fillRect(-1, -1, 4, 4);
      for (const one of reflectors) reflector(pen, one);
      if (indicator) lit(pen, indicator, 0.012, AMBER);
      for (const strip of running) {
        lit(pen, strip, runningWidth * 1.7, '#6d757c');
        lit(pen, strip, runningWidth, LIGHT);
      }
    },
    radius,
  );
}

export type TailLamp = {
  shape: Points;
  radius?: number;
  /** Lit bars and their width. */
  bars?: readonly Points[];
  barWidth?: number;
  /** Dark red chambers, and clear ones for indicator and reversing light. */
  chambers?: readonly Points[];
  clear?: readonly Points[];
};

/** Tail lamp under a red lens. */
export function tailLamp(view: View, lamp: TailLamp) {
  const { shape, radius = 0.02, bars = [], barWidth = 0.016, chambers = [], clear = [] } = lamp;
  view.fill('lamp', shape, radius);
  view.outline('gloss', shape, 0.01, radius);
  view.within(
    shape,
    (pen) => {
      pen.fillStyle = '#2c0305';
      pen.fillRect(-1, -1, 4, 4);
      pen.strokeStyle = '#4c070a';
      pen.lineWidth = 0.004;
      for (let at = -0.4; at < 3; at += 0.016) {
        pen.beginPath();
        pen.moveTo(at, 0);
        pen.lineTo(at, 3);
        pen.stroke();
      }
      for (const one of chambers) {
        pen.fillStyle = '#8a0c0f';
        pen.fill(closed(one, 0.012));
      }
      for (const one of clear) {
        pen.fillStyle = '#d9cfcf';
        pen.fill(closed(one, 0.01));
      }
      for (const bar of bars) {
        lit(pen, bar, barWidth * 1.8, '#6e0a0c');
        lit(pen, bar, barWidth, '#ff3a2e');
      }
    },
    radius,
  );
}

export type Grille = {
  shape: Points;
  radius?: number;
  pattern: 'mesh' | 'bars' | 'uprights' | 'plain';
  /** Between the pattern's lines, metres. */
  pitch?: number;
  colour?: string;
  frame?: 'chrome' | 'gloss' | 'none';
  frameWidth?: number;
};

/** An opening with slats or a mesh within. */
export function grille(view: View, drawn: Grille) {
  const {
    shape,
    radius = 0.03,
    pattern,
    pitch = 0.035,
    colour = '#2b2f33',
    frame = 'gloss',
    frameWidth = 0.018,
  } = drawn;
  view.fill('opening', shape, radius);
  if (frame !== 'none') view.outline(frame, shape, frameWidth, radius);
  view.within(
    shape,
    (pen) => {
      const box = bounds(shape);
      pen.fillStyle = '#040405';
      pen.fillRect(-1, -1, 4, 4);
      pen.strokeStyle = colour;
      const rule = (x0: number, y0: number, x1: number, y1: number, width: number) => {
        pen.lineWidth = width;
        pen.beginPath();
        pen.moveTo(x0, y0);
        pen.lineTo(x1, y1);
        pen.stroke();
      };
      const tall = box.high - box.low;
      if (pattern === 'mesh')
        for (let at = box.left - tall; at < box.right + tall; at += pitch) {
          rule(at, box.low, at + tall * 0.6, box.high, pitch * 0.17);
          rule(at, box.low, at - tall * 0.6, box.high, pitch * 0.17);
        }
      if (pattern === 'bars')
        for (let y = box.high - pitch / 2; y > box.low; y -= pitch) {
          const shine = pen.createLinearGradient(0, y - pitch * 0.28, 0, y + pitch * 0.28);
          shine.addColorStop(0, '#060607');
          shine.addColorStop(0.75, colour);
          shine.addColorStop(1, '#0b0c0d');
          pen.fillStyle = shine;
          pen.fillRect(box.left, y - pitch * 0.28, box.right - box.left, pitch * 0.56);
        }
      if (pattern === 'uprights')
        for (let z = pitch / 2; z < box.right; z += pitch) {
          const shine = pen.createLinearGradient(z - pitch * 0.25, 0, z + pitch * 0.25, 0);
          shine.addColorStop(0, '#060607');
          shine.addColorStop(0.4, colour);
          shine.addColorStop(1, '#0b0c0d');
          pen.fillStyle = shine;
          pen.fillRect(z - pitch * 0.25, box.low, pitch * 0.5, tall);
        }
    },
    radius,
  );
}
