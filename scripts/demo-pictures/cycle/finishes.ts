import {
  DoubleSide,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  type MeshStandardMaterialParameters,
} from 'three';
import { displayFace, grain, plateFace, radiatorCore, type TreadName, treadTextures } from './textures.ts';

const metal = (
  color: string,
  roughness: number,
  metalness = 0.9,
  more: MeshStandardMaterialParameters = {},
) => new MeshStandardMaterial({ color, roughness, metalness, side: DoubleSide, ...more });

function make() {
  const skin = grain(2, 0.5, 7);
  skin.repeat.set(3, 3);
  return {
    /** Satin powder coat of frames, bars and brackets. */
    satinBlack: metal('#161719', 0.36, 0.4),
    /** Engine covers and wheels in black lacquer. */
    castBlack: metal('#232426', 0.38, 0.6),
    /** Crankcases: grey magnesium paint. */
    castGrey: metal('#74777b', 0.42, 0.8),
    castSilver: metal('#9a9ea2', 0.4, 0.85),
    gold: metal('#a97c32', 0.3, 0.95),
    bronze: metal('#6e4f2e', 0.38, 0.9),
    /** Stanchions: hard chrome. */
    stanchion: metal('#c4c9cd', 0.1, 1),
    bolt: metal('#8d9195', 0.32, 0.95),
    disc: metal('#a4a7aa', 0.3, 1),
    chain: metal('#5d5a52', 0.4, 0.9),
    /** Exhaust pipes, coloured by the heat along their length. */
    pipe: metal('#ffffff', 0.26, 1, { vertexColors: true }),
    titanium: metal('#7e7b78', 0.34, 1),
    spring: metal('#c9a21a', 0.4, 0.2),
    redAnodised: metal('#8e1512', 0.32, 0.85),
    hose: metal('#0b0b0c', 0.6, 0),
    grip: metal('#0c0c0d', 0.9, 0),
    seat: metal('#151516', 0.7, 0, { bumpMap: skin, bumpScale: 0.6, envMapIntensity: 0.7 }),
    brownSeat: metal('#4a2e1b', 0.6, 0, { bumpMap: skin, bumpScale: 0.6 }),
    radiator: metal('#ffffff', 0.5, 0.6, { map: radiatorCore() }),
    display: new MeshStandardMaterial({
      map: displayFace('0'),
      emissiveMap: displayFace('0'),
      emissive: '#ffffff',
      emissiveIntensity: 0.5,
      roughness: 0.1,
      side: DoubleSide,
    }),
    plate: new MeshStandardMaterial({ map: plateFace(), roughness: 0.5, side: DoubleSide }),
    mirrorGlass: metal('#cfd6db', 0.02, 1),
    smoke: new MeshPhysicalMaterial({
      color: '#0c0f12',
      roughness: 0.03,
      transparent: true,
      opacity: 0.55,
      clearcoat: 1,
      side: DoubleSide,
      depthWrite: false,
    }),
    clear: new MeshPhysicalMaterial({
      color: '#dfe8ee',
      roughness: 0.02,
      transparent: true,
      opacity: 0.16,
      clearcoat: 1,
      side: DoubleSide,
      depthWrite: false,
    }),
  };
}

export type Finishes = ReturnType<typeof make>;
let made: Finishes | undefined;

/** Materials of motorcycles besides the shared ones; textures need a page, so they are made when first asked for. */
export function finishes(): Finishes {
  made ??= make();
  return made;
}

const tyres = new Map<string, MeshStandardMaterial>();

/** Rubber with a tread, of so many pitches around. */
export function tyreRubber(tread: TreadName, pitches: number): MeshStandardMaterial {
  const key = `${tread} ${pitches}`;
  const rubber =
    tyres.get(key) ??
    new MeshStandardMaterial({
      ...treadTextures(tread, pitches),
      bumpScale: 3,
      roughness: 0.78,
      envMapIntensity: 0.6,
      side: DoubleSide,
    });
  tyres.set(key, rubber);
  return rubber;
}
