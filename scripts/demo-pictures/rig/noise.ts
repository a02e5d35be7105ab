/** Noise for shaders: each octave fades out where it would be finer than a pixel. */
export const NOISE = /* glsl */ `
float hash21(vec2 p) {
  uvec2 q = uvec2(ivec2(floor(p))) * uvec2(1597334673u, 3812015801u);
  uint n = (q.x ^ q.y) * 1597334673u; n ^= n >> 15; n *= 2246822519u; n ^= n >> 13;
  return float(n) * (1.0 / 4294967295.0);
}
float noise2(vec2 p) {
  vec2 i = floor(p); vec2 f = p - i; f = f * f * (3.0 - 2.0 * f);
  return mix(mix(hash21(i), hash21(i + vec2(1, 0)), f.x), mix(hash21(i + vec2(0, 1)), hash21(i + vec2(1, 1)), f.x), f.y);
}
/** Mean 0.5; foot: size of a pixel in the units of p. */
float fbm(vec2 p, float foot, int octaves) {
  float sum = 0.0, all = 0.0, amp = 0.5, scale = 1.0;
  for (int i = 0; i < octaves; i++) {
    float keep = 1.0 - smoothstep(0.35, 1.1, foot * scale);
    sum += amp * keep * (noise2(p * scale + float(i) * 17.3) - 0.5); all += amp;
    amp *= 0.55; scale *= 2.03;
  }
  return 0.5 + sum / all;
}
/** Cells: distance to the nearest stone's middle, and that stone's number. */
vec2 cells(vec2 p) {
  vec2 i = floor(p); vec2 f = p - i; float best = 9.0; float id = 0.0;
  for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++) {
    vec2 g = vec2(x, y); vec2 o = vec2(hash21(i + g), hash21(i + g + 71.0));
    float d = length(g + o - f); if (d < best) { best = d; id = hash21(i + g + 133.0); }
  }
  return vec2(best, id);
}
/** A line of a grid: 1 on the joint, softened to a pixel. */
float joint(float at, float every, float width, float foot) {
  float d = abs(fract(at / every + 0.5) - 0.5) * every;
  return (1.0 - smoothstep(width * 0.5, width * 0.5 + max(foot, 0.001), d)) * min(1.0, width / max(foot, width));
}
`;

/** Numbers from 0 to 1, the same row for the same seed. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const lattice = (x: number, y: number): number => {
  let n = Math.imul(x, 374761393) + Math.imul(y, 668265263);
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  return ((n ^ (n >>> 16)) >>> 0) / 4294967296;
};

/** Smooth noise of the plane, 0 to 1. */
export function noiseAt(x: number, y: number): number {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const smooth = (t: number) => t * t * (3 - 2 * t);
  const [u, v] = [smooth(x - i), smooth(y - j)];
  const low = lattice(i, j) * (1 - u) + lattice(i + 1, j) * u;
  const high = lattice(i, j + 1) * (1 - u) + lattice(i + 1, j + 1) * u;
  return low * (1 - v) + high * v;
}

/** Several octaves of noise, about 0 to 1. */
export function fbmAt(x: number, y: number, octaves = 5): number {
  let [sum, all, share, scale] = [0, 0, 1, 1];
  for (let at = 0; at < octaves; at++) {
    sum += share * noiseAt(x * scale + at * 19.7, y * scale - at * 7.1);
    all += share;
    share *= 0.5;
    scale *= 2.07;
  }
  return sum / all;
}
