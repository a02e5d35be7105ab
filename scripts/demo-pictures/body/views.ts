import {
  CanvasTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  NoColorSpace,
  SRGBColorSpace,
  Vector4,
} from 'three';
import type { BodyDrawing } from './drawing.ts';
import { View, type Views } from './view.ts';

const ATLAS_WIDTH = 2048;
const MARGIN_M = 0.06;
/** How far round the corner front and rear are unrolled, metres from the middle. */
const UNROLLED_M = 1.6;
const HALF_PLAN_M = 1;

export type Atlas = {
  views: Views;
  /** Red glass, green trim (half gloss), red and green chrome, blue holes (with green without a lens, with red empty). */
  mask: CanvasTexture;
  /** Green height, level at half; red gaps. */
  relief: CanvasTexture;
  /** Colours of what lies within holes. */
  inner: CanvasTexture;
  /** Whether a channel of the mask has anything within some 2 cm of a place of a view. */
  near(channel: 'r' | 'b', view: keyof Views, across: number, up: number): boolean;
  /** Metres to texture coordinates: scale and offset of each view. */
  places: Record<keyof Views, Vector4>;
};

function context(width: number, height: number, fill: string): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const made = canvas.getContext('2d', { willReadFrequently: true });
  if (!made) throw new Error('The page has no 2D canvas.');
  made.fillStyle = fill;
  made.fillRect(0, 0, width, height);
  return made;
}

function texture(from: CanvasRenderingContext2D, colour: boolean): CanvasTexture {
  const made = new CanvasTexture(from.canvas);
  made.flipY = false;
  made.colorSpace = colour ? SRGBColorSpace : NoColorSpace;
  made.minFilter = LinearMipmapLinearFilter;
  made.magFilter = LinearFilter;
  made.anisotropy = 4;
  return made;
}

const COARSE = 8;

/** Reads a small copy of the mask. */
function finder(mask: CanvasRenderingContext2D, places: Atlas['places']): Atlas['near'] {
  const width = Math.ceil(mask.canvas.width / COARSE);
  const height = Math.ceil(mask.canvas.height / COARSE);
  const small = context(width, height, '#000');
  small.imageSmoothingQuality = 'high';
  small.drawImage(mask.canvas, 0, 0, width, height);
  const { data } = small.getImageData(0, 0, width, height);
  return (channel, view, across, up) => {
    const { x, y, z, w } = places[view];
    const column = Math.floor((across * x + z) * width);
    const row = Math.floor((up * y + w) * height);
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        if ((data[((row + dy) * width + column + dx) * 4 + (channel === 'r' ? 0 : 2)] ?? 0) > 2) return true;
    return false;
  };
}

/** Draws a body's masks. */
export function atlasOf(drawing: BodyDrawing): Atlas {
  const length = 2 * (drawing.reach + MARGIN_M);
  const tall = drawing.height + 2 * MARGIN_M;
  const sideScale = ATLAS_WIDTH / length;
  const sideHeight = Math.ceil(tall * sideScale);
  const planHeight = Math.ceil((HALF_PLAN_M + 2 * MARGIN_M) * sideScale);
  const endScale = ATLAS_WIDTH / 2 / UNROLLED_M;
  const endHeight = Math.ceil(tall * endScale);
  const total = sideHeight + planHeight + endHeight;
  const mask = context(ATLAS_WIDTH, total, '#000');
  const relief = context(ATLAS_WIDTH, total, '#008000');
  const inner = context(ATLAS_WIDTH, total, '#050506');
  const at = (
    x: number,
    y: number,
    width: number,
    height: number,
    left: number,
    low: number,
    scale: number,
  ) => ({
    rect: [x, y, width, height] as const,
    left,
    low,
    scale,
  });
  const frames = {
    side: at(0, 0, ATLAS_WIDTH, sideHeight, -drawing.reach - MARGIN_M, -MARGIN_M, sideScale),
    top: at(0, sideHeight, ATLAS_WIDTH, planHeight, -drawing.reach - MARGIN_M, -MARGIN_M, sideScale),
    front: at(0, sideHeight + planHeight, ATLAS_WIDTH / 2, endHeight, -MARGIN_M, -MARGIN_M, endScale),
    rear: at(
      ATLAS_WIDTH / 2,
      sideHeight + planHeight,
      ATLAS_WIDTH / 2,
      endHeight,
      -MARGIN_M,
      -MARGIN_M,
      endScale,
    ),
  };
  const layers = { mask, relief, inner };
  const views: Views = {
    side: new View(layers, frames.side),
    top: new View(layers, frames.top),
    front: new View(layers, frames.front),
    rear: new View(layers, frames.rear),
  };
  drawing.draw(views);
  const place = ({ rect: [x, y, , height], left, low, scale }: (typeof frames)['side']) =>
    new Vector4(
      scale / ATLAS_WIDTH,
      -scale / total,
      (x - left * scale) / ATLAS_WIDTH,
      (y + height + low * scale) / total,
    );
  const places = {
    side: place(frames.side),
    top: place(frames.top),
    front: place(frames.front),
    rear: place(frames.rear),
  };
  return {
    views,
    near: finder(mask, places),
    mask: texture(mask, false),
    relief: texture(relief, false),
    inner: texture(inner, true),
    places,
  };
}
