import { MeshStandardMaterial, type MeshStandardMaterialParameters } from 'three';
import { NOISE } from './noise.ts';

/**
 * A material whose surface is computed from its place in the world.
 * @param surface GLSL statements that set `colour` (linear), `rough` and `bump` (metres) from `at` (world, metres),
 * `p` (at.xz) and `foot` (a pixel's size on it, metres)
 */
export function groundMaterial(
  surface: string,
  parameters: MeshStandardMaterialParameters = {},
): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ roughness: 0.9, ...parameters });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec3 vPlace;')
      .replace(
        '#include <project_vertex>',
        '#include <project_vertex>\nvPlace = (modelMatrix * vec4(transformed, 1.0)).xyz;',
      );
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        `#include <common>
        varying vec3 vPlace;
        ${NOISE}
        vec3 bumped(vec3 n, vec3 eye, float h) {
          vec3 sx = dFdx(eye), sy = dFdy(eye); vec3 r1 = cross(sy, n), r2 = cross(n, sx);
          float det = dot(sx, r1); vec3 g = sign(det) * (dFdx(h) * r1 + dFdy(h) * r2);
          return normalize(abs(det) * n - g);
        }`,
      )
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
        vec3 at = vPlace; vec2 p = at.xz; float foot = max(length(dFdx(at)), length(dFdy(at)) * 0.5);
        vec3 colour = diffuseColor.rgb; float rough = roughness; float bump = 0.0;
        ${surface}
        diffuseColor.rgb = max(colour, vec3(0.0));`,
      )
      .replace('#include <roughnessmap_fragment>', 'float roughnessFactor = clamp(rough, 0.03, 1.0);')
      .replace(
        '#include <normal_fragment_maps>',
        '#include <normal_fragment_maps>\nnormal = bumped(normal, -vViewPosition, bump);',
      );
  };
  material.customProgramCacheKey = () => surface;
  return material;
}

/** Asphalt with stones in the binder, patches and a few cracks. */
export const ASPHALT = /* glsl */ `
  vec2 stone = cells(p * 95.0); float near = 1.0 - smoothstep(0.004, 0.016, foot);
  float patchy = fbm(p * 0.35, foot * 0.35, 4); float fine = fbm(p * 14.0, foot * 14.0, 3);
  colour = vec3(0.062, 0.063, 0.066) * (0.72 + 0.6 * patchy) * (0.8 + 0.4 * fine);
  colour *= 1.0 + near * (0.9 * stone.y - 0.45) * (1.0 - smoothstep(0.2, 0.6, stone.x));
  float crack = abs(fbm(p * 0.55 + 31.0, foot * 0.55, 5) - 0.5);
  colour *= 1.0 - 0.45 * (1.0 - smoothstep(0.0006, 0.0035 + foot * 0.2, crack)) * step(0.62, noise2(p * 0.13 + 5.0));
  colour *= 1.0 - 0.25 * smoothstep(0.6, 0.8, fbm(p * 0.9 + 9.0, foot, 3));
  rough = 0.82 + 0.12 * fine; bump = near * 0.0022 * (0.6 - stone.x) * step(0.25, stone.y);`;

/** Large concrete pavers with joints, stains and fine pores. */
export const PAVING = /* glsl */ `
  vec2 size = vec2(1.2, 0.6); vec2 row = vec2(p.x + 0.4 * floor(p.y / size.y), p.y);
  vec2 number = floor(row / size); float tone = hash21(number);
  float lines = max(joint(row.x, size.x, 0.008, foot), joint(row.y, size.y, 0.008, foot));
  float stain = fbm(p * 0.4, foot * 0.4, 4); float fine = fbm(p * 30.0, foot * 30.0, 4);
  colour = vec3(0.40, 0.385, 0.36) * (0.86 + 0.16 * tone) * (0.78 + 0.4 * stain) * (0.9 + 0.2 * fine);
  colour *= 1.0 - 0.62 * lines;
  rough = 0.62 + 0.2 * fine - 0.1 * stain; bump = -0.003 * lines + 0.0007 * fine;`;

/** Red earth of the inland: gravel, dust and two wheel tracks along x. */
export const RED_DIRT = /* glsl */ `
  float wide = fbm(p * 0.16, foot * 0.16, 4); float mid = fbm(p * 1.7, foot * 1.7, 5); float fine = fbm(p * 23.0, foot * 23.0, 4);
  float near = 1.0 - smoothstep(0.008, 0.03, foot); vec2 stone = cells(p * 26.0); vec2 pebble = cells(p * 9.0 + 3.0);
  float wander = 0.5 * (noise2(vec2(p.x * 0.08, 2.0)) - 0.5);
  float side = abs(p.y + wander); float track = exp(-pow((side - 0.82) / 0.26, 2.0)); float road = 1.0 - smoothstep(1.7, 2.7, side + 0.8 * (mid - 0.5));
  colour = mix(vec3(0.31, 0.092, 0.034), vec3(0.50, 0.20, 0.088), clamp(1.8 * mid - 0.4, 0.0, 1.0)) * (0.75 + 0.5 * wide);
  colour = mix(colour, vec3(0.25, 0.12, 0.06), 0.35 * smoothstep(0.45, 0.7, wide) * (1.0 - road));
  colour = mix(colour, vec3(0.62, 0.30, 0.16), 0.7 * track + 0.25 * road);
  colour *= 0.72 + 0.56 * fine;
  float loose = near * (1.0 - 0.75 * track);
  float isStone = step(0.62, stone.y) * (1.0 - smoothstep(0.16, 0.34, stone.x)); float isPebble = step(0.8, pebble.y) * (1.0 - smoothstep(0.12, 0.3, pebble.x));
  colour = mix(colour, vec3(0.36, 0.14, 0.065) * (0.5 + stone.y), 0.5 * loose * isStone);
  colour = mix(colour, vec3(0.36, 0.18, 0.11) * (0.4 + pebble.y), 0.6 * loose * isPebble);
  float ribs = noise2(vec2(p.x * 9.0, p.y * 1.2)) * track * near;
  rough = 0.97; bump = 0.03 * mid + 0.007 * fine + loose * (0.004 * isStone * (0.34 - stone.x) / 0.34 + 0.012 * isPebble * (0.3 - pebble.x) / 0.3) - 0.035 * track + 0.008 * ribs;`;

/** Pale compacted gravel. */
export const GRAVEL = /* glsl */ `
  float wide = fbm(p * 0.3, foot * 0.3, 4); float fine = fbm(p * 17.0, foot * 17.0, 4); vec2 stone = cells(p * 42.0);
  float near = 1.0 - smoothstep(0.005, 0.022, foot);
  colour = vec3(0.30, 0.265, 0.215) * (0.7 + 0.6 * wide) * (0.75 + 0.5 * fine);
  colour *= 1.0 + near * (0.9 * stone.y - 0.4) * (1.0 - smoothstep(0.25, 0.55, stone.x));
  rough = 0.95; bump = near * 0.006 * (0.6 - stone.x) + 0.01 * fine;`;
