import {
  CanvasTexture,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  RepeatWrapping,
  SRGBColorSpace,
} from 'three';

type Draw = (pen: CanvasRenderingContext2D, width: number, height: number) => void;

/** A texture drawn once. */
export function drawn(width: number, height: number, draw: Draw, colour = true): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser draws no canvas.');
  draw(pen, width, height);
  const texture = new CanvasTexture(canvas);
  texture.anisotropy = 4;
  if (colour) texture.colorSpace = SRGBColorSpace;
  return texture;
}

/** A texture that repeats every so many metres of a panel's coordinates. */
function repeated(texture: CanvasTexture, metres: number, metresHigh = metres): CanvasTexture {
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.repeat.set(1 / metres, 1 / metresHigh);
  return texture;
}

/** Makes a material the first time it is asked for. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Aluminium rolled with raised bars, for skirts and boxes of trailers. */
export const checkerPlate = once(() => {
  const relief = drawn(
    128,
    128,
    (pen, width, height) => {
      pen.fillStyle = '#000';
      pen.fillRect(0, 0, width, height);
      pen.lineCap = 'round';
      for (const [x, y, turn] of [
        [32, 32, 1],
        [96, 32, -1],
        [32, 96, -1],
        [96, 96, 1],
      ] as const) {
        for (const [line, tone] of [
          [17, '#777'],
          [11, '#fff'],
        ] as const) {
          pen.strokeStyle = tone;
          pen.lineWidth = line;
          pen.beginPath();
          pen.moveTo(x - 19, y - 19 * turn);
          pen.lineTo(x + 19, y + 19 * turn);
          pen.stroke();
        }
      }
    },
    false,
  );
  return new MeshStandardMaterial({
    color: '#a7abae',
    metalness: 0.9,
    roughness: 0.36,
    side: 2,
    bumpMap: repeated(relief, 0.06),
    bumpScale: 3,
  });
});

/** Fine mesh behind grilles. */
export const mesh = once(
  () =>
    new MeshStandardMaterial({
      metalness: 0.4,
      roughness: 0.5,
      side: 2,
      map: repeated(
        drawn(64, 64, (pen) => {
          pen.fillStyle = '#030303';
          pen.fillRect(0, 0, 64, 64);
          pen.strokeStyle = '#2c2e31';
          pen.lineWidth = 9;
          pen.strokeRect(0, 0, 64, 64);
        }),
        0.05,
        0.035,
      ),
    }),
);

/** Woven plastic sheet of curtain sides and tents, in a colour. */
export const sheet = (colour: string): MeshStandardMaterial =>
  new MeshStandardMaterial({ color: colour, roughness: 0.55, metalness: 0, side: 2, envMapIntensity: 0.85 });

/** Clear plastic over lamps. */
export const lens = once(
  () =>
    new MeshPhysicalMaterial({
      color: '#05070a',
      roughness: 0.03,
      clearcoat: 1,
      transparent: true,
      opacity: 0.22,
      depthWrite: false,
      side: 2,
    }),
);

/** Glass that stands in shade or leans back under the sky: it mirrors less of the lamps above. */
export const calmGlass = once(
  () =>
    new MeshPhysicalMaterial({
      color: '#0b1013',
      roughness: 0.03,
      specularIntensity: 0.6,
      clearcoat: 0.25,
      clearcoatRoughness: 0.02,
      transparent: true,
      opacity: 0.66,
      depthWrite: false,
      side: 2,
    }),
);

/** Bars of red and white that shine back, for rears; `second` is white or yellow. */
export const markerTape = once(
  () =>
    new MeshStandardMaterial({
      roughness: 0.4,
      side: 2,
      map: repeated(
        drawn(128, 16, (pen) => {
          pen.fillStyle = '#e7e6e0';
          pen.fillRect(0, 0, 128, 16);
          pen.fillStyle = '#a01317';
          pen.fillRect(0, 0, 64, 16);
        }),
        0.5,
      ),
    }),
);

/** Chevrons of the boards at the rear of a long vehicle. */
export const chevrons = once(
  () =>
    new MeshStandardMaterial({
      roughness: 0.45,
      side: 2,
      map: repeated(
        drawn(128, 128, (pen) => {
          pen.fillStyle = '#e8c21a';
          pen.fillRect(0, 0, 128, 128);
          pen.fillStyle = '#a11216';
          for (const x of [-128, 0, 128]) {
            pen.beginPath();
            pen.moveTo(x, 128);
            pen.lineTo(x + 64, 128);
            pen.lineTo(x + 192, 0);
            pen.lineTo(x + 128, 0);
            pen.fill();
          }
        }),
        0.3,
      ),
    }),
);

const PLATE_TEXT = 'DEMO 26';

/** The face of a number plate; its texture covers u and v from 0 to 1. */
export const plateFace = once(
  () =>
    new MeshStandardMaterial({
      roughness: 0.5,
      map: drawn(372, 134, (pen, width, height) => {
        pen.fillStyle = '#efede3';
        pen.fillRect(0, 0, width, height);
        pen.strokeStyle = '#16181b';
        pen.lineWidth = 5;
        pen.strokeRect(7, 7, width - 14, height - 14);
        pen.fillStyle = '#14161a';
        pen.font = '700 84px "Arial Narrow", "Liberation Sans Narrow", Arial, sans-serif';
        pen.textAlign = 'center';
        pen.textBaseline = 'middle';
        pen.fillText(PLATE_TEXT, width / 2, height / 2 + 5, width - 40);
      }),
    }),
);
