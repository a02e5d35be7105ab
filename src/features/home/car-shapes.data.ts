/**
 * Side views of bodies, nose to the right, 200 wide with the road at 72; wheels are at y 60.
 */
export const CAR_SHAPES = {
  suv: {
    body: 'M8 58V40q0-5 4-7l8-18q2-4 7-4h77q7 0 13 5l23 17 36 5q14 3 15 12v8q0 3-4 3H10q-2 0-2-3z',
    glass: ['M24 32 31 18h31v14z', 'M68 18h33q5 0 9 3l14 11H68z'],
    wheels: [44, 154],
  },
  ute: {
    body: 'M6 58V35q0-3 3-3h68l5-16q1-5 7-5h29q7 0 12 5l18 17 32 5q12 3 13 12v8q0 3-4 3H10q-4 0-4-3z',
    glass: ['M86 31l4-13h16v13z', 'M112 18h6q4 0 7 3l11 10h-24z'],
    wheels: [42, 160],
  },
  hatch: {
    body: 'M20 58V45q0-6 6-9l13-17q4-4 11-4h47q8 0 15 5l22 16 34 5q12 2 13 10v7q0 3-4 3H24q-4 0-4-3z',
    glass: ['M38 35l10-13h24v13z', 'M78 22h18q5 0 10 3l14 10H78z'],
    wheels: [52, 150],
  },
  sedan: {
    body: 'M8 57V47q0-6 7-7l27-4 20-16q6-4 14-4h26q9 0 16 5l22 16 38 5q13 2 14 10v6q0 3-4 3H12q-4 0-4-4z',
    glass: ['M54 36l14-12q3-2 7-2h16v14z', 'M97 22h6q6 0 10 3l15 11H97z'],
    wheels: [42, 156],
  },
  wagon: {
    body: 'M8 57V42q0-5 4-7l12-15q4-4 11-4h69q8 0 15 5l22 16 37 5q13 2 14 10v6q0 3-4 3H12q-4 0-4-4z',
    glass: ['M26 35l8-12h26v12z', 'M66 23h24v12H66z', 'M96 23h8q6 0 10 3l13 9H96z'],
    wheels: [42, 156],
  },
  van: {
    body: 'M8 57V16q0-8 8-8h102q8 0 13 6l21 22 28 5q10 2 10 11v5q0 4-4 4H12q-4 0-4-4z',
    glass: ['M112 16h5q5 0 9 4l13 15h-27z'],
    wheels: [44, 154],
  },
  coupe: {
    body: 'M10 57V47q0-5 6-7l36-5q14-14 34-15h12q10 0 19 6l21 12 38 4q14 2 15 10v6q0 3-4 3H14q-4 0-4-4z',
    glass: ['M62 36q10-10 24-10h4v10z', 'M96 26h2q7 0 13 3l13 7H96z'],
    wheels: [42, 156],
  },
  truck: {
    body: 'M6 8q0-4 4-4h120q4 0 4 4v42h6V20q0-6 6-6h24q6 0 8 5l9 19q4 2 4 8v9q0 3-4 3H10q-4 0-4-4z',
    glass: ['M150 20h17q3 0 4 3l7 14h-28z'],
    wheels: [42, 164],
  },
  tray: {
    body: 'M6 45q0-3 3-3h123V20q0-6 6-6h32q6 0 8 5l9 19q4 2 4 8v9q0 3-4 3H10q-4 0-4-4z',
    glass: ['M150 20h17q3 0 4 3l7 14h-28z'],
    wheels: [42, 164],
  },
  /** Upright, with its spare wheel behind. */
  fourByFour: {
    body: 'M14 58V46H8V26h6v-7q0-6 6-6h88q6 0 9 5l9 15 50 3q8 1 8 9v10q0 3-4 3H18q-4 0-4-3z',
    glass: ['M24 32V21h26v11z', 'M56 21h24v11H56z', 'M86 21h18q4 0 6 3l5 8H86z'],
    wheels: [46, 154],
  },
  open: {
    body: 'M10 57V46q0-6 7-7l43-5 10-5q4-2 7 0l5 4h34l-13-13q-2-3 1-3 3 0 6 2l20 15 40 4q14 2 15 10v6q0 3-4 3H14q-4 0-4-4z',
    glass: [],
    wheels: [42, 156],
  },
  bus: {
    body: 'M6 57V14q0-8 8-8h166q8 0 10 8l4 26v17q0 4-4 4H10q-4 0-4-4z',
    glass: [
      'M16 16h26v18H16z',
      'M48 16h26v18H48z',
      'M80 16h26v18H80z',
      'M112 16h26v18h-26z',
      'M144 16h33q4 0 5 4l2 14h-40z',
    ],
    wheels: [44, 154],
  },
  motorhome: {
    body: 'M6 57V12q0-8 8-8h118q6 0 8 4l10 18 7 10 31 5q10 2 10 11v5q0 4-4 4H10q-4 0-4-4z',
    glass: ['M20 16h30v14H20z', 'M62 16h22v14H62z', 'M108 28h32l6 9h-38z'],
    wheels: [44, 154],
  },
  peopleMover: {
    body: 'M10 57V36q0-5 3-9l8-10q4-5 11-5h80q9 0 16 6l24 19 30 5q12 2 13 11v4q0 4-4 4H14q-4 0-4-4z',
    glass: ['M24 33l7-10q2-3 6-3h21v13z', 'M64 20h26v13H64z', 'M96 20h16q6 0 11 4l12 9H96z'],
    wheels: [46, 154],
  },
} as const;

export type CarShape = keyof typeof CAR_SHAPES;

/** The drawing for a stored value of the facet `body`. */
export const SHAPE_OF_BODY: Readonly<Record<string, CarShape>> = {
  '4x4': 'fourByFour',
  bus: 'bus',
  cabChassis: 'tray',
  convertible: 'open',
  coupe: 'coupe',
  hardtop: 'coupe',
  hatch: 'hatch',
  hatchback: 'hatch',
  lightTruck: 'truck',
  motorhome: 'motorhome',
  peopleMover: 'peopleMover',
  sedan: 'sedan',
  softtop: 'open',
  stationWagon: 'wagon',
  suv: 'suv',
  ute: 'ute',
  van: 'van',
  wagon: 'wagon',
};
