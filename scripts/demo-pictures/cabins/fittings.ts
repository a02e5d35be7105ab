import { Color, type Material, MeshBasicMaterial } from 'three';
import { groundMaterial } from '../rig/ground.ts';

export const glow = (colour: string, strength: number) => {
  const material = new MeshBasicMaterial({ color: new Color(colour).multiplyScalar(strength) });
  material.userData.noShadow = true;
  return material;
};

/** A ceiling lets the lamps above it through. */
export const unshading = <M extends Material>(material: M): M => {
  material.userData.noShadow = true;
  return material;
};

/** Light oak veneer, its grain along x. */
export const oak = () =>
  groundMaterial(`
    vec2 w = vec2(at.x * 1.2 + at.z * 1.2, (at.y + at.z * 0.3) * 26.0); float grain = fbm(w, foot * 14.0, 6); float line = 0.5 + 0.5 * sin(grain * 30.0 + at.y * 40.0);
    colour = mix(vec3(0.34, 0.22, 0.125), vec3(0.56, 0.41, 0.26), clamp(0.3 + 0.35 * line + 0.6 * (grain - 0.4), 0.0, 1.0)); rough = 0.48; bump = 0.0002 * grain;`);

export const planks = () =>
  groundMaterial(`
    float s = p.y / 0.16; float board = floor(s); float grain = fbm(vec2(p.x * 1.5 + board * 5.3, p.y * 40.0), foot * 20.0, 5); float ends = joint(p.x + board * 0.47, 1.3, 0.003, foot);
    colour = mix(vec3(0.16, 0.115, 0.08), vec3(0.33, 0.25, 0.18), grain * 0.8 + 0.3 * hash21(vec2(board, 1.0))); colour *= 1.0 - 0.5 * max(ends, joint(p.y, 0.16, 0.003, foot)); rough = 0.42;`);

export const marble = () =>
  groundMaterial(`
    float veins = abs(fbm(at.xz * 3.0 + fbm(at.xz * 2.0, foot, 4), foot * 3.0, 6) - 0.5); colour = mix(vec3(0.40, 0.39, 0.38), vec3(0.74, 0.73, 0.71), smoothstep(0.0, 0.10, veins)); rough = 0.16;`);
