import type { HotspotPosition, Vehicle, VehicleImage } from './vehicle.ts';

/** VDP-03: fewer pictures are no turn around a vehicle. */
export const FEWEST_FRAMES = 8;

/** Frames of the sheet that lets a spin turn early; 24 small ones stay below 100 KB. */
const MOST_COARSE_FRAMES = 24;
export const SHEET_COLUMNS = 6;
/** Of one frame of the sheet, pixels. */
export const SHEET_FRAME = { width: 360, height: 240 } as const;

/** Pictures all around the vehicle; empty where it has no spin. */
export const spinFrames = ({ spin_images = [] }: Pick<Vehicle, 'spin_images'>): readonly VehicleImage[] =>
  spin_images.length >= FEWEST_FRAMES ? spin_images : [];

/** The frames in the sheet, evenly spread, the first included. */
export function coarseFrames(count: number): number[] {
  const coarse = Math.min(count, MOST_COARSE_FRAMES);
  return Array.from({ length: coarse }, (_, at) => Math.floor((at * count) / coarse));
}

const CIRCLE = 360;
/** A hotspot known from one angle is seen this far to either side of it, degrees. */
const SEEN_AROUND = 25;

/** From one angle on to another, degrees in 0 to 360. */
const turn = (from: number, to: number): number => (((to - from) % CIRCLE) + CIRCLE) % CIRCLE;

/**
 * VDP-05: where a hotspot is seen from an angle, per cent of the picture: between two angles it is known from, no
 * further apart than a third of the circle, it moves evenly; beside the outermost it stays a little; else it is
 * hidden.
 */
export function hotspotPlace(
  positions: readonly HotspotPosition[],
  angle: number,
): { x: number; y: number } | undefined {
  const [first] = positions;
  if (!first) return undefined;
  const before = positions.reduce((best, each) =>
    turn(each.activeAngle, angle) < turn(best.activeAngle, angle) ? each : best,
  );
  const after = positions.reduce((best, each) =>
    turn(angle, each.activeAngle) < turn(angle, best.activeAngle) ? each : best,
  );
  const [since, until] = [turn(before.activeAngle, angle), turn(angle, after.activeAngle)];
  const gap = since + until;
  if (before !== after && gap <= CIRCLE / 3) {
    const share = gap === 0 ? 0 : since / gap;
    return {
      x: before.posX + (after.posX - before.posX) * share,
      y: before.posY + (after.posY - before.posY) * share,
    };
  }
  const [nearest, distance] = since <= until ? [before, since] : [after, until];
  return distance <= SEEN_AROUND ? { x: nearest.posX, y: nearest.posY } : undefined;
}
