import { between } from './geometry.ts';

const FULL_TURN = Math.PI * 2;
/** Rim as a share of the wheel with its tyre. */
const RIM_SHARE = 0.69;

const point = (angle: number, radius: number) =>
  `${(Math.cos(angle) * radius).toFixed(1)} ${(Math.sin(angle) * radius).toFixed(1)}`;

/** A spoke from hub to rim that swells at both ends. */
function spoke(angle: number, rim: number, width: number): string {
  const [inner, outer, slim] = [width * 1.15, width * 1.25, width * 0.72];
  const hub = rim * 0.2;
  return `M${point(angle - inner / 2 / 0.9, hub)}Q${point(angle - slim * 0.36, rim * 0.55)} ${point(angle - outer / 5, rim)}L${point(angle + outer / 5, rim)}Q${point(angle + slim * 0.36, rim * 0.55)} ${point(angle + inner / 2 / 0.9, hub)}Z`;
}

/** Gradients that `wheel` refers to; once per picture. */
export const WHEEL_DEFS = `
<radialGradient id="tyre" r="50%"><stop offset="0.66" stop-color="#0f1114"/><stop offset="0.74" stop-color="#24272c"/><stop offset="0.9" stop-color="#1b1d21"/><stop offset="1" stop-color="#08090b"/></radialGradient>
<linearGradient id="rim" x1="0" y1="0" x2="0.4" y2="1"><stop offset="0" stop-color="#f4f6f8"/><stop offset="0.5" stop-color="#b3bac2"/><stop offset="1" stop-color="#6b727a"/></linearGradient>
<linearGradient id="rimdark" x1="0" y1="0" x2="0.4" y2="1"><stop offset="0" stop-color="#7c838b"/><stop offset="0.5" stop-color="#40454b"/><stop offset="1" stop-color="#202328"/></linearGradient>
<radialGradient id="barrel" r="50%"><stop offset="0" stop-color="#2c3036"/><stop offset="0.8" stop-color="#15171b"/><stop offset="1" stop-color="#3b4046"/></radialGradient>
<radialGradient id="disc" r="50%"><stop offset="0.4" stop-color="#5c636b"/><stop offset="0.75" stop-color="#9aa1a9"/><stop offset="1" stop-color="#6b727a"/></radialGradient>`;

/** A road wheel about a centre in mm, drawn with y down. */
export function wheel(
  x: number,
  y: number,
  radius: number,
  options: { spokes: number; dark?: boolean; steel?: boolean },
): string {
  const rim = radius * RIM_SHARE;
  const face = options.dark ? 'url(#rimdark)' : 'url(#rim)';
  const width = Math.min(0.62, 3.1 / options.spokes);
  const angles = Array.from(
    { length: options.spokes },
    (_, i) => (i / options.spokes) * FULL_TURN - FULL_TURN / 4,
  );
  const holes = Array.from({ length: 10 }, (_, i) => (i / 10) * FULL_TURN);
  const centre = options.steel
    ? `<circle r="${rim * 0.92}" fill="${face}"/>${holes.map((a) => `<circle cx="${Math.cos(a) * rim * 0.68}" cy="${Math.sin(a) * rim * 0.68}" r="${rim * 0.1}" fill="#15171b"/>`).join('')}<circle r="${rim * 0.42}" fill="#565c63"/>`
    : `<path d="${angles.map((a) => spoke(a, rim * 0.94, width)).join('')}" fill="${face}" stroke="#2b2f34" stroke-width="${radius * 0.008}"/>`;
  const nuts = Array.from({ length: 5 }, (_, i) => (i / 5) * FULL_TURN)
    .map(
      (a) =>
        `<circle cx="${Math.cos(a) * rim * 0.15}" cy="${Math.sin(a) * rim * 0.15}" r="${rim * 0.032}" fill="#2a2d31"/>`,
    )
    .join('');
  return `<g transform="translate(${x} ${y})">
<circle r="${radius}" fill="url(#tyre)"/>
<circle r="${between(rim, radius, 0.55)}" fill="none" stroke="#33373d" stroke-width="${radius * 0.012}"/>
<circle r="${rim * 1.03}" fill="#0c0d10"/><circle r="${rim}" fill="url(#barrel)"/>
<circle r="${rim * 0.74}" fill="url(#disc)"/><circle r="${rim * 0.44}" fill="#3a3f45"/>
<path d="M${point(-2.6, rim * 0.78)}A${rim * 0.78} ${rim * 0.78} 0 0 1 ${point(-1.75, rim * 0.78)}L${point(-1.75, rim * 0.5)}A${rim * 0.5} ${rim * 0.5} 0 0 0 ${point(-2.6, rim * 0.5)}Z" fill="#8c2a25"/>
${centre}
<circle r="${rim * 0.965}" fill="none" stroke="${face}" stroke-width="${rim * 0.075}"/>
<circle r="${rim * 0.25}" fill="${face}" stroke="#33383e" stroke-width="${radius * 0.008}"/>${nuts}<circle r="${rim * 0.085}" fill="#1d2024"/>
<path d="M${point(-2.5, radius * 0.965)}A${radius * 0.965} ${radius * 0.965} 0 0 1 ${point(-0.7, radius * 0.965)}" fill="none" stroke="#ffffff" stroke-opacity="0.13" stroke-width="${radius * 0.03}"/></g>`;
}
