import { Mesh, PlaneGeometry } from 'three';
import { PLACES } from '../../outdoors/places.ts';
import { groundMaterial } from '../../rig/ground.ts';
import { chance, fbmAt } from '../../rig/noise.ts';
import { box, plain, row } from '../building.ts';
import { bushHills, range, terrain } from '../land.ts';
import { grove, gumTree } from '../plants.ts';
import type { PhotoScene } from '../scene.ts';
import { GRASSLAND, ROAD, sea } from '../surfaces.ts';
import { scatter, tuft } from '../tufts.ts';
import { dust, plainAt } from './yard.ts';

/** Roads run along x at y = 0 and are about 8 m wide; the land rises beside them. */
const beside = (rise: number, seed: number) => (x: number, z: number) => {
  const off = Math.max(0, Math.abs(z) - 5.2);
  const share = Math.min(1, off / 30);
  return -0.02 + share * share * rise * (fbmAt(x * 0.012 + seed, z * 0.012, 4) - 0.3);
};

function strewn(
  count: number,
  seed: number,
  from: number,
  to: number,
  near: number,
  far: number,
  small: number,
  large: number,
) {
  const random = chance(seed);
  return Array.from({ length: count }, (_, at) => {
    const z = (near + random() ** 2 * (far - near)) * (at % 2 === 0 ? 1 : -1);
    return [from + random() * (to - from), z, small + (large - small) * random()] as const;
  });
}

const golden = {
  ...PLACES.country.sky,
  sun: [-0.75, 0.2, -0.62] as const,
  zenith: '#3f6ea6',
  upper: '#8aa6c4',
  low: '#e3cdb0',
  horizon: '#ecd0a8',
  glow: '#ffcb84',
  halo: 0.85,
};
const straw = () =>
  tuft({
    blades: 40,
    height: 0.6,
    spread: 0.3,
    lean: 0.55,
    width: 0.006,
    root: '#5a4a20',
    tip: '#dcc07a',
    seed: 5,
  });

/** A hill road between gum trees: for motorcycles and cars on the move. */
const hillRoad: PhotoScene = {
  name: 'hill-road',
  size: [1920, 1080],
  sky: golden,
  sun: {
    from: [-0.8, 0.42, 0.45],
    colour: '#ffcf93',
    strength: 3.9,
    spread: 0.012,
    reach: 22,
    centre: [2, 0, 0],
  },
  skylight: { colour: '#cfdcee', strength: 0.85 },
  ambient: 0.9,
  haze: { distance: 1600, height: 260 },
  camera: {
    at: [-4.4, 0.95, 3.7],
    to: [0, 0.95, -0.9],
    lens: 30,
    shift: [0.34, -0.1],
    focus: 5.8,
    opening: 0.03,
  },
  probe: [-1, 1.1, 1],
  lampsOn: 0.8,
  film: { exposure: 0.2, warm: 0.6, cool: 0.4, vignette: 0.3, bloom: 0.5, contrast: 0.5 },
  build(set) {
    const land = beside(26, 3.3);
    set.add(terrain(1200, land, groundMaterial(GRASSLAND)));
    const road = new Mesh(new PlaneGeometry(500, 10.6), groundMaterial(ROAD));
    road.rotation.x = -Math.PI / 2;
    road.position.y = 0;
    set.add(road);
    set.add(scatter(straw(), strewn(1500, 4, -30, 60, 4.9, 24, 0.6, 1.4), 2, land));
    const trees = [
      gumTree({ seed: 5, height: 13 }),
      gumTree({ seed: 27, height: 15 }),
      gumTree({ seed: 33, height: 10 }),
    ];
    const random = chance(9);
    const spots = Array.from(
      { length: 46 },
      () =>
        [
          8 + random() * 130,
          (7.5 + random() ** 2 * 60) * (random() > 0.4 ? -1 : 1),
          0.8 + 0.5 * random(),
        ] as const,
    );
    set.add(grove(trees, [...spots, [-13, 9, 1], [3, -9, 1.1], [-20, 12, 1.2]], 5));
    set.add(
      range(
        { distance: 420, depth: 700, height: 240, from: -40, to: 150, seed: 5.6, rough: 0.8, flat: 0 },
        bushHills(),
      ),
    );
    set.add(
      range(
        { distance: 1500, depth: 1400, height: 560, from: -60, to: 160, seed: 9.1, rough: 0.8, flat: 0 },
        bushHills(),
      ),
    );
    const post = plain('#e8e6df', 0.6);
    set.add(row(14, (at) => box(post, -6 + at * 9, 0, -4.9, 0.1, 1.0, 0.05)));
  },
};

/** The inland highway: a truck comes out of a wide plain. */
const highway: PhotoScene = {
  ...hillRoad,
  name: 'yard-highway',
  size: [1600, 1067],
  sky: { ...golden, clouds: { ...golden.clouds, amount: 0.5, seed: 31.2 } },
  sun: { ...hillRoad.sun, reach: 30 },
  haze: { distance: 5200, height: 400 },
  camera: {
    at: [-19, 1.5, 8.2],
    to: [0, 2.3, -1.2],
    lens: 26,
    shift: [0.18, -0.12],
    focus: 19,
    opening: 0.03,
  },
  probe: [-5, 1.8, 3],
  build(set) {
    set.add(
      terrain(
        1400,
        plainAt,
        groundMaterial(GRASSLAND.replace('vec3(0.36, 0.28, 0.12)', 'vec3(0.40, 0.21, 0.10)')),
      ),
    );
    const road = new Mesh(new PlaneGeometry(900, 12), groundMaterial(ROAD));
    road.rotation.x = -Math.PI / 2;
    road.position.y = 0.02;
    set.add(road);
    set.add(scatter(straw(), strewn(1500, 14, -40, 60, 5.4, 40, 0.6, 1.5), 2, plainAt));
    const trees = [
      gumTree({ seed: 12, height: 7, density: 0.7 }),
      gumTree({ seed: 44, height: 6, density: 0.7 }),
    ];
    set.add(
      grove(
        trees,
        strewn(40, 3, 20, 260, 16, 160, 0.8, 1.4).map(([x, z, size]) => [x, z, size] as const),
        4,
      ),
    );
    set.add(
      range(
        { distance: 2600, depth: 1800, height: 520, from: -60, to: 160, seed: 4.2, rough: 1, flat: 0.4 },
        bushHills(),
      ),
    );
    set.add(dust(8, 22, 5, '#e0bd92', 0.1));
    const post = plain('#e8e6df', 0.6);
    set.add(row(16, (at) => box(post, -18 + at * 14, 0, -5.2, 0.1, 1.1, 0.05)));
  },
};

const duskSky = {
  ...golden,
  sun: [-0.5, 0.03, -0.86] as const,
  zenith: '#20365f',
  upper: '#4d6690',
  low: '#c79a86',
  horizon: '#e0a078',
  glow: '#ffb56c',
  strength: 0.7,
  clouds: { amount: 0.4, light: '#ffb890', dark: '#5f6280', stretch: 3.2, seed: 17.4 },
};

/** A coast road at dusk: the sea on the far side of a rail. */
const coastRoad: PhotoScene = {
  ...hillRoad,
  name: 'salon-coast',
  size: [1600, 1067],
  sky: duskSky,
  sun: { ...hillRoad.sun, from: [-0.85, 0.24, -0.1], colour: '#ffad74', strength: 2.6 },
  skylight: { colour: '#b9c4e0', strength: 0.7 },
  haze: { distance: 3600, height: 260 },
  camera: {
    at: [-7.6, 1.0, 6.0],
    to: [0.4, 1.0, -1],
    lens: 29,
    shift: [0.12, -0.06],
    focus: 9,
    opening: 0.025,
  },
  probe: [-1, 1.1, 2.4],
  lampsOn: 1,
  film: { exposure: 0.4, warm: 0.7, cool: 0.6, vignette: 0.35, bloom: 0.7, contrast: 0.55 },
  build(set) {
    const road = new Mesh(new PlaneGeometry(400, 11), groundMaterial(ROAD));
    road.rotation.x = -Math.PI / 2;
    set.add(road);
    const water = new Mesh(new PlaneGeometry(14000, 7000), groundMaterial(sea(-30)));
    water.rotation.x = -Math.PI / 2;
    water.position.set(0, -14, -3512);
    set.add(water);
    const slope = (x: number, z: number) =>
      z > -5.4
        ? z > 5
          ? (z - 5) * 0.3
          : -0.03
        : -0.03 + (z + 5.4) * (0.35 + 0.3 * fbmAt(x * 0.05, z * 0.05, 3));
    set.add(terrain(420, slope, groundMaterial(GRASSLAND)));
    set.add(scatter(straw(), strewn(1400, 8, -25, 70, 5.2, 14, 0.5, 1.2), 2, slope));
    const rail = plain('#b9bcbd', 0.4, 0.7);
    const post = plain('#8a8d8f', 0.5, 0.5);
    set.add(
      box(rail, -60, 0.5, -4.75, 220, 0.16, 0.05),
      box(rail, -60, 0.72, -4.76, 220, 0.05, 0.05),
      row(70, (at) => box(post, -60 + at * 3.2, 0, -4.85, 0.1, 0.8, 0.1)),
    );
    set.add(
      range(
        { distance: 1400, depth: 900, height: 420, from: 25, to: 120, seed: 12.3, rough: 0.8, flat: 0 },
        bushHills(),
      ),
    );
    set.add(
      range(
        { distance: 4200, depth: 1500, height: 620, from: 5, to: 90, seed: 22.3, rough: 0.8, flat: 0 },
        bushHills(),
      ),
    );
  },
};

/** A promenade by the sea, where a car is handed over. */
const promenade: PhotoScene = {
  ...coastRoad,
  name: 'metro-handover',
  sky: { ...golden, strength: 0.95, clouds: { ...golden.clouds, amount: 0.5 } },
  sun: { ...hillRoad.sun, from: [-0.7, 0.5, 0.6] },
  skylight: { colour: '#cfdcee', strength: 0.9 },
  lampsOn: 0.2,
  film: { exposure: 0.2, warm: 0.5, cool: 0.25, vignette: 0.22, bloom: 0.4, contrast: 0.45 },
};

/** Close to a wheel and a door at dusk. */
const detail: PhotoScene = {
  ...coastRoad,
  name: 'salon-detail',
  camera: { at: [-3.4, 0.75, 2.5], to: [-0.9, 0.62, 0.6], lens: 27, shift: [0, 0], focus: 3, opening: 0.03 },
};

export const ROAD_SCENES = [hillRoad, highway, coastRoad, promenade, detail] as const;
