import sharp from 'sharp';
import { xmlText } from '#src/platform/text/xml.ts';
import { DELIVERED, readLocalities } from '../../make-postcodes.ts';

/** Where the demo serves pictures of its map, in place of a map service. */
export const TILES_PATH = '/tiles';

/** Size of a tile on a page; its picture has twice as many pixels. */
const TILE = 256;
const MAX_ZOOM = 19;
/** Room for the name of a place: of several in one, the best known is written. */
const CELL = { width: 116, height: 34 };
const RADIANS = Math.PI / 180;

type Place = { name: string; x: number; y: number; rank: number };

/** Rounder postcodes are those of larger towns: 4000 is Brisbane, 4350 Toowoomba. */
const rankOf = (postcode: string): number => /0*$/.exec(postcode)?.[0].length ?? 0;

/** Position on the map of the world, each axis from 0 to 1, in the projection of tiles. */
const project = (lat: number, long: number) => ({
  x: (long + 180) / 360,
  y: (1 - Math.asinh(Math.tan(lat * RADIANS)) / Math.PI) / 2,
});

const written = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/(^|[\s'-])(\w)/g, (_, before: string, letter: string) => before + letter.toUpperCase());

function readPlaces(): Place[] {
  return readLocalities()
    .filter(({ type, Lat_precise }) => type === DELIVERED && Lat_precise < 0)
    .map(({ locality, postcode, Lat_precise, Long_precise }) => ({
      name: written(locality),
      rank: rankOf(postcode),
      ...project(Lat_precise, Long_precise),
    }))
    .sort((a, b) => b.rank - a.rank || (a.name < b.name ? -1 : 1));
}

let places: Place[] | undefined;
const byZoom = new Map<number, Place[]>();

/** Places with room for their names at a zoom, in pixels of the whole map. */
function placesAt(zoom: number): Place[] {
  places ??= readPlaces();
  const shown = byZoom.get(zoom) ?? [];
  if (!byZoom.has(zoom)) {
    const scale = TILE * 2 ** zoom;
    const taken = new Set<string>();
    for (const place of places) {
      const at = { ...place, x: place.x * scale, y: place.y * scale };
      const cell = `${Math.floor(at.x / CELL.width)} ${Math.floor(at.y / CELL.height)}`;
      if (taken.has(cell)) continue;
      taken.add(cell);
      shown.push(at);
    }
    byZoom.set(zoom, shown);
  }
  return shown;
}

const ADDRESS = new RegExp(`^${TILES_PATH}/(\\d{1,2})/(\\d{1,7})/(\\d{1,7})\\.png$`);

/**
 * The picture of a tile: names of towns and suburbs where they are. Streets would be invented, so there are none.
 * @returns undefined if the path is no tile
 */
export async function placeTile(path: string): Promise<Buffer | undefined> {
  const [zoom = -1, column = 0, row = 0] = (ADDRESS.exec(path) ?? []).slice(1).map(Number);
  if (zoom < 0 || zoom > MAX_ZOOM || Math.max(column, row) >= 2 ** zoom) return undefined;
  const [left, top] = [column * TILE, row * TILE];
  const near = placesAt(zoom).filter(
    ({ x, y }) =>
      Math.abs(x - left - TILE / 2) < TILE / 2 + CELL.width &&
      Math.abs(y - top - TILE / 2) < TILE / 2 + CELL.height,
  );
  const names = near.map(
    ({ name, x, y }) =>
      `<circle cx="${(x - left).toFixed(1)}" cy="${(y - top).toFixed(1)}" r="2"/><text x="${(x - left).toFixed(1)}" y="${(y - top + 13).toFixed(1)}">${xmlText(name)}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${TILE} ${TILE}" width="${TILE * 2}" height="${TILE * 2}">
<rect width="${TILE}" height="${TILE}" fill="#eef1ea"/>
<g font-family="DejaVu Sans, Arial, sans-serif" font-size="11" text-anchor="middle" fill="#4a5a52">${names.join('')}</g></svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
}
