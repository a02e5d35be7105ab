import { darker, lighter, PAINT_COLOURS } from './colours.ts';
import { type Anchor, curve, outline, withMirror } from './geometry.ts';
import type { Profile } from './profile.ts';
import type { Paint } from './shapes.ts';

/** What the view from the front or the back is drawn from, in mm; x is 0 in the middle. */
export type Elevation = {
  width: number;
  height: number;
  clearance: number;
  wheelRadius: number;
  /** Leading edge of the bonnet. */
  nose: number;
  cowl: number;
  belt: number;
  /** Share of the half width that the roof has: 1 is a box. */
  roof: number;
  tall: boolean;
  pickup: boolean;
  clad: boolean;
};

const BOXES = new Set<Profile['load']>(['trucktray', 'coach']);

/** The same vehicle seen along its length. */
export function elevationOf(profile: Profile, width: number): Elevation {
  const { height, clearance, wheelRadius, belt, headlamp, cladding, load } = profile;
  const tall = height > 1940 && profile.length / height < 3;
  const lampTop = Math.max(...headlamp.map(([, y]) => y));
  return {
    width,
    height: load === 'coach' ? 2100 : height,
    clearance,
    wheelRadius,
    nose: lampTop - 30,
    cowl: belt[0] + (tall ? -40 : 30),
    belt: belt[0],
    roof: tall || BOXES.has(load) ? 0.88 : 0.72,
    tall,
    pickup: load === 'tub',
    clad: cladding,
  };
}

const both = (half: readonly Anchor[]) => outline(withMirror(half));
const onBothSides = (drawing: string) => `${drawing}<g transform="scale(-1 1)">${drawing}</g>`;
/** The shape on the right and its mirror image, each with the whole of a gradient. */
const pair = (anchors: readonly Anchor[], look: string) =>
  onBothSides(`<path d="${outline(anchors)}" ${look}/>`);

/** Share of the width, from the middle. */
const hull = ({ width: w, height, clearance, belt, roof }: Elevation): Anchor[] => [
  [0, height],
  [w * 0.3 * roof, height - 8],
  [w * 0.5 * roof, height - 95, 0.8],
  [w * (0.25 * roof + 0.235), belt + (height - belt) * 0.42],
  [w * 0.485, belt + 10],
  [w * 0.5, belt - 130],
  [w * 0.497, clearance + 240],
  [w * 0.485, clearance + 60],
  [w * 0.45, clearance, 0.4],
  [0, clearance - 10, 0.4],
];

const tyres = ({ width, clearance, wheelRadius }: Elevation) =>
  [-1, 1]
    .map(
      (side) =>
        `<rect x="${side * (width * 0.5 - 135) - 118}" y="${-clearance - wheelRadius * 0.6}" width="236" height="${clearance + wheelRadius * 0.6}" rx="46" fill="#101215"/>
<path d="M${side * (width * 0.5 - 135) - 60} -${clearance}v${clearance - 12}M${side * (width * 0.5 - 135)} -${clearance}v${clearance - 8}M${side * (width * 0.5 - 135) + 60} -${clearance}v${clearance - 12}" stroke="#2c3036" stroke-width="16"/>`,
    )
    .join('');

function shell(e: Elevation, paint: Paint): string {
  const colour = PAINT_COLOURS[paint];
  const path = both(hull(e));
  return `<ellipse cx="0" cy="6" rx="${e.width * 0.62}" ry="92" fill="url(#contact)" fill-opacity="0.8"/><ellipse cx="0" cy="0" rx="${e.width * 0.5}" ry="52" fill="url(#contact)"/>
${tyres(e)}<clipPath id="hull"><path d="${path}"/></clipPath>
<path d="${path}" fill="url(#paint)" stroke="${darker(colour, 0.75)}" stroke-width="12"/>
<g clip-path="url(#hull)"><path d="${both([
    [0, e.belt + 40],
    [e.width * 0.3, e.belt + 30],
    [e.width * 0.52, e.belt - 10, 0.4],
    [e.width * 0.52, e.belt - 210, 0.4],
    [e.width * 0.3, e.belt - 150],
    [0, e.belt - 130],
  ])}" fill="url(#shoulder)" fill-opacity="0.6"/>
<path d="${path}" fill="none" stroke="#ffffff" stroke-opacity="0.35" stroke-width="30"/>${e.clad ? `<rect x="${-e.width}" y="${-e.clearance - 150}" width="${e.width * 2}" height="200" fill="#22262b"/>` : ''}</g>`;
}

const plate = (y: number) =>
  `<rect x="-186" y="${-y - 66}" width="372" height="132" rx="16" fill="#f4f5f2" stroke="#2a2e33" stroke-width="10"/>${[-120, -62, -4, 54, 112].map((x) => `<rect x="${x - 18}" y="${-y - 32}" width="36" height="64" rx="9" fill="#2b3d5c"/>`).join('')}`;

const mirrors = ({ width, belt }: Elevation, colour: string) =>
  pair(
    [
      [width * 0.47, belt + 60, 0.4],
      [width * 0.52, belt + 130],
      [width * 0.6, belt + 140],
      [width * 0.61, belt + 40],
      [width * 0.54, belt + 10],
    ],
    `fill="url(#paint)" stroke="${darker(colour, 0.7)}" stroke-width="9"`,
  );

const screen = (e: Elevation, top: number, bottom: number): Anchor[] => [
  [0, top],
  [e.width * 0.42 * e.roof, top - 24, 0.5],
  [e.width * (0.21 * e.roof + 0.215), bottom + (top - bottom) * 0.36],
  [e.width * 0.425, bottom + 24, 0.3],
  [0, bottom - 20],
];

function pane(anchors: readonly Anchor[], id: string): string {
  const [top = 0, bottom = 0] = [anchors[0]?.[1], anchors.at(-1)?.[1]];
  const height = top - bottom;
  return `<clipPath id="${id}"><path d="${both(anchors)}"/></clipPath><path d="${both(anchors)}" fill="url(#glass)" stroke="#0b0d10" stroke-width="26"/>
<g clip-path="url(#${id})"><path d="M-560 ${-bottom}L-300 ${-top}H-60L-320 ${-bottom}ZM120 ${-bottom}L340 ${-top}H430L210 ${-bottom}Z" fill="url(#glint)" fill-opacity="0.5"/>
${pair(
  [
    [170, bottom - 40, 0.2],
    [180, bottom + height * 0.4],
    [230, bottom + height * 0.62],
    [350, bottom + height * 0.62],
    [400, bottom + height * 0.4],
    [420, bottom - 40, 0.2],
  ],
  `fill="#05070a" fill-opacity="0.5"`,
)}</g>`;
}

/** Nose towards the viewer. */
export function drawFront(e: Elevation, paint: Paint): string {
  const colour = PAINT_COLOURS[paint];
  const { width: w, nose, clearance, cowl, height, tall } = e;
  const deep = e.clad || tall ? 0.46 : 0.3;
  const grilleFoot = nose - (nose - clearance) * deep;
  const bars = [0.25, 0.5, 0.75].map((share) => {
    const y = nose - 40 - (nose - 40 - grilleFoot) * share;
    return `<path d="M${-w * 0.25} ${-y}H${w * 0.25}" stroke="#6f7780" stroke-width="14"/>`;
  });
  const badge = nose - 20 - (nose - grilleFoot) * 0.42;
  return `${shell(e, paint)}${pane(screen(e, height - 85, cowl), 'screen')}
<path d="${curve([
    [-w * 0.4, cowl - 10],
    [-w * 0.33, (cowl + nose) / 2],
    [-w * 0.27, nose + 6],
  ])}${curve([
    [w * 0.4, cowl - 10],
    [w * 0.33, (cowl + nose) / 2],
    [w * 0.27, nose + 6],
  ])}" fill="none" stroke="${darker(colour, 0.6)}" stroke-width="9"/>
<path d="${curve([
    [-w * 0.46, nose + 22],
    [0, nose + 46],
    [w * 0.46, nose + 22],
  ])}" fill="none" stroke="${darker(colour, 0.65)}" stroke-width="10"/>
<path d="${curve([
    [-w * 0.4, nose + 60],
    [0, nose + 86],
    [w * 0.4, nose + 60],
  ])}" fill="none" stroke="#ffffff" stroke-opacity="0.5" stroke-width="14"/>
<path d="${both([
    [0, nose - 24],
    [w * 0.25, nose - 34, 0.3],
    [w * 0.275, nose - 90],
    [w * 0.2, grilleFoot, 0.4],
    [0, grilleFoot - 12],
  ])}" fill="#15181c" stroke="#aab2ba" stroke-width="14"/>${bars.join('')}
<circle cy="${-badge}" r="58" fill="#e3e8ec" stroke="#4a5158" stroke-width="12"/><circle cy="${-badge}" r="30" fill="${lighter(colour, 0.1)}"/>
${pair(
  [
    [w * 0.285, nose - 50, 0.3],
    [w * 0.38, nose - 8],
    [w * 0.47, nose + 16, 0.3],
    [w * 0.488, nose - 70],
    [w * 0.45, nose - 130],
    [w * 0.31, nose - 130, 0.4],
  ],
  `fill="url(#lampglass)" stroke="#15191d" stroke-width="13"`,
)}
<path d="${curve([
    [w * 0.31, nose - 62],
    [w * 0.38, nose - 36],
    [w * 0.455, nose - 18],
  ])}${curve([
    [-w * 0.31, nose - 62],
    [-w * 0.38, nose - 36],
    [-w * 0.455, nose - 18],
  ])}" fill="none" stroke="#ffffff" stroke-width="18" stroke-linecap="round"/>
${[-1, 1].map((side) => `<circle cx="${side * w * 0.385}" cy="${-nose + 88}" r="34" fill="#f2f8ff" stroke="#59636d" stroke-width="10"/>`).join('')}
<path d="${both([
    [0, clearance + 150],
    [w * 0.3, clearance + 150, 0.4],
    [w * 0.34, clearance + 96],
    [w * 0.27, clearance + 40, 0.4],
    [0, clearance + 34],
  ])}" fill="#14171b"/>
${pair(
  [
    [w * 0.37, clearance + 210],
    [w * 0.46, clearance + 230],
    [w * 0.455, clearance + 130],
    [w * 0.38, clearance + 110],
  ],
  `fill="#14171b"`,
)}
${[-1, 1].map((side) => `<circle cx="${side * w * 0.417}" cy="${-clearance - 168}" r="30" fill="#dfe9f1" stroke="#3c444b" stroke-width="9"/>`).join('')}
${plate(Math.min(grilleFoot - 92, clearance + 250))}${mirrors(e, colour)}`;
}

/** Tail towards the viewer. */
export function drawRear(e: Elevation, paint: Paint): string {
  const colour = PAINT_COLOURS[paint];
  const { width: w, clearance, belt, height, pickup } = e;
  const seam = `fill="none" stroke="${darker(colour, 0.68)}" stroke-width="11"`;
  const lampFoot = pickup ? belt - 420 : belt - 210;
  const lamp: Anchor[] = pickup
    ? [
        [w * 0.4, belt - 40, 0.3],
        [w * 0.49, belt - 50, 0.3],
        [w * 0.492, lampFoot, 0.3],
        [w * 0.42, lampFoot + 10, 0.3],
      ]
    : [
        [w * 0.29, belt - 40, 0.4],
        [w * 0.4, belt + 8],
        [w * 0.488, belt + 10, 0.3],
        [w * 0.495, lampFoot + 40],
        [w * 0.42, lampFoot, 0.4],
        [w * 0.31, belt - 140, 0.4],
      ];
  const gate: Anchor[] = pickup
    ? [
        [0, belt - 14],
        [w * 0.385, belt - 20, 0.2],
        [w * 0.4, clearance + 330, 0.2],
        [0, clearance + 322],
      ]
    : [
        [0, height - 60],
        [w * 0.46 * e.roof, height - 90, 0.5],
        [w * 0.44, belt + 40],
        [w * 0.42, clearance + 330, 0.3],
        [0, clearance + 300],
      ];
  return `${shell(e, paint)}<path d="${both(gate)}" ${seam}/>${pane(screen(e, height - (pickup ? 110 : 130), belt + (pickup ? 70 : 60)), 'rearscreen')}
${
  pickup
    ? `<path d="${curve([
        [-w * 0.47, belt - 4],
        [0, belt + 10],
        [w * 0.47, belt - 4],
      ])}" stroke="#20252a" stroke-width="50" fill="none"/>`
    : `<path d="M-20 ${-belt - 74}L170 ${-belt - 150}" stroke="#0c0e11" stroke-width="16" stroke-linecap="round"/>`
}
${pair(lamp, `fill="url(#redlamp)" stroke="#3c070b" stroke-width="11"`)}
<path d="${curve([
    [-w * 0.28, belt - 84],
    [0, belt - 76],
    [w * 0.28, belt - 84],
  ])}" fill="none" stroke="${pickup ? lighter(colour, 0.2) : '#c8cfd5'}" stroke-width="22" stroke-linecap="round"/>
<circle cy="${-belt + 82}" r="46" fill="#e3e8ec" stroke="#4a5158" stroke-width="10"/>
${plate(pickup ? clearance + 210 : Math.max(clearance + 420, belt - 300))}
<path d="${both([
    [0, clearance + 300],
    [w * 0.44, clearance + 290, 0.4],
    [w * 0.485, clearance + 240],
    [w * 0.47, clearance + 130, 0.4],
    [0, clearance + 120],
  ])}" fill="none" stroke="${darker(colour, 0.6)}" stroke-width="10"/>
<path d="${both([
    [0, clearance + 120],
    [w * 0.36, clearance + 124, 0.3],
    [w * 0.33, clearance + 20, 0.3],
    [0, clearance + 10],
  ])}" fill="#191c20"/>
${[-1, 1].map((side) => `<rect x="${side * w * 0.42 - 62}" y="${-clearance - 230}" width="124" height="34" rx="14" fill="#a3161d"/>`).join('')}${pickup ? plate(clearance + 210) : `<rect x="${w * 0.24}" y="${-clearance - 58}" width="150" height="52" rx="22" fill="#5a6168" stroke="#22262a" stroke-width="10"/>`}`;
}
