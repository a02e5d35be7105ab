/** Lightness 0 to 1, chroma 0 to about 0.37, hue in radians (Ottosson's OKLab, in polar form). */
export type Oklch = { l: number; c: number; h: number };

type Triple = [number, number, number];

const toLinear = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
const fromLinear = (share: number) =>
  share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055;

/** @param hex `#rrggbb` */
export function oklchOf(hex: string): Oklch {
  const [r, g, b] = [1, 3, 5].map((at) =>
    toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  ) as Triple;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(x, y),
    h: Math.atan2(y, x),
  };
}

function linearOf({ l, c, h }: Oklch): Triple {
  const [x, y] = [c * Math.cos(h), c * Math.sin(h)];
  const long = (l + 0.3963377774 * x + 0.2158037573 * y) ** 3;
  const middle = (l - 0.1055613458 * x - 0.0638541728 * y) ** 3;
  const short = (l - 0.0894841775 * x - 1.291485548 * y) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

const CHROMA_STEP = 0.94;
const CHROMA_EPSILON = 0.004;
const isShown = (linear: Triple) => linear.every((each) => each >= -1e-4 && each <= 1 + 1e-4);

/** `#rrggbb`; a colour outside sRGB loses chroma, and keeps its lightness and hue. */
export function hexOf({ l, c, h }: Oklch): string {
  let chroma = c;
  while (chroma > CHROMA_EPSILON && !isShown(linearOf({ l, c: chroma, h }))) chroma *= CHROMA_STEP;
  const channels = linearOf({ l, c: chroma, h }).map((linear) =>
    Math.round(fromLinear(Math.min(1, Math.max(0, linear))) * 255),
  );
  return `#${channels.map((each) => each.toString(16).padStart(2, '0')).join('')}`;
}
