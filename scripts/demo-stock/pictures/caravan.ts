import { downwards, outwards } from './colours.ts';
import { curve, outline } from './geometry.ts';
import { LOAD_DEFS } from './load.ts';
import type { Paint, Shape } from './shapes.ts';
import { WHEEL_DEFS, wheel } from './wheel.ts';

export type CaravanShape = Extract<Shape, 'caravan' | 'campertrailer'>;
export const isCaravan = (shape: Shape): shape is CaravanShape =>
  shape === 'caravan' || shape === 'campertrailer';

const LENGTHS: Readonly<Record<CaravanShape, number>> = { caravan: 7300, campertrailer: 5000 };
const RADIUS = 350;
export const caravanLength = (shape: CaravanShape): number => LENGTHS[shape];
export const caravanAxles = (shape: CaravanShape): [number, number, number] =>
  shape === 'caravan' ? [3990, 4790, RADIUS] : [2900, 2900, RADIUS];

const SIDES: Partial<Record<Paint, readonly [string, string, string]>> = {
  white: ['#ffffff', '#eef1f3', '#c9cfd4'],
  silver: ['#e6eaed', '#c6cdd3', '#98a1a9'],
  grey: ['#77808a', '#565f68', '#363d44'],
};

export const caravanDefs = (paint: Paint): string => {
  const [top, middle, low] = SIDES[paint] ?? ['#ffffff', '#eef1f3', '#c9cfd4'];
  return `${WHEEL_DEFS}${LOAD_DEFS}${downwards('side', [
    [0, top],
    [0.5, middle],
    [1, low],
  ])}${downwards('checker', [
    [0, '#aeb6bd'],
    [1, '#6f777f'],
  ])}
${downwards('canvas', [
  [0, '#d9ceb6'],
  [1, '#a99a7c'],
])}${outwards('contact', [
  [0, '#000000', 0.6],
  [0.65, '#000000', 0.34],
  [1, '#000000', 0],
])}`;
};

const drawbar = (body: number) =>
  `<path d="${curve([
    [90, 500],
    [body, 560],
  ])}" stroke="#22262a" stroke-width="90" fill="none"/><circle cx="90" cy="-500" r="78" fill="#2d3237"/><path d="M420 -520V-90" stroke="#4a5157" stroke-width="60"/><circle cx="420" cy="-84" r="84" fill="#16181b"/>
<rect x="640" y="-900" width="190" height="330" rx="70" fill="#c9ced3" stroke="#7c848b" stroke-width="9"/><rect x="860" y="-900" width="190" height="330" rx="70" fill="#b5bcc3" stroke="#7c848b" stroke-width="9"/>`;

const pane = (x: number, y: number, width: number, height: number) =>
  `<rect x="${x}" y="${-y}" width="${width}" height="${height}" rx="70" fill="url(#windowdark)" stroke="#1b2025" stroke-width="30"/><path d="M${x + 70} ${-y + height - 40}L${x + width * 0.45} ${-y + 40}h130L${x + 210} ${-y + height - 40}Z" fill="#ffffff" fill-opacity="0.18"/>`;

function fullHeight(): string {
  const shell = outline([
    [1180, 560, 0.2],
    [1150, 1500, 0.6],
    [1230, 2560, 0.7],
    [1520, 2850, 0.5],
    [6900, 2870, 0.3],
    [7220, 2720, 0.5],
    [7260, 1400, 0.5],
    [7180, 640, 0.4],
    [6700, 520, 0.2],
  ]);
  return `${drawbar(1400)}<path d="${shell}" fill="url(#side)" stroke="#7e878e" stroke-width="14"/><clipPath id="shell"><path d="${shell}"/></clipPath>
<g clip-path="url(#shell)"><rect x="1100" y="-1010" width="6300" height="520" fill="url(#checker)"/><path d="${outline(
    [
      [1100, 1360, 0.2],
      [3000, 1290],
      [5200, 1180],
      [7400, 1560, 0.2],
      [7400, 1250, 0.2],
      [5200, 1050],
      [3000, 1130],
      [1100, 1180, 0.2],
    ],
  )}" fill="#23374a"/><path d="${outline([
    [1100, 1120, 0.2],
    [3000, 1080],
    [5200, 1000],
    [7400, 1200, 0.2],
    [7400, 1130, 0.2],
    [5200, 950],
    [3000, 1030],
    [1100, 1070, 0.2],
  ])}" fill="#d08a35"/>
<rect x="1100" y="-2900" width="6300" height="120" fill="#ffffff" fill-opacity="0.5"/></g>
${pane(1560, 2280, 1150, 620)}${pane(5350, 2280, 1350, 620)}${pane(4300, 2320, 640, 420)}
<rect x="3000" y="-2470" width="820" height="1860" rx="60" fill="url(#side)" stroke="#59626a" stroke-width="18"/>${pane(3140, 2300, 540, 560)}<rect x="3690" y="-1560" width="60" height="170" rx="26" fill="#2b3035"/><rect x="3020" y="-560" width="780" height="70" rx="16" fill="#2b3035"/>
<rect x="2500" y="-2800" width="4200" height="120" rx="56" fill="#454d54"/><rect x="4300" y="-3040" width="900" height="180" rx="60" fill="#eef1f3" stroke="#8a939a" stroke-width="10"/><rect x="2100" y="-2960" width="560" height="100" rx="30" fill="#dfe4e7" stroke="#8a939a" stroke-width="10"/>
<rect x="7170" y="-1250" width="70" height="330" rx="26" fill="#c3202a"/><rect x="5700" y="-930" width="900" height="360" rx="30" fill="none" stroke="#4d555c" stroke-width="14"/>
<path d="M3560 -600C3600 -960 5180 -960 5220 -600Z" fill="#15181b"/>${[3990, 4790].map((x) => wheel(x, -RADIUS, RADIUS, { spokes: 6, dark: true })).join('')}`;
}

const folded = () =>
  `${drawbar(1300)}<path d="${outline([
    [1250, 470, 0.2],
    [1180, 900, 0.5],
    [1280, 1150, 0.4],
    [4820, 1150, 0.4],
    [4920, 880, 0.5],
    [4860, 470, 0.2],
  ])}" fill="url(#side)" stroke="#7e878e" stroke-width="14"/>
<path d="${outline([
    [1340, 1150, 0.2],
    [1500, 1960, 0.3],
    [4600, 1960, 0.3],
    [4760, 1150, 0.2],
  ])}" fill="url(#canvas)" stroke="#7d7059" stroke-width="12"/><path d="${outline([
    [1240, 1950, 0.3],
    [1420, 2160, 0.5],
    [4680, 2160, 0.5],
    [4860, 1950, 0.3],
  ])}" fill="url(#panel)" stroke="#7e878e" stroke-width="14"/>
<path d="${outline([
    [420, 1330, 0.2],
    [560, 1880, 0.5],
    [1460, 1950, 0.2],
    [1340, 1200, 0.2],
  ])}" fill="url(#canvas)" stroke="#7d7059" stroke-width="12"/><path d="M420 -1300L1330 -1180" stroke="#6a7177" stroke-width="60"/>
${pane(1800, 1800, 800, 440)}${pane(3700, 1800, 760, 440)}<rect x="2820" y="-1900" width="680" height="1380" rx="40" fill="#e8ebed" stroke="#59626a" stroke-width="14"/>${pane(2930, 1760, 460, 380)}
<rect x="1230" y="-760" width="3660" height="110" fill="#23374a"/><rect x="4830" y="-860" width="60" height="200" rx="20" fill="#c3202a"/><path d="M2420 -500C2440 -860 3360 -860 3380 -500Z" fill="#15181b"/>${wheel(2900, -RADIUS, RADIUS, { spokes: 6, dark: true })}`;

/** A caravan from its left, drawbar to the left, in mm with the ground at y = 0. */
export const drawCaravan = (shape: CaravanShape): string => (shape === 'caravan' ? fullHeight() : folded());
