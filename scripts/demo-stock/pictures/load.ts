import { darker, downwards, lighter, PAINT_COLOURS } from './colours.ts';
import { curve, outline } from './geometry.ts';
import type { Load, Profile } from './profile.ts';
import type { Paint } from './shapes.ts';

/** Gradients that loads refer to; once per picture. */
export const LOAD_DEFS = `${downwards('alloy', [
  [0, '#eef1f4'],
  [0.4, '#b9c0c7'],
  [0.55, '#8d959d'],
  [1, '#c6ccd2'],
])}
${downwards('panel', [
  [0, '#ffffff'],
  [0.5, '#eceff1'],
  [1, '#c9ced3'],
])}
${downwards('windowdark', [
  [0, '#4a5a68'],
  [1, '#141b21'],
])}`;

type Draw = (profile: Profile, paint: Paint) => string;
const nothing: Draw = () => '';

const tubSeam: Draw = ({ cabEnd = 0, clearance, belt, length }, paint) => {
  const seam = darker(PAINT_COLOURS[paint], 0.78);
  const rail = belt[1] + 4;
  return `<path d="${curve([
    [cabEnd - 6, rail],
    [cabEnd, clearance + 120],
  ])}" stroke="${seam}" stroke-width="16" fill="none"/>
<path d="${curve([
    [cabEnd + 20, rail],
    [length - 90, rail - 6],
  ])}" stroke="#1c2025" stroke-width="46" fill="none" stroke-linecap="round"/>
<path d="${outline([
    [cabEnd + 60, rail + 20, 0.1],
    [cabEnd + 60, rail + 390, 0.2],
    [cabEnd + 150, rail + 430, 0.3],
    [cabEnd + 660, rail + 26, 0.2],
    [cabEnd + 560, rail + 26, 0.2],
    [cabEnd + 165, rail + 350, 0.3],
    [cabEnd + 150, rail + 20, 0.1],
  ])}" fill="#22262b"/>`;
};

function tray(profile: Profile, boards: number, deck: number): string {
  const { cabEnd = 0, length } = profile;
  const start = cabEnd + 40;
  const width = length - start;
  const gaps = [1, 2].map((third) => start + (width * third) / 3);
  return `<rect x="${cabEnd + 250}" y="${-deck + 200}" width="620" height="270" rx="60" fill="#33383e" stroke="#16191c" stroke-width="10"/>
<rect x="${cabEnd - 600}" y="${-deck + 130}" width="${length - cabEnd + 480}" height="120" rx="20" fill="#1a1d21"/>
<rect x="${start}" y="${-deck}" width="${width}" height="110" rx="14" fill="#4d545b"/>
<rect x="${start}" y="${-deck - boards}" width="${width}" height="${boards}" rx="10" fill="url(#alloy)" stroke="#5b636b" stroke-width="10"/>
${[0.33, 0.66].map((share) => `<path d="M${start} ${-deck - boards * share}h${width}" stroke="#7d858d" stroke-width="9"/>`).join('')}
${gaps.map((x) => `<rect x="${x - 22}" y="${-deck - boards - 20}" width="44" height="${boards + 70}" rx="8" fill="#6c747c"/>`).join('')}
<g fill="none" stroke="#8d959d" stroke-width="44" stroke-linecap="round"><path d="M${start + 30} ${-deck - boards}V${-deck - boards - 470}H${start + 150}V${-deck - boards}"/><path d="M${start + 30} ${-deck - boards - 250}h110" stroke-width="26"/></g>
<rect x="${length - 160}" y="${-deck + 16}" width="120" height="70" rx="12" fill="#c3202a"/>`;
}

const cockpit: Draw = ({ belt }, paint) => {
  const top = belt[1] + 40;
  const seat = (x: number) =>
    `<path d="${outline([
      [x, top - 60, 0.2],
      [x + 40, top + 190],
      [x + 90, top + 300],
      [x + 200, top + 300],
      [x + 220, top + 160],
      [x + 300, top - 60, 0.2],
    ])}" fill="#2a1d17" stroke="#120c09" stroke-width="10"/>`;
  const tone = lighter(PAINT_COLOURS[paint], 0.1);
  return `${seat(2330)}${seat(2790)}
<path d="${outline([
    [1500, 900, 0.2],
    [1930, 1270, 0.4],
    [2010, 1270, 0.4],
    [1880, 1010],
    [1840, 900, 0.2],
  ])}" fill="#9fb4c4" fill-opacity="0.5" stroke="#14181c" stroke-width="34"/>
<path d="${curve([
    [1500, 905],
    [1935, 1275],
    [2020, 1276],
  ])}" fill="none" stroke="${tone}" stroke-width="26" stroke-linecap="round"/>
<circle cx="2180" cy="${-top - 60}" r="118" fill="none" stroke="#15181c" stroke-width="30"/>`;
};

const coach: Draw = ({ length, height }) => {
  const window = (x: number, width: number, y = 2180) =>
    `<rect x="${x}" y="${-y}" width="${width}" height="520" rx="60" fill="url(#windowdark)" stroke="#20262b" stroke-width="26"/><path d="M${x + 60} ${-y + 470}L${x + width * 0.45} ${-y + 40}h120L${x + 190} ${-y + 470}Z" fill="#ffffff" fill-opacity="0.16"/>`;
  return `<path d="${outline([
    [760, 2150, 0.6],
    [900, 2780, 0.7],
    [1300, height, 0.6],
    [length - 120, height, 0.4],
    [length, height - 130, 0.4],
    [length, 480, 0.3],
    [length - 60, 340, 0.3],
    [2180, 340, 0.2],
    [2180, 1960, 0.2],
    [1500, 1960, 0.5],
    [900, 2010, 0.6],
  ])}" fill="url(#panel)" stroke="#8b939a" stroke-width="14"/>
<path d="${outline([
    [2200, 1250, 0.2],
    [4400, 1210],
    [length - 20, 1500, 0.3],
    [length - 20, 1250, 0.3],
    [4400, 1020],
    [2200, 1120, 0.2],
  ])}" fill="#5f7f95" fill-opacity="0.85"/>
<path d="${outline([
    [2200, 1080, 0.2],
    [4400, 980],
    [length - 20, 1210, 0.3],
    [length - 20, 1150, 0.3],
    [4400, 920],
    [2200, 1040, 0.2],
  ])}" fill="#c98b3c"/>
${window(1180, 620, 2640)}${window(2500, 900)}${window(5300, 1100)}
<rect x="3900" y="-2420" width="760" height="1980" rx="40" fill="#f4f6f7" stroke="#878f96" stroke-width="16"/>${window(4030, 500, 2260)}
<rect x="2400" y="-${height + 20}" width="${length - 3000}" height="70" rx="30" fill="#e3e7ea" stroke="#9aa2a9" stroke-width="10"/>
<rect x="2420" y="-2900" width="3400" height="90" rx="40" fill="#d5dade" stroke="#9aa2a9" stroke-width="8"/>`;
};

const popTop: Draw = ({ height, length }) =>
  `<path d="${outline([
    [1350, height - 10, 0.3],
    [1500, height + 150, 0.6],
    [length - 500, height + 190, 0.6],
    [length - 280, height - 20, 0.3],
  ])}" fill="url(#panel)" stroke="#7d858c" stroke-width="12"/>
${[2420, 3700].map((x) => `<path d="M${x} -1800v540M${x + 90} -1800v540M${x + 180} -1800v540" stroke="#d9c7a4" stroke-width="60" fill-opacity="0.55"/>`).join('')}
<rect x="2150" y="-${height - 20}" width="${length - 2700}" height="76" rx="36" fill="#d5dade" stroke="#8b939a" stroke-width="8"/>`;

const BEHIND: Readonly<Record<Load, Draw>> = {
  tub: nothing,
  tray: (profile) => tray(profile, 300, 960),
  trucktray: (profile) => tray(profile, 420, 1060),
  coach: nothing,
  poptop: popTop,
  cockpit,
};
const FRONT: Readonly<Record<Load, Draw>> = {
  tub: tubSeam,
  tray: nothing,
  trucktray: nothing,
  coach,
  poptop: nothing,
  cockpit: nothing,
};

/** What is carried, drawn before the cab (`behind`) or over it (`front`). */
export function drawLoad(profile: Profile, paint: Paint, when: 'behind' | 'front'): string {
  if (!profile.load) return '';
  return (when === 'behind' ? BEHIND : FRONT)[profile.load](profile, paint);
}
