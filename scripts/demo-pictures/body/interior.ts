import { BoxGeometry, Group, type Material, Mesh } from 'three';
import { dashboard, frontSeat, rearBench, steeringWheel } from '../parts/cabin-parts.ts';
import { MATERIALS } from '../rig/materials.ts';

/** What shows through the windows. Metres. */
export type Interior = {
  /** x of the backs of the seat rows, from the front. */
  rows: readonly number[];
  /** Height of the floor under the front seats. */
  floor: number;
  /** x of the dashboard's rear edge and height of its upper side. */
  dash: number;
  dashTop: number;
  /** Half width inside at the doors. */
  half: number;
  /** Rear end of the cabin's floor. */
  tail: number;
  /** Height of the shelf or load floor behind the last row. */
  shelf: number;
  /** Upholstery; fabric unless named. */
  seats?: Material;
};

const DASH_REACH_M = 0.42;
/** Of a seat with its head restraint. */
const SEAT_HEIGHT_M = 1.2;

/**
 * Seats, dashboard and steering wheel on the right, floor, door cards and shelf.
 * @param ceiling height under the roof at x, which head restraints keep below
 */
export function interiorOf(drawn: Interior, ceiling: (x: number, z?: number) => number): Group {
  const { rows, floor, dash, dashTop, half, tail, shelf, seats = MATERIALS.fabric } = drawn;
  const group = new Group();
  const put = (part: Group | Mesh, x: number, y: number, z: number) => {
    part.position.set(x, y, z);
    group.add(part);
  };
  const board = (length: number, height: number, width: number, material: Material) =>
    new Mesh(new BoxGeometry(length, height, width), material);
  put(board(dash + 0.5 - tail, 0.04, half * 2, MATERIALS.dark), (dash + 0.5 + tail) / 2, floor, 0);
  for (const side of [1, -1])
    put(
      board(dash - tail, dashTop - floor - 0.1, 0.05, MATERIALS.plastic),
      (dash + tail) / 2,
      (dashTop + floor) / 2 - 0.06,
      side * half,
    );
  const lid = Math.min(dashTop, ceiling(dash + DASH_REACH_M, half * 0.9) - 0.04);
  put(dashboard(half * 1.8, DASH_REACH_M), dash, lid, 0);
  put(steeringWheel(), dash - 0.13, lid - 0.04, half * 0.5);
  rows.forEach((x, row) => {
    const room = Math.min(ceiling(x - 0.12), ceiling(x - 0.34)) - 0.06 - floor;
    const squeezed = (one: Group) => {
      one.scale.y = Math.min(1, room / SEAT_HEIGHT_M);
      return one;
    };
    if (row === 0)
      for (const side of [1, -1]) put(squeezed(frontSeat(seats)), x, floor - 0.02, side * half * 0.5);
    else put(squeezed(rearBench(half * 1.86, seats)), x, floor + 0.02, 0);
  });
  const last = (rows[rows.length - 1] ?? 0) - 0.3;
  if (last - tail > 0.1) put(board(last - tail, 0.03, half * 2, MATERIALS.dark), (last + tail) / 2, shelf, 0);
  put(board(0.04, shelf - floor, half * 2, MATERIALS.dark), tail, (shelf + floor) / 2, 0);
  return group;
}
