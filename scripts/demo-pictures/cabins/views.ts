import type { Group } from 'three';
import { Mesh, PlaneGeometry } from 'three';
import { backdropWall } from '../outdoors/backdrop.ts';
import { PLACES, type PlaceName } from '../outdoors/places.ts';
import { groundMaterial } from '../rig/ground.ts';
import type { PhotoScene, Place3 } from '../scenes/scene.ts';
import { bikeCockpit } from './bike-cockpit.ts';
import { type CabinLook, carCabin } from './car-cabin.ts';
import { caravanCabin } from './caravan-cabin.ts';
import { vanCabin } from './van-cabin.ts';

const FLOOR_M = 0.38;

/** What every picture of an interior shares: a place outside, sun through the glass, the sky's light shaded by the roof. */
export function cabinScene(
  name: string,
  place: PlaceName,
  build: (set: Group) => void,
  camera: { at: Place3; to: Place3; lens: number },
  change: Partial<PhotoScene> = {},
): PhotoScene {
  const { sky, ground, sun, backdrop } = PLACES[place];
  return {
    name,
    size: [1280, 853],
    sky,
    sun: {
      from: [0.62, 0.62, 0.5],
      colour: sun.colour,
      strength: 4.2,
      spread: 0.02,
      reach: 2.6,
      centre: [0, 0.6, 0],
    },
    skylight: { colour: '#f1f1ee', strength: 1.6 },
    ambient: 0.85,
    haze: { distance: 5000, height: 200 },
    camera: { ...camera, focus: 1.1, opening: 0.004 },
    probe: [0.05, 0.95, 0],
    film: { exposure: 0.75, warm: 0.3, cool: 0.15, vignette: 0.25, bloom: 0.55, contrast: 0.35 },
    build(set) {
      build(set);
      const wall = backdropWall({ ...backdrop, light: backdrop.light * 1.15 });
      wall.position.y -= FLOOR_M;
      wall.rotation.y = (140 * Math.PI) / 180;
      const floor = new Mesh(new PlaneGeometry(200, 200), groundMaterial(ground));
      floor.rotation.x = -Math.PI / 2;
      floor.position.y = -FLOOR_M;
      set.add(wall, floor);
    },
    ...change,
  };
}

const MODERN: CabinLook = {
  style: 'twin',
  hide: '#1d1e20',
  insert: '#26282b',
  upper: '#1b1c1e',
  lower: '#1c1d1f',
  thread: '#c9c2b4',
  strip: 'brushed',
  paint: '#123f86',
  roof: 1.2,
  half: 0.74,
};
const RUGGED: CabinLook = {
  ...MODERN,
  style: 'rugged',
  hide: '#26272a',
  insert: '#2f3133',
  thread: '#d2762a',
  strip: 'grey',
  paint: '#8a8672',
  roof: 1.26,
  half: 0.76,
};
const PRESTIGE: CabinLook = {
  ...MODERN,
  style: 'classic',
  hide: '#8a5a34',
  insert: '#94623a',
  upper: '#231a15',
  lower: '#3a2a20',
  thread: '#e6d3b4',
  strip: 'walnut',
  paint: '#0b0c0e',
  roof: 1.18,
  half: 0.78,
};
const LIGHT: CabinLook = {
  ...MODERN,
  hide: '#a9a196',
  insert: '#b5ada2',
  lower: '#3b3a38',
  thread: '#6f675c',
  strip: 'black',
  paint: '#eef0f0',
};

const TRUCK: CabinLook = {
  ...RUGGED,
  hide: '#34373b',
  insert: '#3d4146',
  lower: '#2a2c2f',
  thread: '#8f979e',
  roof: 1.42,
  half: 0.98,
  rear: false,
  wheel: 0.225,
};

const DASH = { at: [-0.52, 1.02, 0.0], to: [0.8, 0.6, 0.06], lens: 54 } as const;

/** Lit by its own lamps: the roof shades the sun. */
const LAMPLIT: Partial<PhotoScene> = {
  sun: {
    from: [0.1, 1, 0.12],
    colour: '#fff1dc',
    strength: 0.5,
    spread: 0.5,
    reach: 3.6,
    centre: [0, 0.8, 0],
  },
  skylight: { colour: '#fff4e4', strength: 1.2 },
  ambient: 1.15,
  film: { exposure: 0.35, warm: 0.35, cool: 0.1, vignette: 0.22, bloom: 0.55, contrast: 0.35 },
};
const PANORAMA: Partial<PhotoScene> = { size: [4096, 2048], panorama: true };
const INSIDE_CAR = { at: [0.02, 0.93, 0.0], to: [1, 0.9, 0], lens: 90 } as const;

export const CAR_CABINS: readonly PhotoScene[] = [
  cabinScene('cabin-modern', 'coast', (set) => set.add(carCabin(MODERN)), DASH),
  cabinScene('cabin-rugged', 'country', (set) => set.add(carCabin(RUGGED)), DASH),
  cabinScene('cabin-prestige', 'coast', (set) => set.add(carCabin(PRESTIGE)), DASH),
  cabinScene('cabin-light', 'forecourt', (set) => set.add(carCabin(LIGHT)), DASH),
  cabinScene(
    'cabin-rear',
    'coast',
    (set) => set.add(carCabin(LIGHT)),
    { at: [-0.58, 1.06, 0.02], to: [-1.4, 0.5, -0.02], lens: 74 },
    {
      sun: {
        from: [0.2, 0.6, 0.75],
        colour: '#ffe2b8',
        strength: 4,
        spread: 0.02,
        reach: 2.6,
        centre: [-0.6, 0.6, 0],
      },
      probe: [-0.7, 0.95, 0],
      film: { exposure: 1.15, warm: 0.3, cool: 0.15, vignette: 0.22, bloom: 0.5, contrast: 0.35 },
    },
  ),
  cabinScene('truck-cab', 'country', (set) => set.add(carCabin(TRUCK)), {
    at: [-0.6, 1.12, 0.02],
    to: [0.8, 0.66, 0.12],
    lens: 60,
  }),
  cabinScene(
    'bike-cockpit',
    'country',
    (set) => {
      const bike = bikeCockpit('#d2560f');
      bike.position.y = 0.72;
      set.add(bike);
    },
    { at: [-0.62, 1.25, 0], to: [0.34, 0.76, 0], lens: 54 },
    {
      probe: [-0.2, 1.1, 0],
      film: { exposure: 0.2, warm: 0.35, cool: 0.2, vignette: 0.25, bloom: 0.4, contrast: 0.45 },
    },
  ),
  cabinScene(
    'caravan-inside',
    'country',
    (set) => set.add(caravanCabin()),
    { at: [-2.05, 1.42, 0.12], to: [1.4, 0.86, -0.06], lens: 58 },
    { ...LAMPLIT, probe: [-0.4, 1.3, 0.1] },
  ),
  cabinScene(
    'caravan-kitchen',
    'country',
    (set) => set.add(caravanCabin()),
    { at: [0.85, 1.4, 0.35], to: [-1.3, 0.88, -0.5], lens: 60 },
    { ...LAMPLIT, probe: [-0.4, 1.3, 0.1] },
  ),
  cabinScene(
    'van-load',
    'forecourt',
    (set) => set.add(vanCabin()),
    { at: [-2.5, 1.12, 0.1], to: [0.6, 0.78, 0], lens: 52 },
    { ...LAMPLIT, probe: [-0.3, 1, 0] },
  ),
  cabinScene('pano-car', 'coast', (set) => set.add(carCabin(MODERN)), INSIDE_CAR, PANORAMA),
  cabinScene(
    'pano-caravan',
    'country',
    (set) => set.add(caravanCabin()),
    { at: [0.1, 1.35, 0.05], to: [1, 1.35, 0], lens: 90 },
    { ...LAMPLIT, ...PANORAMA, probe: [-0.4, 1.3, 0.1] },
  ),
];
