import { CanvasTexture, RepeatWrapping, SRGBColorSpace, type Texture } from 'three';

type Draw = (pen: CanvasRenderingContext2D, width: number, height: number) => void;

/** A texture drawn in the page; of colours, or of plain values (bumps). */
export function drawn(width: number, height: number, colours: boolean, draw: Draw): Texture {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('The page has no canvas to draw textures on.');
  draw(pen, width, height);
  const texture = new CanvasTexture(canvas);
  if (colours) texture.colorSpace = SRGBColorSpace;
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.anisotropy = 8;
  return texture;
}

/** The same numbers between 0 and 1 each time. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

const strokes = (pen: CanvasRenderingContext2D, lines: readonly (readonly [number, number][])[]) => {
  for (const line of lines) {
    pen.beginPath();
    for (const [x, y] of line) pen.lineTo(x, y);
    pen.stroke();
  }
};

/** Both flanks of a tread of slanted grooves: u once around a pitch, v across from bead to bead. */
function roadTread(
  pen: CanvasRenderingContext2D,
  width: number,
  height: number,
  ground: string,
  groove: string,
) {
  pen.fillStyle = ground;
  pen.fillRect(0, 0, width, height);
  pen.strokeStyle = groove;
  pen.lineCap = 'round';
  for (const flip of [false, true]) {
    const y = (share: number) => (flip ? 1 - share : share) * height;
    const shift = flip ? 0.5 : 0;
    for (const turn of [-1, 0, 1]) {
      const x = (share: number) => (share + shift + turn) * width;
      pen.lineWidth = 13;
      strokes(pen, [
        [
          [x(0.05), y(0.47)],
          [x(0.28), y(0.36)],
          [x(0.42), y(0.24)],
        ],
        [
          [x(0.52), y(0.4)],
          [x(0.78), y(0.29)],
          [x(0.86), y(0.22)],
        ],
      ]);
      pen.lineWidth = 8;
      strokes(pen, [
        [
          [x(0.62), y(0.27)],
          [x(0.72), y(0.2)],
        ],
      ]);
    }
    pen.lineWidth = 2;
    for (const share of [0.1, 0.115, 0.155])
      strokes(pen, [
        [
          [0, y(share)],
          [width, y(share)],
        ],
      ]);
    pen.lineWidth = 3;
    for (let at = 0; at < 12; at++) {
      const x = (at / 12) * width;
      strokes(pen, [
        [
          [x, y(0.12)],
          [x + 6, y(0.15)],
        ],
      ]);
    }
  }
}

/** Blocks of an adventure tyre. */
function blockTread(
  pen: CanvasRenderingContext2D,
  width: number,
  height: number,
  ground: string,
  groove: string,
) {
  pen.fillStyle = groove;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = ground;
  pen.fillRect(0, 0, width, height * 0.2);
  pen.fillRect(0, height * 0.8, width, height);
  const blocks = (x: number, y: number, w: number, h: number, lean: number) => {
    for (const turn of [-1, 0, 1]) {
      const left = (x + turn) * width;
      pen.beginPath();
      pen.moveTo(left + lean * width, y * height);
      pen.lineTo(left + (w + lean) * width, y * height);
      pen.lineTo(left + w * width, (y + h) * height);
      pen.lineTo(left, (y + h) * height);
      pen.fill();
    }
  };
  for (const at of [0, 0.5]) {
    blocks(at + 0.02, 0.385, 0.4, 0.1, 0.08);
    blocks(at + 0.2, 0.515, 0.4, 0.1, -0.08);
    blocks(at + 0.1, 0.23, 0.36, 0.12, 0.1);
    blocks(at + 0.1, 0.65, 0.36, 0.12, -0.1);
    blocks(at + 0.3, 0.17, 0.3, 0.06, 0);
    blocks(at + 0.3, 0.77, 0.3, 0.06, 0);
  }
}

const TREADS = { road: roadTread, blocks: blockTread } as const;
export type TreadName = keyof typeof TREADS;

export function treadTextures(name: TreadName, pitches: number): { map: Texture; bumpMap: Texture } {
  const map = drawn(256, 512, true, (pen, width, height) =>
    TREADS[name](pen, width, height, '#232325', '#070708'),
  );
  const bumpMap = drawn(256, 512, false, (pen, width, height) =>
    TREADS[name](pen, width, height, '#ffffff', '#000000'),
  );
  for (const texture of [map, bumpMap]) texture.repeat.set(pitches, 1);
  return { map, bumpMap };
}

/** Vinyl of a seat, or the skin of a casting: fine speckle. */
export const grain = (size: number, contrast: number, seed: number): Texture =>
  drawn(256, 256, false, (pen, width, height) => {
    const random = seeded(seed);
    pen.fillStyle = '#808080';
    pen.fillRect(0, 0, width, height);
    for (let at = 0; at < 9000; at++) {
      const light = Math.round(128 + (random() - 0.5) * 255 * contrast);
      pen.fillStyle = `rgb(${light},${light},${light})`;
      pen.fillRect(random() * width, random() * height, size * (0.5 + random()), size * (0.5 + random()));
    }
  });

/** The core of a radiator: flat tubes with folded fins between. */
export const radiatorCore = (): Texture =>
  drawn(512, 512, true, (pen, width, height) => {
    pen.fillStyle = '#060607';
    pen.fillRect(0, 0, width, height);
    const rows = 22;
    for (let row = 0; row < rows; row++) {
      const y = (row / rows) * height;
      pen.strokeStyle = '#4a4e52';
      pen.lineWidth = 2;
      pen.beginPath();
      for (let x = 0; x <= width; x += 5) pen.lineTo(x, y + (x % 10 === 0 ? 5 : 20));
      pen.stroke();
      pen.fillStyle = '#6b7075';
      pen.fillRect(0, y, width, 4);
    }
  });

/** What a round or oblong display shows: speed, a band of engine revolutions, small figures. */
export const displayFace = (speed: string): Texture =>
  drawn(512, 320, true, (pen, width, height) => {
    pen.fillStyle = '#05080c';
    pen.fillRect(0, 0, width, height);
    for (let at = 0; at < 30; at++) {
      pen.fillStyle = at < 9 ? '#e8f2ff' : at > 24 ? '#a02020' : '#2c3a48';
      pen.fillRect(24 + at * 15.6, 30 + (30 - at) * 0.9, 12, 44 - (30 - at) * 0.9);
    }
    pen.fillStyle = '#f2f6fa';
    pen.textAlign = 'center';
    pen.font = 'bold 130px sans-serif';
    pen.fillText(speed, width * 0.5, 220);
    pen.font = '28px sans-serif';
    pen.fillStyle = '#9fb4c8';
    pen.fillText('km/h', width * 0.5, 260);
    pen.fillText('ROAD', width * 0.15, 290);
    pen.fillText('12 480 km', width * 0.82, 290);
    pen.font = 'bold 90px sans-serif';
    pen.fillStyle = '#53c26b';
    pen.fillText('N', width * 0.85, 190);
  });

/** A number plate of a motorcycle, two rows. */
export const plateFace = (): Texture =>
  drawn(512, 400, true, (pen, width, height) => {
    pen.fillStyle = '#efede4';
    pen.fillRect(0, 0, width, height);
    pen.strokeStyle = '#22252a';
    pen.lineWidth = 8;
    pen.strokeRect(12, 12, width - 24, height - 24);
    pen.fillStyle = '#15171a';
    pen.textAlign = 'center';
    pen.font = 'bold 170px sans-serif';
    pen.fillText('DE', width / 2, 182);
    pen.fillText('MO', width / 2, 350);
  });
