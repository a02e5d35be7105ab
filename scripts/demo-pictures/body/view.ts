import { type Points, pointsOf } from './line.ts';

export type Layers = Record<'mask' | 'relief' | 'inner', CanvasRenderingContext2D>;
export type Frame = {
  rect: readonly [x: number, y: number, width: number, height: number];
  /** Metres at the frame's left and lower edge. */
  left: number;
  low: number;
  /** Pixels for each metre. */
  scale: number;
};

const GLASS = '#ff0000';
const GLOSS = '#008000';
const TRIM = '#00ff00';
const CHROME = '#ffff00';
const LAMP = '#0000ff';
const OPENING = '#00ffff';
const VOID = '#ff00ff';
const PAINT = '#000000';
const KINDS = {
  glass: GLASS,
  gloss: GLOSS,
  trim: TRIM,
  chrome: CHROME,
  lamp: LAMP,
  opening: OPENING,
  void: VOID,
  paint: PAINT,
} as const;
/** Paint, window glass, black gloss and matt trim, chrome, a hole under a lamp's lens, one with a grille within, nothing at all. */
export type Kind = keyof typeof KINDS;

const GAP_M = 0.0055;

/**
 * One view of a body on canvases, drawn in metres. Points of a closed shape go round it; corners get `radius`
 * (one for all, or a third number of a point for that corner).
 */
export class View {
  readonly layers: Layers;
  readonly frame: Frame;

  constructor(layers: Layers, frame: Frame) {
    this.layers = layers;
    this.frame = frame;
  }

  /** Draws in metres, clipped to the view. */
  on(layer: keyof Layers, draw: (context: CanvasRenderingContext2D) => void) {
    const context = this.layers[layer];
    const { rect, left, low, scale } = this.frame;
    const [x, y, width, height] = rect;
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    context.setTransform(scale, 0, 0, -scale, x - left * scale, y + height + low * scale);
    context.lineJoin = 'round';
    context.lineCap = 'butt';
    draw(context);
    context.restore();
  }

  /** Fills a shape with a kind. */
  fill(kind: Kind, points: Points, radius = 0.02) {
    this.on('mask', (context) => {
      context.fillStyle = KINDS[kind];
      context.fill(closed(points, radius));
    });
  }

  /** Fills a circle with a kind. */
  disc(kind: Kind, x: number, y: number, radius: number) {
    this.on('mask', (context) => {
      context.fillStyle = KINDS[kind];
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
    });
  }

  /** Draws a line of a kind. */
  stroke(kind: Kind, points: Points, width: number, radius = 0.02) {
    this.on('mask', (context) => {
      context.strokeStyle = KINDS[kind];
      context.lineWidth = width;
      context.stroke(open(points, radius));
    });
  }

  /** Outlines a shape with a kind. */
  outline(kind: Kind, points: Points, width: number, radius = 0.02) {
    this.on('mask', (context) => {
      context.strokeStyle = KINDS[kind];
      context.lineWidth = width;
      context.stroke(closed(points, radius));
    });
  }

  /** A shut line: dark, with the panels' edges rolled in on both sides. */
  gap(points: Points, radius = 0.03, width = GAP_M) {
    this.on('relief', (context) => {
      const path = open(points, radius);
      const { scale } = this.frame;
      context.filter = `blur(${0.0022 * scale}px)`;
      context.strokeStyle = '#005c00';
      context.lineWidth = width * 2.2;
      context.stroke(path);
      context.filter = 'none';
      context.globalCompositeOperation = 'lighter';
      context.strokeStyle = '#ff0000';
      context.lineWidth = width;
      context.stroke(path);
    });
  }

  /**
   * Raises or sinks a panel.
   * @param height metres, from -0.005 to 0.01
   * @param soft how wide its edge is, metres
   */
  raise(points: Points, height: number, soft = 0.012, radius = 0.04) {
    const green = Math.round(128 + Math.max(-48, Math.min(127, (height / RELIEF_M) * 255)));
    this.on('relief', (context) => {
      context.filter = `blur(${(soft / 2) * this.frame.scale}px)`;
      context.fillStyle = `rgb(0 ${green} 0)`;
      context.fill(closed(points, radius));
      context.filter = 'none';
    });
  }

  /** Draws what lies within a hole: `draw` works in metres, clipped to the hole and a little around it. */
  within(points: Points, draw: (context: CanvasRenderingContext2D) => void, radius = 0.02) {
    this.on('inner', (context) => {
      const path = closed(points, radius);
      context.lineWidth = 0.08;
      context.strokeStyle = '#08090a';
      context.stroke(path);
      context.save();
      context.clip(path);
      draw(context);
      context.restore();
    });
  }
}

/** Height of the relief from black to white, metres. */
export const RELIEF_M = 0.03;

/** A path through corners, each rounded. */
function rounded(text: Points, radius: number, close: boolean): Path2D {
  const points = pointsOf(text);
  const path = new Path2D();
  const count = points.length;
  const at = (index: number): [number, number, number | undefined] => {
    const [x = 0, y = 0, own] = points[(index + count) % count] ?? [];
    return [x, y, own];
  };
  const [x0, y0] = at(0);
  const [x1, y1] = at(count - 1);
  if (close) path.moveTo((x0 + x1) / 2, (y0 + y1) / 2);
  else path.moveTo(x0, y0);
  for (let index = close ? 0 : 1; index < (close ? count : count - 1); index++) {
    const [x, y, own] = at(index);
    const [nx, ny] = at(index + 1);
    const [px, py] = at(index - 1);
    const room = Math.min(Math.hypot(nx - x, ny - y), Math.hypot(px - x, py - y)) / 2;
    const wanted = own ?? radius;
    const turn = Math.abs(Math.atan2(ny - y, nx - x) - Math.atan2(y - py, x - px));
    const angle = Math.min(turn, 2 * Math.PI - turn);
    const most = room / Math.max(0.01, Math.tan(Math.min(angle, 3) / 2));
    path.arcTo(x, y, nx, ny, Math.max(0.0001, Math.min(wanted, most)));
  }
  if (close) path.closePath();
  else path.lineTo(x1, y1);
  return path;
}
export const closed = (points: Points, radius: number) => rounded(points, radius, true);
export const open = (points: Points, radius: number) => rounded(points, radius, false);

/** The four views a body is drawn in: side by (x, y), front and rear by (distance from the middle, y), top by (x, z). */
export type Views = { side: View; front: View; rear: View; top: View };
