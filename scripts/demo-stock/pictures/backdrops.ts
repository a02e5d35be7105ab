import { across, downwards, mix } from './colours.ts';

/** Height of the picture at which vehicles stand, in pixels. */
export const GROUND_Y = 652;
export const PICTURE = { width: 1280, height: 853 } as const;

const full = (fill: string, y = 0, height: number = PICTURE.height - y) =>
  `<rect y="${y}" width="${PICTURE.width}" height="${height}" fill="${fill}"/>`;

export type StudioName = 'day' | 'dusk' | 'sand';
type Studio = { wall: string; glow: string; floor: string; near: string };
const STUDIOS: Readonly<Record<StudioName, Studio>> = {
  day: { wall: '#c9d1d8', glow: '#f5f8fa', floor: '#dde3e8', near: '#a9b3bc' },
  dusk: { wall: '#2f3842', glow: '#7d8b99', floor: '#56616d', near: '#20262d' },
  sand: { wall: '#d8cbb8', glow: '#fbf4e8', floor: '#e8ddcb', near: '#b6a68e' },
};

/** A seamless studio with a lit wall. */
export function studio(name: StudioName): string {
  const { wall, glow, floor, near } = STUDIOS[name];
  const half = mix(wall, glow, 0.75);
  // A radial gradient of this size would cost as much as the whole vehicle; two straight ones do.
  return `<defs>${across('wallglow', [
    [0, wall],
    [0.28, half],
    [0.5, glow],
    [0.72, half],
    [1, wall],
  ])}${downwards('fade', [
    [0, wall, 0.95],
    [0.5, wall, 0.1],
    [1, wall, 0],
  ])}${downwards('floor', [
    [0, floor],
    [1, near],
  ])}${downwards('sweep', [
    [0, floor, 0],
    [1, floor],
  ])}</defs>
${full('url(#wallglow)', 0, 570)}${full('url(#fade)', 0, 570)}${full('url(#floor)', 560)}${full('url(#sweep)', 460, 101)}
<g fill="#ffffff" fill-opacity="${name === 'dusk' ? 0.5 : 0.75}"><rect x="170" y="52" width="940" height="14" rx="7"/><rect x="300" y="96" width="680" height="7" rx="3.5"/></g>`;
}

const hills = (base: number, rise: number, seed: number): string => {
  const points = Array.from({ length: 14 }, (_, i) => {
    const wave = Math.sin(i * 1.7 + seed) * 0.5 + Math.sin(i * 0.9 + seed * 2.3) * 0.5;
    return `${i * 100 - 10} ${Math.round(base - rise * (0.55 + 0.45 * wave))}`;
  });
  const [first = '0 0', ...rest] = points;
  const smooth = rest.map((point, i) => {
    const [x = 0, y = 0] = point.split(' ').map(Number);
    const [px = 0, py = 0] = (points[i] ?? first).split(' ').map(Number);
    return `C${px + 50} ${py} ${x - 50} ${y} ${point}`;
  });
  return `M${first}${smooth.join('')}V${base + 60}H-10Z`;
};

const tree = (x: number, y: number, size: number, leaf: string) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-4 0C-2 -40 -10 -70 4 -120M0 -60C14 -80 26 -88 34 -112" stroke="#8c7d6c" stroke-width="8" fill="none" stroke-linecap="round"/><g fill="${leaf}"><ellipse cx="0" cy="-138" rx="58" ry="36"/><ellipse cx="42" cy="-122" rx="42" ry="26"/><ellipse cx="-34" cy="-114" rx="34" ry="22"/></g></g>`;

const road = (surface: string, verge: string) =>
  `<defs>${downwards('tar', [
    [0, surface],
    [1, '#2b2e32'],
  ])}</defs>${full(verge, 556, 60)}${full('url(#tar)', 592)}<path d="M0 596H1280" stroke="#e9e4d6" stroke-opacity="0.75" stroke-width="5"/><path d="M-60 770H1340" stroke="#efe9da" stroke-width="11" stroke-dasharray="150 120" opacity="0.85"/>`;

const sky = (top: string, low: string) =>
  `<defs>${downwards('sky', [
    [0, top],
    [1, low],
  ])}</defs>${full('url(#sky)', 0, 600)}`;

const coast = () =>
  `${sky('#6fb1de', '#e8f3f6')}<g fill="#ffffff" opacity="0.7"><ellipse cx="260" cy="150" rx="150" ry="24"/><ellipse cx="350" cy="130" rx="110" ry="26"/><ellipse cx="960" cy="210" rx="170" ry="20"/></g>
${full('#2f86a8', 400, 170)}${full('#4fa5bd', 470, 100)}<path d="M0 470Q320 456 640 472T1280 466" stroke="#d9f0f2" stroke-width="5" fill="none" opacity="0.7"/><path d="M0 520Q320 500 640 520T1280 512V580H0Z" fill="#ead9b0"/>
<path d="M820 402C900 352 1000 330 1100 322S1240 300 1290 306V470H860Z" fill="#54765c"/><path d="M820 402C960 396 1100 430 1290 420V470H860Z" fill="#c9ae83"/>${road('#5b6066', '#b9a877')}`;

const ranges = () =>
  `${sky('#87b6d6', '#f6ead2')}<path d="${hills(500, 190, 1)}" fill="#8aa7be"/><path d="${hills(530, 130, 4)}" fill="#6d8c94"/><path d="${hills(566, 80, 8)}" fill="#5d7a5c"/>
${tree(120, 580, 1.35, '#57704a')}${tree(1130, 576, 1.6, '#4d6844')}${tree(1030, 572, 0.9, '#688059')}${tree(260, 572, 0.8, '#688059')}${road('#62625f', '#9c9158')}`;

const city = () => {
  const blocks = Array.from({ length: 17 }, (_, i) => {
    const height = 110 + Math.round(Math.abs(Math.sin(i * 2.3)) * 250);
    const lights = Array.from({ length: Math.floor(height / 30) }, (_, row) =>
      (i + row) % 3 === 0
        ? `<rect x="${i * 78 + 14}" y="${560 - height + 16 + row * 28}" width="42" height="8" fill="#ffd89a" opacity="0.75"/>`
        : '',
    ).join('');
    return `<rect x="${i * 78 - 10}" y="${560 - height}" width="70" height="${height}" fill="${i % 2 ? '#2d3a55' : '#384868'}"/>${lights}`;
  }).join('');
  return `${sky('#33426f', '#f2b48c')}${blocks}${full('#24304a', 548, 20)}${road('#4b4f58', '#6d717a')}`;
};

const outback = () =>
  `${sky('#4d93cf', '#f7dfb9')}<path d="${hills(545, 70, 2)}" fill="#b4673d"/><path d="M380 540C400 470 470 440 640 436S860 462 900 540Z" fill="#a3512e"/><path d="M380 540C480 500 760 500 900 540Z" fill="#8b4226"/>
${full('#c47a45', 540, 60)}${[60, 190, 330, 980, 1100, 1240].map((x, i) => `<ellipse cx="${x}" cy="${566 + (i % 3) * 8}" rx="${34 + (i % 2) * 14}" ry="13" fill="#8b8a55"/>`).join('')}${road('#86604a', '#b56a3c')}`;

const lane = () =>
  `${sky('#a8c9dd', '#f3f6f4')}<path d="${hills(520, 60, 3)}" fill="#8aa58c"/>${[
    [40, 240, '#e6dccb'],
    [330, 280, '#cfd8d8'],
    [700, 250, '#e9e1d4'],
    [1010, 300, '#d6cdbf'],
  ]
    .map(
      ([x, w, wall]) =>
        `<path d="M${Number(x) - 24} 410L${Number(x) + Number(w) / 2} 322L${Number(x) + Number(w) + 24} 410Z" fill="#7a5a4a"/><rect x="${x}" y="408" width="${w}" height="160" fill="${wall}"/><rect x="${Number(x) + 30}" y="446" width="66" height="58" fill="#56707f"/><rect x="${Number(x) + Number(w) - 84}" y="440" width="54" height="128" fill="#6e4f3f"/>`,
    )
    .join('')}<path d="${hills(572, 26, 6)}" fill="#5d8052"/>${road('#5f6368', '#8ba36b')}`;

const BACKDROPS = { coast, ranges, city, outback, lane } as const;
export type Place = keyof typeof BACKDROPS;
export const place = (name: Place): string => BACKDROPS[name]();

/** A showroom with a wall of windows, for the views along the car. */
export const showroom = (floor: string, wall: string): string =>
  `<defs>${downwards('tiles', [
    [0, floor],
    [1, '#6b737b'],
  ])}${downwards('panes', [
    [0, '#bcd6e6'],
    [1, '#eef5f7'],
  ])}</defs>${full(wall)}
${[70, 300, 530, 760, 990].map((x) => `<rect x="${x}" y="90" width="206" height="400" fill="url(#panes)"/><path d="M${x + 30} 490L${x + 120} 90h46L${x + 76} 490Z" fill="#ffffff" opacity="0.35"/>`).join('')}
<rect y="60" width="1280" height="24" fill="#ffffff" opacity="0.6"/>${full('url(#tiles)', 560)}<rect y="548" width="1280" height="14" fill="#4d555d" opacity="0.5"/>
<g stroke="#ffffff" stroke-opacity="0.25" stroke-width="3">${[-2, -1, 0, 1, 2, 3].map((i) => `<path d="M${640 + i * 190 - 95} 562L${640 + i * 520 - 260} 853"/>`).join('')}<path d="M0 622H1280M0 712H1280"/></g>`;
