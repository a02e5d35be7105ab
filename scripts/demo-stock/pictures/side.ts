import { across, darker, downwards, lighter, outwards, PAINT_COLOURS } from './colours.ts';
import { type Anchor, at, curve, outline } from './geometry.ts';
import { drawLoad, LOAD_DEFS } from './load.ts';
import type { Profile } from './profile.ts';
import type { Paint } from './shapes.ts';
import { WHEEL_DEFS, wheel } from './wheel.ts';

/** Gap between tyre and arch as a share of the wheel. */
const ARCH_SHARE = 1.15;

/** Gradients and clips a side view refers to; once per picture. */
export function sideDefs(profile: Profile, paint: Paint): string {
  const colour = PAINT_COLOURS[paint];
  return `${WHEEL_DEFS}${LOAD_DEFS}
${downwards('paint', [
  [0, lighter(colour, 0.42)],
  [0.2, lighter(colour, 0.16)],
  [0.46, colour],
  [0.62, darker(colour, 0.26)],
  [0.82, darker(colour, 0.12)],
  [1, darker(colour, 0.52)],
])}
${downwards('shoulder', [
  [0, '#ffffff', 0.62],
  [0.35, '#ffffff', 0.16],
  [1, '#ffffff', 0],
])}
${downwards('flank', [
  [0, '#05070a', 0],
  [0.55, '#05070a', 0.32],
  [1, '#05070a', 0.05],
])}
${downwards('bounce', [
  [0, '#ffffff', 0],
  [1, '#ffffff', 0.2],
])}
${downwards('glass', [
  [0, '#3e4d5b'],
  [0.5, '#1a232c'],
  [1, '#0d1217'],
])}
${across('glint', [
  [0, '#ffffff', 0],
  [0.45, '#dcecf8', 0.5],
  [0.55, '#dcecf8', 0.16],
  [1, '#ffffff', 0],
])}
${across('lampglass', [
  [0, '#f7fbff'],
  [0.5, '#a9bccb'],
  [1, '#3b454e'],
])}
${across('redlamp', [
  [0, '#7a1218'],
  [0.6, '#c3202a'],
  [1, '#ff5a52'],
])}
${outwards('contact', [
  [0, '#000000', 0.6],
  [0.65, '#000000', 0.34],
  [1, '#000000', 0],
])}
<clipPath id="bodyclip"><path d="${bodyPath(profile)}"/></clipPath>
${profile.glass.map(({ anchors }, index) => `<clipPath id="glassclip${index}"><path d="${outline(anchors)}"/></clipPath>`).join('')}`;
}

export const axles = (profile: Profile): [number, number] => [
  profile.overhang,
  profile.overhang + profile.wheelbase,
];

/** Arch over an axle, from right to left along the sill. */
function archAt(x: number, { wheelRadius, clearance }: Profile): string {
  const radius = wheelRadius * ARCH_SHARE;
  const half = Math.sqrt(radius ** 2 - (wheelRadius - clearance) ** 2);
  return `L${at([x + half, clearance])}A${radius} ${radius} 0 1 0 ${at([x - half, clearance])}`;
}

function bodyPath(profile: Profile): string {
  const [front, rear] = axles(profile);
  const first = profile.body[0] ?? [0, 0];
  const last = profile.body.at(-1) ?? [0, 0];
  const cabOnly = last[0] < rear;
  const rearArch = cabOnly ? '' : archAt(rear, profile);
  return `${curve(profile.body)}L${at([last[0] - 50, profile.clearance])}${rearArch}${archAt(front, profile)}L${at([first[0] + 60, profile.clearance])}Z`;
}

function paintwork(profile: Profile): string {
  const { length, height, clearance, belt } = profile;
  const line = (lift: number): Anchor[] => [
    [60, belt[0] - 190 + lift],
    [length * 0.3, belt[0] - 105 + lift],
    [length * 0.7, belt[1] - 105 + lift],
    [length - 20, belt[1] - 130 + lift],
  ];
  const band = (lift: number, depth: number) =>
    `${curve(line(lift))}L${at([length, belt[1] - depth])}L${at([0, belt[0] - depth - 60])}Z`;
  return `<g clip-path="url(#bodyclip)">
<rect x="-50" y="${-height - 60}" width="${length + 100}" height="${height + 60}" fill="url(#paint)"/>
<path d="${band(0, 330)}" fill="url(#shoulder)" fill-opacity="0.75"/>
<path d="${band(-95, 620)}" fill="url(#flank)"/>
<rect x="0" y="${-clearance - 240}" width="${length}" height="150" fill="url(#bounce)"/>
<path d="${curve(line(-14))}" fill="none" stroke="#000000" stroke-opacity="0.22" stroke-width="9"/>
<path d="${curve(line(-2))}" fill="none" stroke="#ffffff" stroke-opacity="0.5" stroke-width="7"/>
<path d="${curve(profile.body)}" fill="none" stroke="#ffffff" stroke-opacity="0.42" stroke-width="34"/>
<path d="M${at([0, clearance + 20])}H${length}" stroke="#000000" stroke-opacity="0.5" stroke-width="36"/></g>`;
}

function windows(profile: Profile): string {
  return profile.glass
    .map(({ anchors, pillars }, index) => {
      const xs = anchors.map(([x]) => x);
      const ys = anchors.map(([, y]) => y);
      const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.max(...ys), Math.min(...ys)];
      const [width, height] = [right - left, top - bottom];
      const glint = (share: number, thick: number) =>
        `<path d="M${at([left + width * share, bottom])}L${at([left + width * share + height * 0.75, top])}h${thick}L${at([left + width * share + thick, bottom])}Z" fill="url(#glint)" fill-opacity="0.55"/>`;
      const seats = [0.36, 0.66]
        .filter(() => width > 1300)
        .map(
          (share) =>
            `<path d="${outline([
              [left + width * share, bottom - 40, 0.2],
              [left + width * share + 40, bottom + height * 0.42],
              [left + width * share + 90, bottom + height * 0.62],
              [left + width * share + 190, bottom + height * 0.6],
              [left + width * share + 200, bottom + height * 0.36],
              [left + width * share + 290, bottom - 40, 0.2],
            ])}" fill="#070a0d" fill-opacity="0.6"/>`,
        )
        .join('');
      return `<path d="${outline(anchors)}" fill="url(#glass)" stroke="#0a0c0f" stroke-width="26" stroke-linejoin="round"/>
<g clip-path="url(#glassclip${index})">${seats}${glint(0.06, width * 0.14)}${glint(0.56, width * 0.09)}
${pillars.map((x) => `<path d="M${at([x - 34, top + 20])}L${at([x + 10, bottom - 20])}h58L${at([x + 24, top + 20])}Z" fill="#0b0d10"/>`).join('')}</g>
<path d="${curve([...anchors.slice(-1), ...anchors.slice(0, 1)])}" stroke="#d7dde2" stroke-opacity="0.75" stroke-width="11" fill="none"/>`;
    })
    .join('');
}

function details(profile: Profile, paint: Paint): string {
  const colour = PAINT_COLOURS[paint];
  const { doors, clearance, belt, handles, mirror, roofRails } = profile;
  const seam = `fill="none" stroke="${darker(colour, 0.72)}" stroke-width="9" stroke-linecap="round"`;
  const beltAt = (x: number) => belt[0] + ((belt[1] - belt[0]) * x) / profile.length;
  const gaps = doors
    .map(
      (x, index) =>
        `<path d="${curve([
          [x, beltAt(x) - 8],
          [x + (index === 0 ? -36 : 14), beltAt(x) - 330],
          [x + (index === 0 ? 24 : -10), clearance + 90],
        ])}" ${seam}/>`,
    )
    .join('');
  const grips = handles
    .map(
      (x) =>
        `<rect x="${x - 95}" y="${-beltAt(x) + 92}" width="165" height="34" rx="17" fill="${lighter(colour, 0.28)}" stroke="${darker(colour, 0.6)}" stroke-width="6"/>`,
    )
    .join('');
  const rails = roofRails
    ? `<path d="${curve([
        [roofRails[0], roofRails[2] - 50],
        [roofRails[0] + 130, roofRails[2]],
        [roofRails[1] - 240, roofRails[2] - 24],
        [roofRails[1], roofRails[2] - 110],
      ])}" fill="none" stroke="#2d3238" stroke-width="30" stroke-linecap="round"/>`
    : '';
  const [mx, my] = mirror;
  return `${gaps}${grips}${rails}
<path d="${outline([
    [mx - 95, my - 10],
    [mx - 60, my + 74],
    [mx + 70, my + 92],
    [mx + 105, my + 20],
    [mx + 70, my - 40],
  ])}" fill="url(#paint)" stroke="${darker(colour, 0.7)}" stroke-width="8"/>
<path d="${outline(profile.headlamp)}" fill="url(#lampglass)" stroke="#15191d" stroke-width="11"/>
<path d="${curve(profile.headlamp.slice(0, 3).map(([x, y]): Anchor => [x + 22, y - 28]))}" fill="none" stroke="#ffffff" stroke-width="18" stroke-linecap="round"/>
<path d="${outline(profile.tailLamp)}" fill="url(#redlamp)" stroke="#3c070b" stroke-width="9" clip-path="url(#bodyclip)"/>
<path d="${outline([
    [18, clearance + 250],
    [160, clearance + 235],
    [300, clearance + 120],
    [90, clearance + 110],
  ])}" fill="#14171b" clip-path="url(#bodyclip)" fill-opacity="0.85"/>`;
}

function cladding(profile: Profile): string {
  if (!profile.cladding) return '';
  const { wheelRadius, clearance, length } = profile;
  const radius = wheelRadius * ARCH_SHARE + 18;
  const arch = (x: number) =>
    `<path d="M${at([x + radius, wheelRadius])}A${radius} ${radius} 0 0 0 ${at([x - radius, wheelRadius])}L${at([x - radius * 0.94, clearance])}M${at([x + radius, wheelRadius])}L${at([x + radius * 0.94, clearance])}" fill="none" stroke="#22262b" stroke-width="66"/>`;
  return `<g clip-path="url(#bodyclip)"><rect x="0" y="${-clearance - 105}" width="${length}" height="120" fill="#22262b"/>
<path d="M0 ${-clearance - 105}H${length}" stroke="#4a5058" stroke-width="8"/>${axles(profile).map(arch).join('')}</g>`;
}

/** The vehicle from its left, nose to the left, in mm with the ground at y = 0. */
export function drawSide(profile: Profile, paint: Paint): string {
  const { wheelRadius, clearance, length } = profile;
  const dark = paint === 'black' || paint === 'orange' || paint === 'green';
  const steel = profile.load === 'tray' || profile.load === 'trucktray';
  const well = (x: number) =>
    `<circle cx="${x}" cy="${-wheelRadius}" r="${wheelRadius * ARCH_SHARE}" fill="#08090b"/>`;
  return `<rect x="${profile.overhang - 200}" y="${-clearance - 120}" width="${Math.min(profile.wheelbase + 500, length - profile.overhang)}" height="170" fill="#0a0b0d"/>
${axles(profile).map(well).join('')}
${drawLoad(profile, paint, 'behind')}
<path d="${bodyPath(profile)}" fill="${PAINT_COLOURS[paint]}" stroke="${darker(PAINT_COLOURS[paint], 0.75)}" stroke-width="12"/>
${paintwork(profile)}${cladding(profile)}${windows(profile)}${details(profile, paint)}
${drawLoad(profile, paint, 'front')}
${axles(profile)
  .map((x) => wheel(x, -wheelRadius, wheelRadius, { spokes: profile.spokes, dark, steel }))
  .join('')}`;
}

/** The outline alone, for what a shiny floor shows of a vehicle. */
export function drawSilhouette(profile: Profile): string {
  const tyres = axles(profile).map(
    (x) => `<circle cx="${x}" cy="${-profile.wheelRadius}" r="${profile.wheelRadius}" fill="#15171b"/>`,
  );
  const panes = profile.glass.map(({ anchors }) => `<path d="${outline(anchors)}" fill="#1a232c"/>`);
  return `<path d="${bodyPath(profile)}" fill="url(#paint)"/>${panes.join('')}${tyres.join('')}`;
}

/** Shadow under a vehicle of this length, drawn before it. */
export const groundShadow = (length: number, axlesAt: readonly number[], radius: number): string =>
  `<ellipse cx="${length / 2}" cy="26" rx="${length * 0.54}" ry="150" fill="url(#contact)" fill-opacity="0.75"/>
<ellipse cx="${length / 2}" cy="12" rx="${length * 0.49}" ry="62" fill="url(#contact)"/>
${axlesAt.map((x) => `<ellipse cx="${x}" cy="8" rx="${radius * 1.1}" ry="42" fill="url(#contact)"/>`).join('')}`;
