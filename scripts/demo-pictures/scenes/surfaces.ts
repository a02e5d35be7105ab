import { ASPHALT } from '../rig/ground.ts';

/** A country road along x, lines on its edges and a broken one in its middle, gravel beside it. */
export const ROAD = `${ASPHALT}
  float off = abs(p.y); float wearing = 0.6 + 0.4 * smoothstep(0.3, 0.6, fbm(p * 7.0, foot * 7.0, 4));
  float edges = 1.0 - smoothstep(0.06, 0.06 + max(foot, 0.004), abs(off - 3.3));
  float middle = (1.0 - smoothstep(0.06, 0.06 + max(foot, 0.004), off)) * step(0.5, fract(p.x / 9.0));
  colour = mix(colour, vec3(0.6, 0.6, 0.57), wearing * max(edges, middle));
  float tyre = exp(-pow((abs(off - 1.7) - 0.75) / 0.3, 2.0)); colour *= 1.0 - 0.18 * tyre;
  float verge = smoothstep(3.7, 4.5, off + 0.5 * (fbm(p * 1.3, foot * 1.3, 4) - 0.5)); vec2 grit = cells(p * 34.0);
  colour = mix(colour, vec3(0.30, 0.22, 0.14) * (0.6 + 0.6 * fbm(p * 3.0, foot * 3.0, 4)) * (0.8 + 0.4 * grit.y), verge); rough = mix(rough, 0.97, verge);`;

/** Dry grassland with bare patches. */
export const GRASSLAND = /* glsl */ `
  float wide = fbm(p * 0.06, foot * 0.06, 4); float mid = fbm(p * 1.1, foot * 1.1, 4); float fine = fbm(p * 14.0, foot * 14.0, 4);
  colour = mix(vec3(0.16, 0.13, 0.05), vec3(0.36, 0.28, 0.12), wide) * (0.55 + 0.9 * fine); colour = mix(colour, vec3(0.26, 0.17, 0.10), smoothstep(0.55, 0.75, mid));
  rough = 1.0; bump = 0.03 * mid + 0.02 * fine;`;

/** Green lawn by water. */
export const LAWN = /* glsl */ `
  float wide = fbm(p * 0.15, foot * 0.15, 4); float fine = fbm(p * 22.0, foot * 22.0, 4);
  colour = mix(vec3(0.07, 0.095, 0.025), vec3(0.19, 0.185, 0.06), wide) * (0.5 + fine); rough = 1.0; bump = 0.025 * fine;`;

/** Beach sand, damp towards +x or -z is not known here: soft ripples and footprints of wind. */
export const SAND = /* glsl */ `
  float wide = fbm(p * 0.1, foot * 0.1, 4); float fine = fbm(p * 40.0, foot * 40.0, 4); float ripple = fbm(vec2(p.x * 0.9, p.y * 5.0), foot * 5.0, 4);
  colour = mix(vec3(0.46, 0.36, 0.24), vec3(0.60, 0.50, 0.36), wide) * (0.8 + 0.4 * fine); rough = 1.0; bump = 0.03 * ripple + 0.004 * fine + 0.05 * fbm(p * 2.0, foot * 2.0, 3);`;

/** Water with small waves; foam where it meets a shore along x at z = shore. */
export const sea = (shore: number, tint = 'vec3(0.012, 0.06, 0.075)') => /* glsl */ `
  float far = smoothstep(3.0, 60.0, ${shore.toFixed(1)} - p.y); float wave = fbm(p * vec2(0.22, 0.55), foot * 0.5, 5); float chop = fbm(p * vec2(1.2, 2.6), foot * 2.6, 4);
  colour = mix(vec3(0.06, 0.20, 0.20), ${tint}, far); float edge = ${shore.toFixed(1)} - p.y - 2.4 * (fbm(vec2(p.x * 0.12, 4.0), 0.0, 3) - 0.5);
  float surf = fbm(p * vec2(0.7, 1.5), foot * 1.5, 5); float rolls = 0.5 + 0.5 * sin(edge * 0.75 + 5.0 * fbm(p * 0.05, 0.0, 2));
  float foam = smoothstep(0.55, 0.75, surf + 0.28 * exp(-edge * 0.25) + 0.16 * pow(rolls, 6.0) * exp(-edge * 0.06)) * exp(-max(edge, 0.0) * 0.035);
  colour = mix(colour, vec3(0.78, 0.8, 0.8), foam); rough = mix(0.10 + 0.12 * far, 0.9, foam); bump = 0.10 * wave + 0.03 * chop;`;

/** Polished concrete or tiles that mirror a little; \`tone\` from 0 to 1. */
export const polished = (tone: number, tile: number, wet: number) => /* glsl */ `
  float lines = max(joint(p.x, ${tile.toFixed(2)}, 0.005, foot), joint(p.y, ${tile.toFixed(2)}, 0.005, foot)); float cloudy = fbm(p * 0.8, foot * 0.8, 5); float fine = fbm(p * 40.0, foot * 40.0, 3);
  colour = vec3(1.0, 0.985, 0.96) * ${tone.toFixed(3)} * (0.82 + 0.3 * cloudy) * (0.95 + 0.1 * fine) * (1.0 - 0.4 * lines); rough = 0.32 + 0.1 * cloudy; wet = ${wet.toFixed(2)} * (1.0 - lines); bump = 0.00012 * fine;`;

/** Corrugated sheet: ribs counted along x + z. */
export const corrugated = (colour: string, every = 0.19) => /* glsl */ `
  float s = (at.x + at.z) / ${every.toFixed(3)}; float t = fract(s); float rib = smoothstep(0.0, 0.18, t) * smoothstep(0.5, 0.32, t); float dust = fbm(vec2(at.x + at.z, at.y) * 1.3, foot * 1.3, 5);
  colour = ${colour} * (0.78 + 0.35 * dust) * (0.82 + 0.18 * rib); colour = mix(colour, vec3(0.30, 0.13, 0.06), 0.35 * smoothstep(1.2, 0.0, at.y + 0.8 * dust)); rough = 0.5; bump = 0.02 * rib;`;
