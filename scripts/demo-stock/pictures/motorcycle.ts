import { darker, downwards, lighter, outwards, PAINT_COLOURS } from './colours.ts';
import { type Anchor, curve, outline } from './geometry.ts';
import { FRAMES, type Frame, type MotorcycleShape } from './motorcycles.data.ts';
import type { Paint, Shape } from './shapes.ts';
import { WHEEL_DEFS, wheel } from './wheel.ts';

export const isMotorcycle = (shape: Shape): shape is MotorcycleShape =>
  shape === 'naked' || shape === 'sportbike' || shape === 'cruiser' || shape === 'adventure';

export const motorcycleLength = (shape: MotorcycleShape): number => FRAMES[shape].length;
export const motorcycleAxles = (shape: MotorcycleShape): [number, number, number] => {
  const { front, rear, rearRadius } = FRAMES[shape];
  return [front, rear, rearRadius];
};

export const motorcycleDefs = (paint: Paint): string => {
  const colour = PAINT_COLOURS[paint];
  return `${WHEEL_DEFS}${downwards('paint', [
    [0, lighter(colour, 0.55)],
    [0.3, colour],
    [0.7, darker(colour, 0.3)],
    [1, darker(colour, 0.5)],
  ])}
${downwards('metal', [
  [0, '#d4dae0'],
  [0.4, '#8d959d'],
  [0.6, '#4e555c'],
  [1, '#9aa2aa'],
])}${downwards('block', [
  [0, '#5b636b'],
  [1, '#1d2125'],
])}
${outwards('contact', [
  [0, '#000000', 0.6],
  [0.65, '#000000', 0.34],
  [1, '#000000', 0],
])}`;
};

const stroke = (points: readonly Anchor[], colour: string, width: number) =>
  `<path d="${curve(points)}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const shape = (points: readonly Anchor[], fill: string, edge: string) =>
  `<path d="${outline(points)}" fill="${fill}" stroke="${edge}" stroke-width="9"/>`;

function engine(f: Frame, isCruiser: boolean): string {
  const x = (f.front + f.rear) / 2 - 60;
  const cylinder = (cx: number, cy: number, angle: number) =>
    `<g transform="translate(${cx} ${-cy}) rotate(${angle})"><rect x="-105" y="-300" width="210" height="290" rx="34" fill="url(#block)" stroke="#14171a" stroke-width="8"/>${[0, 1, 2, 3, 4].map((i) => `<rect x="-125" y="${-270 + i * 48}" width="250" height="20" rx="9" fill="#7d858d"/>`).join('')}</g>`;
  return `${isCruiser ? cylinder(x - 60, 520, -32) + cylinder(x + 90, 520, 26) : cylinder(x - 90, 500, -28)}
<rect x="${x - 240}" y="-560" width="500" height="300" rx="110" fill="url(#block)" stroke="#14171a" stroke-width="10"/>
<circle cx="${x + 40}" cy="-410" r="118" fill="url(#metal)" stroke="#23272b" stroke-width="10"/><circle cx="${x + 40}" cy="-410" r="60" fill="#4a5057"/><circle cx="${x - 160}" cy="-380" r="62" fill="url(#metal)"/>`;
}

/** A motorcycle from its left, nose to the left, in mm with the ground at y = 0. */
export function drawMotorcycle(kind: MotorcycleShape, paint: Paint): string {
  const f = FRAMES[kind];
  const edge = darker(PAINT_COLOURS[paint], 0.7);
  const mid = (f.front + f.rear) / 2;
  const isCruiser = kind === 'cruiser';
  const fork: Anchor[] = [
    [f.head[0] + 30, f.head[1]],
    [f.front, f.frontRadius],
  ];
  const bottles =
    kind === 'adventure'
      ? `<rect x="1640" y="-900" width="420" height="400" rx="50" fill="url(#metal)" stroke="#30353a" stroke-width="12"/><path d="M1640 -800h420" stroke="#3c4249" stroke-width="10"/>`
      : '';
  return `${wheel(f.rear, -f.rearRadius, f.rearRadius, { spokes: f.spokes, dark: true })}${wheel(f.front, -f.frontRadius, f.frontRadius, { spokes: f.spokes, dark: true })}
${stroke(
  [
    [mid + 60, 420],
    [f.rear, f.rearRadius],
  ],
  '#30353b',
  84,
)}${stroke(
  [
    [mid + 60, 440],
    [f.rear, f.rearRadius + 20],
  ],
  '#59616a',
  30,
)}
${stroke(
  [
    [f.head[0] + 60, f.head[1] - 60],
    [mid, 680],
    [mid + 230, 500],
  ],
  '#20242a',
  70,
)}${stroke(
  [
    [mid + 40, 700],
    [f.rear - 260, 760],
  ],
  '#20242a',
  46,
)}${stroke(
  [
    [f.rear - 420, 700],
    [mid + 200, 430],
  ],
  '#c0392b',
  34,
)}
${engine(f, isCruiser)}
${stroke(
  [
    [mid - 260, 520],
    [mid - 330, 330],
    [mid - 40, 230],
    [mid + 260, 240],
  ],
  'url(#metal)',
  66,
)}${stroke(
  isCruiser
    ? [
        [mid + 240, 240],
        [f.rear + 330, 300],
      ]
    : [
        [mid + 240, 240],
        [f.rear - 160, 430],
        [f.rear + 80, 560],
      ],
  '#8f979f',
  112,
)}${stroke(
  isCruiser
    ? [
        [mid + 300, 262],
        [f.rear + 320, 318],
      ]
    : [
        [mid + 300, 275],
        [f.rear - 150, 455],
        [f.rear + 70, 580],
      ],
  '#e2e7eb',
  26,
)}
${stroke(fork, '#3a4047', 82)}${stroke(fork, isCruiser ? '#dfe4e8' : '#c79a3f', 40)}
<path d="${outline([
    [f.front - 250, f.frontRadius + 190, 0.5],
    [f.front - 60, f.frontRadius + 345],
    [f.front + 190, f.frontRadius + 280],
    [f.front + 330, f.frontRadius + 100],
    [f.front + 180, f.frontRadius + 220],
    [f.front - 50, f.frontRadius + 285],
  ])}" fill="url(#paint)" stroke="${edge}" stroke-width="8"/>
${shape(f.tail, 'url(#paint)', edge)}${bottles}${shape(f.seat, '#191c1f', '#050607')}
${shape(f.tank, 'url(#paint)', edge)}<path d="${curve(f.tank.slice(0, 3).map(([x, y]): Anchor => [x + 40, y - 46]))}" fill="none" stroke="#ffffff" stroke-opacity="0.65" stroke-width="26" stroke-linecap="round"/>
${f.fairing ? shape(f.fairing, 'url(#paint)', edge) : ''}${f.screen ? `<path d="${outline(f.screen)}" fill="#33424e" fill-opacity="0.75" stroke="#10151a" stroke-width="8"/>` : ''}
${stroke([f.head, [(f.head[0] + f.grips[0]) / 2 - 20, f.grips[1] - 10], f.grips], '#22262b', 38)}${stroke([f.grips, [f.grips[0] + 130, f.grips[1] - 14]], '#0d0f11', 58)}
<ellipse cx="${f.grips[0] - 70}" cy="${-f.grips[1] - 130}" rx="84" ry="48" fill="#16191d"/>${stroke(
    [
      [f.grips[0] - 10, f.grips[1]],
      [f.grips[0] - 60, f.grips[1] + 110],
    ],
    '#16191d',
    18,
  )}
<circle cx="${f.lamp[0]}" cy="${-f.lamp[1]}" r="${kind === 'sportbike' ? 60 : 104}" fill="#20252a"/><circle cx="${f.lamp[0] - 14}" cy="${-f.lamp[1]}" r="${kind === 'sportbike' ? 40 : 78}" fill="#eaf3fa" stroke="#8f9aa4" stroke-width="10"/>`;
}
