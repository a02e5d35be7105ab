import type { Anchor } from './geometry.ts';

export type Load = 'tub' | 'tray' | 'trucktray' | 'coach' | 'poptop' | 'cockpit';

/** Everything the side view of a four-wheeler is drawn from, in mm. */
export type Profile = {
  length: number;
  height: number;
  wheelbase: number;
  /** Nose to front axle. */
  overhang: number;
  wheelRadius: number;
  /** Ground to sill. */
  clearance: number;
  /** Outline from under the nose over the roof to under the tail. */
  body: readonly Anchor[];
  /** Windows of the side; pillars divide each at these places. */
  glass: readonly { anchors: readonly Anchor[]; pillars: readonly number[] }[];
  /** Places of the gaps between doors and their heights at the belt. */
  doors: readonly number[];
  handles: readonly number[];
  belt: readonly [front: number, rear: number];
  headlamp: readonly Anchor[];
  tailLamp: readonly Anchor[];
  mirror: readonly [x: number, y: number];
  /** Unpainted plastic along sill and arches. */
  cladding: boolean;
  roofRails: readonly [from: number, to: number, y: number] | undefined;
  spokes: number;
  /** What is carried behind the cab, drawn over the body. */
  load?: Load | undefined;
  /** Where the cab ends and the load begins. */
  cabEnd?: number | undefined;
};

type CarNumbers = {
  length: number;
  height: number;
  wheelbase: number;
  overhang: number;
  wheelRadius: number;
  clearance: number;
  nose: number;
  cowl: readonly [number, number];
  screenTop: number;
  roofEnd: readonly [number, number];
  tail: readonly Anchor[];
  belt: readonly [number, number];
  /** Lower rear corner of the side windows. */
  glassEnd: number;
  pillars: readonly number[];
  doors: readonly number[];
  spokes?: number;
  cladding?: boolean;
  roofRails?: boolean;
  load?: Load;
  cabEnd?: number;
  tailLampAt?: number;
};

/** How far the tops of the side windows stand below the roof. */
const ROOF_RAIL = 95;

/** A car with a bonnet, from the places that make its proportions. */
export function car(numbers: CarNumbers): Profile {
  const { length, height, cowl, screenTop, roofEnd, nose, belt, clearance, tail, glassEnd } = numbers;
  const peak = screenTop + (roofEnd[0] - screenTop) * 0.38;
  const lampTop = nose - 30;
  const tailAt = numbers.tailLampAt ?? length - 30;
  const tailTop = Math.min(belt[1] + 20, nose + 160);
  return {
    ...numbers,
    body: [
      [70, clearance + 40, 0.3],
      [22, clearance + 190],
      [0, nose * 0.68],
      [32, nose * 0.9],
      [130, nose + 22],
      [cowl[0] * 0.55, nose + (cowl[1] - nose) * 0.7],
      [cowl[0], cowl[1], 0.55],
      [screenTop, height - 62, 0.8],
      [peak, height],
      [roofEnd[0], roofEnd[1], 0.8],
      ...tail,
    ],
    glass: [
      {
        pillars: numbers.pillars,
        anchors: [
          [cowl[0] + (screenTop - cowl[0]) * 0.28, belt[0], 0.15],
          [screenTop + 40, height - ROOF_RAIL - 55, 0.5],
          [peak, height - ROOF_RAIL],
          [roofEnd[0] - 60, roofEnd[1] - ROOF_RAIL + 10, 0.5],
          [glassEnd, belt[1], 0.2],
        ],
      },
    ],
    handles: numbers.doors.slice(1).map((x) => x - 200),
    headlamp: [
      [48, lampTop - 40, 0.3],
      [160, lampTop + 14],
      [430, lampTop + 62, 0.2],
      [400, lampTop - 20],
      [190, lampTop - 92],
      [44, lampTop - 108, 0.3],
    ],
    tailLamp: [
      [tailAt, tailTop, 0.3],
      [tailAt - 330, tailTop + 22, 0.3],
      [tailAt - 300, tailTop - 90],
      [tailAt + 18, tailTop - 150, 0.3],
    ],
    mirror: [cowl[0] + (screenTop - cowl[0]) * 0.38, belt[0] + 60],
    cladding: numbers.cladding ?? false,
    spokes: numbers.spokes ?? 5,
    roofRails: numbers.roofRails ? [screenTop + 260, roofEnd[0] - 40, height + 26] : undefined,
  };
}
