import { across, downwards, outwards } from './colours.ts';
import type { Cabin, CabinView } from './views.ts';

const PICTURE_WIDTH = 1280;

type Trim = {
  dash: string;
  dashLow: string;
  seat: string;
  seatDark: string;
  stitch: string;
  wide: boolean;
  flat: boolean;
};
const TRIMS: Readonly<Record<'car' | 'work' | 'truck', Trim>> = {
  car: {
    dash: '#3a3f46',
    dashLow: '#1b1e22',
    seat: '#4a4038',
    seatDark: '#221d19',
    stitch: '#c99b62',
    wide: true,
    flat: false,
  },
  work: {
    dash: '#4b5057',
    dashLow: '#282c31',
    seat: '#5a6067',
    seatDark: '#31353a',
    stitch: '#8b939b',
    wide: false,
    flat: false,
  },
  truck: {
    dash: '#565b60',
    dashLow: '#2e3236',
    seat: '#3f4a5a',
    seatDark: '#232b36',
    stitch: '#9fb0c4',
    wide: false,
    flat: true,
  },
};

const outside = `<defs>${downwards('sky', [
  [0, '#7fb4da'],
  [1, '#eef4f4'],
])}${downwards('tar', [
  [0, '#8c9195'],
  [1, '#4b4f54'],
])}</defs>
<rect width="1280" height="853" fill="url(#sky)"/><path d="M0 330C180 260 300 250 460 290S780 240 960 270 1180 300 1280 270V420H0Z" fill="#7f9c8a"/><path d="M0 360H1280V470H0Z" fill="#a9a67a"/><path d="M0 440H1280V853H0Z" fill="#a9a67a"/><path d="M560 360H720L1500 853H-220Z" fill="url(#tar)"/><path d="M636 372l-10 30h28l-6 -30ZM618 424l-14 56h72l-10 -56Z" fill="#f2ecd8"/>`;

const steering = (x: number, y: number, radius: number, flat: boolean, stitch: string) =>
  `<g transform="translate(${x} ${y})${flat ? ' scale(1 0.72)' : ''}"><circle r="${radius}" fill="none" stroke="#0d0f11" stroke-width="46"/><circle r="${radius}" fill="none" stroke="#2b2f34" stroke-width="30"/><path d="M${-radius * 0.7} ${-radius * 0.7}A${radius} ${radius} 0 0 1 ${radius * 0.7} ${-radius * 0.7}" fill="none" stroke="#ffffff" stroke-opacity="0.16" stroke-width="12"/><circle r="${radius}" fill="none" stroke="${stitch}" stroke-width="2" stroke-dasharray="7 7" opacity="0.8"/>
<path d="M${-radius + 8} -10C${-radius * 0.6} -40 ${-radius * 0.4} -62 0 -66S${radius * 0.6} -40 ${radius - 8} -10L${radius - 12} 36C${radius * 0.5} 26 ${radius * 0.42} 60 ${radius * 0.2} 96L34 ${radius - 10}H-34L${-radius * 0.2} 96C${-radius * 0.42} 60 ${-radius * 0.5} 26 ${-radius + 12} 36Z" fill="#1d2024" stroke="#090a0c" stroke-width="5"/><circle r="50" cy="6" fill="#2b2f34"/><circle r="20" cy="6" fill="#c7ced4"/>${[-1, 1].map((side) => `<rect x="${side * radius * 0.58 - 30}" y="-18" width="60" height="36" rx="14" fill="#33383e"/><circle cx="${side * radius * 0.58}" r="6" fill="#cdd4da"/>`).join('')}</g>`;

const vent = (x: number, y: number, width: number) =>
  `<g transform="translate(${x} ${y})"><rect width="${width}" height="58" rx="16" fill="#0d0f11" stroke="#5b636b" stroke-width="3"/>${[14, 27, 40].map((line) => `<path d="M10 ${line}H${width - 10}" stroke="#343a40" stroke-width="5"/>`).join('')}<rect x="${width / 2 - 7}" y="9" width="14" height="40" rx="6" fill="#5b636b"/></g>`;

const map = (x: number, y: number, width: number, height: number) =>
  `<rect x="${x - 10}" y="${y - 10}" width="${width + 20}" height="${height + 20}" rx="18" fill="#050607"/><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="9" fill="#16324a"/><path d="M${x} ${y + height * 0.7}C${x + width * 0.3} ${y + height * 0.5} ${x + width * 0.4} ${y + height * 0.9} ${x + width} ${y + height * 0.3}M${x + width * 0.3} ${y}V${y + height}M${x} ${y + height * 0.32}H${x + width}" stroke="#3f6f92" stroke-width="6" fill="none"/><path d="M${x + width * 0.3} ${y + height}V${y + height * 0.32}H${x + width * 0.7}" stroke="#5fd0ff" stroke-width="8" fill="none"/><circle cx="${x + width * 0.7}" cy="${y + height * 0.32}" r="10" fill="#ffffff"/><rect x="${x}" y="${y + height - 30}" width="${width}" height="30" fill="#0b1a28" opacity="0.8"/>${[0.2, 0.4, 0.6, 0.8].map((s) => `<circle cx="${x + width * s}" cy="${y + height - 15}" r="7" fill="#cfe3f2"/>`).join('')}`;

const dial = (x: number, y: number, radius: number, turn: number) =>
  `<g transform="translate(${x} ${y})"><circle r="${radius}" fill="#0a0c0f" stroke="#6b747c" stroke-width="4"/>${Array.from({ length: 9 }, (_, i) => `<path d="M0 ${-radius + 8}v12" stroke="#dfe6ec" stroke-width="3" transform="rotate(${-120 + i * 30})"/>`).join('')}<path d="M0 12V${-radius + 20}" stroke="#ff5a3c" stroke-width="5" stroke-linecap="round" transform="rotate(${turn})"/><circle r="8" fill="#ff5a3c"/></g>`;

function dash(trim: Trim): string {
  const { dash: tone, dashLow, stitch, wide, flat } = trim;
  return `${outside}<defs>${downwards('dash', [
    [0, tone],
    [0.5, dashLow],
    [1, '#0d0f11'],
  ])}${across('glare', [
    [0, '#ffffff', 0],
    [0.5, '#ffffff', 0.2],
    [1, '#ffffff', 0],
  ])}</defs>
<path d="M0 0H1280V90C900 34 380 34 0 90Z" fill="#16181b"/><path d="M0 90L0 470 120 400 190 70Z" fill="#14161a" opacity="0.96"/><path d="M1280 90V470L1160 400 1090 70Z" fill="#14161a" opacity="0.96"/><rect x="560" y="52" width="170" height="64" rx="20" fill="#0c0e10"/><rect x="570" y="60" width="150" height="46" rx="14" fill="#9fb7c6"/>
<path d="M0 440C260 396 420 392 640 400S1060 396 1280 440V853H0Z" fill="url(#dash)"/><path d="M0 452C260 408 420 404 640 412S1060 408 1280 452" stroke="#ffffff" stroke-opacity="0.16" stroke-width="6" fill="none"/><path d="M0 560C240 526 460 540 640 540S1040 526 1280 560" stroke="${stitch}" stroke-width="3" stroke-dasharray="10 8" fill="none" opacity="0.75"/>
<path d="M180 470C230 410 520 410 570 470L584 560H166Z" fill="#0b0d10"/>${wide ? map(214, 446, 324, 104) : `${dial(290, 498, 56, -60)}${dial(450, 498, 56, -20)}`}
${wide ? map(640, 428, 330, 150) : map(684, 446, 220, 112)}${vent(60, 500, 100)}${vent(1060, 500, 150)}${vent(wide ? 650 : 690, 606, wide ? 310 : 210)}
<path d="M600 700C660 660 930 660 990 700L1040 853H560Z" fill="#131518" stroke="#3a4047" stroke-width="4"/>${[680, 800, 920].map((x) => `<circle cx="${x}" cy="705" r="27" fill="#23272c" stroke="#7d868e" stroke-width="5"/><path d="M${x} 705v-18" stroke="#dfe6ec" stroke-width="4"/>`).join('')}<rect x="770" y="760" width="70" height="93" rx="26" fill="#2b3036" stroke="#8b949c" stroke-width="5"/><circle cx="805" cy="786" r="15" fill="#aab3bb"/>
<path d="M1050 600h180v110h-180Z" fill="none" stroke="#000" stroke-opacity="0.5" stroke-width="4"/>${steering(376, 640, flat ? 250 : 220, flat, stitch)}`;
}

const seat = (x: number, trim: Trim, scale: number) =>
  `<g transform="translate(${x} 0) scale(${scale} 1)"><rect x="-34" y="150" width="12" height="70" fill="#9aa2aa"/><rect x="22" y="150" width="12" height="70" fill="#9aa2aa"/><rect x="-84" y="76" width="168" height="106" rx="44" fill="url(#seat)" stroke="#0f0d0b" stroke-width="5"/>
<path d="M-150 250C-150 200 -90 196 0 196S150 200 150 250L184 600C184 640 120 660 0 660S-184 640 -184 600Z" fill="url(#seat)" stroke="#0f0d0b" stroke-width="6"/><path d="M-92 236C-100 400 -96 520 -110 640M92 236C100 400 96 520 110 640" stroke="${trim.stitch}" stroke-width="3" stroke-dasharray="9 7" fill="none"/>${[300, 380, 460, 540].map((y) => `<path d="M-92 ${y}Q0 ${y + 18} 92 ${y}" stroke="#000000" stroke-opacity="0.28" stroke-width="6" fill="none"/>`).join('')}<path d="M-120 250C-140 380 -150 480 -158 590" stroke="#ffffff" stroke-opacity="0.12" stroke-width="22" fill="none"/>
<path d="M-200 650C-210 610 -120 620 0 620S210 610 200 650L226 800C226 850 120 870 0 870S-226 850 -226 800Z" fill="url(#cushion)" stroke="#0f0d0b" stroke-width="6"/><path d="M-112 640C-122 720 -128 780 -132 853M112 640C122 720 128 780 132 853" stroke="${trim.stitch}" stroke-width="3" stroke-dasharray="9 7" fill="none"/></g>`;

const seats = (trim: Trim) =>
  `<defs>${downwards('sky', [
    [0, '#a9cbe0'],
    [1, '#edf3f2'],
  ])}${downwards('seat', [
    [0, trim.seat],
    [1, trim.seatDark],
  ])}${downwards('cushion', [
    [0, trim.seat],
    [0.35, trim.seat],
    [1, trim.seatDark],
  ])}${downwards('lining', [
    [0, '#c9c6bf'],
    [1, '#6a6a68'],
  ])}</defs>
<rect width="1280" height="853" fill="url(#lining)"/><path d="M0 60H1280V110H0Z" fill="#b4b1aa"/><path d="M70 130H560C580 130 590 140 590 160V390H40V170C40 146 50 130 70 130ZM720 130H1210C1230 130 1240 146 1240 170V390H690V160C690 140 700 130 720 130Z" fill="url(#sky)" stroke="#1b1e22" stroke-width="16"/><path d="M40 330C200 270 420 290 590 320V390H40ZM690 320C860 280 1080 270 1240 330V390H690Z" fill="#86a08c"/>
<path d="M0 410H1280V853H0Z" fill="${trim.dashLow}"/><path d="M0 410H1280V436H0Z" fill="${trim.dash}"/>${seat(340, trim, 1)}${trim.wide ? '' : seat(650, trim, 0.62)}${seat(950, trim, 1)}${trim.wide ? `<path d="M590 560H700L730 853H560Z" fill="#15181b" stroke="#3a4047" stroke-width="5"/><rect x="604" y="580" width="82" height="70" rx="18" fill="${trim.seat}"/><circle cx="645" cy="712" r="26" fill="#0c0e10" stroke="#7d868e" stroke-width="4"/><circle cx="645" cy="786" r="26" fill="#0c0e10" stroke="#7d868e" stroke-width="4"/>` : ''}
<path d="M180 436C210 560 250 660 300 760" stroke="#24282c" stroke-width="26" fill="none"/><path d="M1110 436C1080 560 1040 660 990 760" stroke="#24282c" stroke-width="26" fill="none"/>`;

const handlebar = `${outside}<defs>${outwards('lcd', [
  [0, '#22303c'],
  [1, '#0a0d11'],
])}${downwards('tank', [
  [0, '#3d444c'],
  [1, '#0e1013'],
])}</defs>
<path d="M420 853C430 700 520 640 640 640S850 700 860 853Z" fill="url(#tank)" stroke="#070809" stroke-width="6"/><circle cx="640" cy="742" r="44" fill="#aab2ba" stroke="#30353a" stroke-width="8"/>
<path d="M150 560C280 500 420 560 520 580H760C860 560 1000 500 1130 560" fill="none" stroke="#1a1d21" stroke-width="46" stroke-linecap="round"/><path d="M150 552C280 492 420 552 520 572H760C860 552 1000 492 1130 552" fill="none" stroke="#7f8890" stroke-width="10" stroke-linecap="round"/>
<rect x="40" y="520" width="210" height="74" rx="36" fill="#0e1012" transform="rotate(-12 145 557)"/><rect x="1030" y="520" width="210" height="74" rx="36" fill="#0e1012" transform="rotate(12 1135 557)"/><path d="M60 500C160 440 260 470 330 520" stroke="#aab3bb" stroke-width="16" fill="none" stroke-linecap="round"/><path d="M1220 500C1120 440 1020 470 950 520" stroke="#aab3bb" stroke-width="16" fill="none" stroke-linecap="round"/>
<path d="M300 520L240 360M980 520L1040 360" stroke="#16191c" stroke-width="14"/><ellipse cx="210" cy="330" rx="104" ry="58" fill="#16191c"/><ellipse cx="210" cy="330" rx="90" ry="45" fill="#b9d0dd"/><ellipse cx="1070" cy="330" rx="104" ry="58" fill="#16191c"/><ellipse cx="1070" cy="330" rx="90" ry="45" fill="#b9d0dd"/>
<rect x="470" y="410" width="340" height="170" rx="44" fill="#0d0f12" stroke="#4d555d" stroke-width="6"/><rect x="490" y="428" width="300" height="134" rx="26" fill="url(#lcd)"/>${dial(570, 496, 54, -50)}<path d="M650 470H770M650 500H750M650 530H730" stroke="#67d6ff" stroke-width="12" stroke-linecap="round"/>`;

const kitchen = `<defs>${downwards('wall', [
  [0, '#f6f3ec'],
  [1, '#dcd5c8'],
])}${downwards('timber', [
  [0, '#b98f62'],
  [1, '#8f6740'],
])}${downwards('sky', [
  [0, '#9cc6e0'],
  [1, '#eaf2ee'],
])}</defs><rect width="1280" height="853" fill="url(#wall)"/><rect width="1280" height="150" fill="url(#timber)"/><path d="M320 0V150M640 0V150M960 0V150" stroke="#6f4f31" stroke-width="4"/>${[250, 570, 890, 1210].map((x) => `<rect x="${x}" y="120" width="50" height="10" rx="5" fill="#3c3a36"/>`).join('')}<rect y="150" width="1280" height="12" fill="#fff2c9"/>
<rect x="330" y="210" width="520" height="220" rx="30" fill="url(#sky)" stroke="#3b3f43" stroke-width="16"/><path d="M338 380C480 330 620 350 842 340V422H338Z" fill="#7f9f76"/><path d="M330 210h80c-10 90-30 160-80 210ZM850 210h-80c10 90 30 160 80 210Z" fill="#d9c8a8"/>
<rect y="500" width="1280" height="36" fill="#4c4a48"/><rect y="536" width="1280" height="317" fill="#f1ede6"/><path d="M300 536V853M620 536V853M930 536V853" stroke="#c4bcae" stroke-width="5"/><rect x="90" y="460" width="260" height="46" rx="10" fill="#23262a"/>${[140, 220, 300].map((x) => `<ellipse cx="${x}" cy="466" rx="30" ry="8" fill="#50565c"/>`).join('')}<path d="M470 500h230l-20 34H490Z" fill="#9aa3ab"/><path d="M585 500V430C585 400 640 400 640 430" stroke="#b8c0c7" stroke-width="14" fill="none"/><rect x="950" y="560" width="300" height="270" rx="18" fill="#3b4046"/><rect x="980" y="600" width="240" height="190" rx="12" fill="#1d2125"/><rect x="980" y="576" width="240" height="12" rx="6" fill="#c7ced4"/><rect x="960" y="300" width="250" height="170" rx="12" fill="#1d2125"/><rect x="980" y="320" width="160" height="130" rx="8" fill="#33404a"/><circle cx="1180" cy="360" r="12" fill="#d7dde2"/><circle cx="1180" cy="410" r="12" fill="#d7dde2"/><path d="M800 500c-10-40 10-60 26-70 16 10 36 30 26 70Z" fill="#7b8f52"/>`;

const bedroom = `<defs>${downwards('wall', [
  [0, '#f3efe8'],
  [1, '#d5cdbf'],
])}${downwards('quilt', [
  [0, '#ffffff'],
  [1, '#c9d3da'],
])}${downwards('timber', [
  [0, '#b98f62'],
  [1, '#7f5a37'],
])}${downwards('sky', [
  [0, '#9cc6e0'],
  [1, '#eaf2ee'],
])}</defs><rect width="1280" height="853" fill="url(#wall)"/><rect x="150" width="980" height="130" fill="url(#timber)"/><path d="M476 0V130M804 0V130" stroke="#5f4329" stroke-width="4"/><rect x="0" y="0" width="150" height="640" fill="url(#timber)"/><rect x="1130" y="0" width="150" height="640" fill="url(#timber)"/>
<rect x="330" y="170" width="620" height="170" rx="26" fill="url(#sky)" stroke="#3b3f43" stroke-width="14"/><path d="M338 300C480 270 700 260 942 290V332H338Z" fill="#7f9f76"/><rect x="240" y="370" width="800" height="120" rx="40" fill="#5d6c78"/>
<path d="M250 470H1030L1160 853H120Z" fill="url(#quilt)" stroke="#a6b0b8" stroke-width="6"/><path d="M214 590C480 560 800 560 1066 590L1160 853H120Z" fill="#3f6b83"/><path d="M214 590C480 560 800 560 1066 590" stroke="#ffffff" stroke-width="26" fill="none"/>${[400, 760].map((x) => `<rect x="${x - 110}" y="430" width="330" height="104" rx="48" fill="#ffffff" stroke="#c4ccd2" stroke-width="5"/>`).join('')}<rect x="560" y="470" width="170" height="88" rx="40" fill="#d08a35"/><circle cx="205" cy="330" r="30" fill="#fff2c9" stroke="#c7a95e" stroke-width="6"/><circle cx="1075" cy="330" r="30" fill="#fff2c9" stroke="#c7a95e" stroke-width="6"/><rect x="20" y="60" width="110" height="250" rx="8" fill="none" stroke="#5f4329" stroke-width="4"/><rect x="1150" y="60" width="110" height="250" rx="8" fill="none" stroke="#5f4329" stroke-width="4"/>`;

/** The inside of a vehicle, filling the picture. */
export function drawCabin(cabin: Cabin, view: CabinView): string {
  if (cabin === 'bike') return handlebar;
  if (cabin === 'caravan') return view === 'dash' ? kitchen : bedroom;
  if (view === 'seats') return seats(TRIMS[cabin]);
  // Drawn with the wheel on the left; Australians sit on the right.
  return `<g transform="translate(${PICTURE_WIDTH} 0) scale(-1 1)">${dash(TRIMS[cabin])}</g>`;
}
