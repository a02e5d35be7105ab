import { GROUND_Y, PICTURE, type Place, place, type StudioName, showroom, studio } from './backdrops.ts';
import { drawCabin } from './cabins.ts';
import { caravanAxles, caravanDefs, caravanLength, drawCaravan, isCaravan } from './caravan.ts';
import { drawFront, drawRear, elevationOf } from './elevation.ts';
import {
  drawMotorcycle,
  isMotorcycle,
  motorcycleAxles,
  motorcycleDefs,
  motorcycleLength,
} from './motorcycle.ts';
import { PROFILES, WIDTHS } from './profiles.data.ts';
import type { Paint, Shape } from './shapes.ts';
import { axles, drawSide, drawSilhouette, groundShadow, sideDefs } from './side.ts';
import type { Cabin, CabinView, OutsideView } from './views.ts';

/** Largest share of the picture a vehicle takes, and pixels of a millimetre of a car. */
const WIDEST_PX = 1120;
const TALLEST_PX = 500;
const PX_PER_MM = 0.228;
const ELEVATION_PX_PER_MM = 0.31;

/** A vehicle's side, ready to be placed on a backdrop. */
type Side = {
  length: number;
  height: number;
  defs: string;
  drawing: string;
  /** What the floor reflects of it. */
  reflection: string;
  /** Centre of a wheel worth a closer look, and of the lamps, in mm. */
  wheelAt: readonly [number, number];
  lampAt: readonly [number, number];
};

function sideOf(shape: Shape, paint: Paint): Side {
  if (isMotorcycle(shape)) {
    const [front, rear, radius] = motorcycleAxles(shape);
    const length = motorcycleLength(shape);
    return {
      length,
      height: 1300,
      defs: motorcycleDefs(paint),
      drawing: groundShadow(length, [front, rear], radius) + drawMotorcycle(shape, paint),
      reflection: drawMotorcycle(shape, paint),
      wheelAt: [rear, radius],
      lampAt: [780, 860],
    };
  }
  if (isCaravan(shape)) {
    const [front, rear, radius] = caravanAxles(shape);
    const length = caravanLength(shape);
    return {
      length,
      height: 3000,
      defs: caravanDefs(paint),
      drawing: groundShadow(length, [front, rear], radius) + drawCaravan(shape),
      reflection: drawCaravan(shape),
      wheelAt: [front, radius],
      lampAt: [1000, 800],
    };
  }
  const profile = PROFILES[shape];
  return {
    length: profile.length,
    height: profile.height,
    defs: sideDefs(profile, paint),
    drawing: groundShadow(profile.length, axles(profile), profile.wheelRadius) + drawSide(profile, paint),
    reflection: profile.load && profile.load !== 'tub' ? drawSide(profile, paint) : drawSilhouette(profile),
    wheelAt: [profile.overhang, profile.wheelRadius],
    lampAt: [430, Math.max(...profile.headlamp.map(([, y]) => y)) - 130],
  };
}

const scaleOf = ({ length, height }: Side, small: boolean) =>
  Math.min(small ? 0.4 : PX_PER_MM, WIDEST_PX / length, TALLEST_PX / height);

const frame = (content: string, viewBox = `0 0 ${PICTURE.width} ${PICTURE.height}`) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}" viewBox="${viewBox}">${content}</svg>`;

const standing = (side: Side, small: boolean, mirrored = false) => {
  const scale = scaleOf(side, small);
  const left = (PICTURE.width - side.length * scale) / 2;
  const x = mirrored ? PICTURE.width - left : left;
  return `translate(${x.toFixed(1)} ${GROUND_Y}) scale(${mirrored ? -scale : scale} ${scale})`;
};

const studioFor = (paint: Paint): StudioName =>
  paint === 'white' || paint === 'silver' ? 'dusk' : paint === 'bronze' || paint === 'black' ? 'sand' : 'day';

const PLACES: Partial<Record<Shape, Place>> = {
  '4x4': 'outback',
  ute: 'outback',
  largeute: 'ranges',
  adventure: 'ranges',
  caravan: 'coast',
  camper: 'coast',
  campertrailer: 'ranges',
  motorhome: 'ranges',
  convertible: 'coast',
  hatch: 'city',
  micro: 'lane',
  sedan: 'lane',
  largesedan: 'city',
  van: 'city',
  truck: 'outback',
  cabchassis: 'ranges',
  cruiser: 'outback',
  naked: 'city',
  sportbike: 'coast',
  peoplemover: 'lane',
  bus: 'lane',
  smallsuv: 'lane',
  wagon: 'ranges',
  largesuv: 'ranges',
};

/** Closer than the whole vehicle, in the picture's own shape. */
function closeUp(side: Side, small: boolean, [x, y]: readonly [number, number], width: number): string {
  const scale = scaleOf(side, small);
  const left = (PICTURE.width - side.length * scale) / 2;
  const across = width * scale;
  const down = (across * PICTURE.height) / PICTURE.width;
  const leftEdge = Math.max(0, left + x * scale - across / 2);
  return `${leftEdge.toFixed(1)} ${(GROUND_Y - y * scale - down / 2).toFixed(1)} ${across.toFixed(1)} ${down.toFixed(1)}`;
}

/** One picture of the outside as SVG of 1280 x 853. */
export function drawOutside(shape: Shape, paint: Paint, view: OutsideView): string {
  if (view === 'front' || view === 'rear') return drawAlong(shape, paint, view);
  const side = sideOf(shape, paint);
  const small = isMotorcycle(shape);
  const drawn = (mirrored: boolean) =>
    `<defs>${side.defs}</defs><g transform="${standing(side, small, mirrored)}">${side.drawing}</g>`;
  if (view === 'road') return frame(place(PLACES[shape] ?? 'coast') + drawn(true));
  if (view === 'side') {
    const reflection = `<g transform="translate(0 ${GROUND_Y * 2}) scale(1 -1)" opacity="0.13"><g transform="${standing(side, small)}">${side.reflection}</g></g>`;
    return frame(
      `${studio(studioFor(paint))}<defs>${side.defs}</defs>${reflection}<g transform="${standing(side, small)}">${side.drawing}</g>`,
    );
  }
  const box =
    view === 'wheel'
      ? closeUp(side, small, [side.wheelAt[0] + 120, side.wheelAt[1] + 130], small ? 1150 : 1750)
      : closeUp(side, small, side.lampAt, small ? 1000 : 1350);
  return frame(`${studio(view === 'wheel' ? 'dusk' : 'day')}${drawn(false)}`, box);
}

function drawAlong(shape: Shape, paint: Paint, view: 'front' | 'rear'): string {
  if (isMotorcycle(shape) || isCaravan(shape)) throw new RangeError(`No ${view} view of a ${shape}.`);
  const profile = PROFILES[shape];
  const elevation = elevationOf(profile, WIDTHS[shape]);
  const scale = Math.min(ELEVATION_PX_PER_MM, 590 / elevation.height);
  const room = view === 'front' ? showroom('#c4ccd3', '#dfe4e8') : showroom('#b7a58c', '#e9e2d6');
  const drawing = view === 'front' ? drawFront(elevation, paint) : drawRear(elevation, paint);
  return frame(
    `${room}<defs>${sideDefs(profile, paint)}</defs><g transform="translate(640 736) scale(${scale.toFixed(4)})">${drawing}</g>`,
  );
}

/** One picture of the inside as SVG of 1280 x 853. */
export const drawInside = (cabin: Cabin, view: CabinView): string => frame(drawCabin(cabin, view));
