import {
  BoxGeometry,
  Color,
  DoubleSide,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
} from 'three';
import { groundMaterial } from '../rig/ground.ts';

/** A box by its least corner and its size, metres. */
export function box(
  material: Material,
  x: number,
  y: number,
  z: number,
  width: number,
  height: number,
  depth: number,
): Mesh {
  const mesh = new Mesh(new BoxGeometry(width, height, depth), material);
  mesh.position.set(x + width / 2, y + height / 2, z + depth / 2);
  return mesh;
}

/** Clear glass that mirrors the surroundings. */
export const clearGlass = (tint = '#0d1416', opacity = 0.22) => {
  const glass = new MeshPhysicalMaterial({
    color: tint,
    roughness: 0.015,
    metalness: 0,
    ior: 1.6,
    specularIntensity: 1,
    clearcoat: 1,
    clearcoatRoughness: 0.01,
    transparent: true,
    opacity,
    depthWrite: false,
    side: DoubleSide,
  });
  glass.userData.noShadow = true;
  return glass;
};

/** Something that shines. */
export function glowing(colour: string, strength: number): MeshBasicMaterial {
  const material = new MeshBasicMaterial({
    color: new Color(colour).multiplyScalar(strength),
    side: DoubleSide,
  });
  material.userData.noShadow = true;
  return material;
}

export const plain = (colour: string, roughness = 0.7, metalness = 0) =>
  new MeshStandardMaterial({ color: colour, roughness, metalness, side: DoubleSide });

/** Fair-faced concrete: panels of formwork with tie holes, clouds and pores. */
export const concrete = (tone = 0.36) =>
  groundMaterial(`
    vec2 w = vec2(at.x + at.z, at.y); float cloudy = fbm(w * 0.7, foot * 0.7, 5); float pores = fbm(w * 22.0, foot * 22.0, 4);
    colour = vec3(1.0, 0.985, 0.95) * ${tone.toFixed(3)} * (0.72 + 0.5 * cloudy) * (0.93 + 0.14 * pores);
    colour *= 0.92 + 0.08 * smoothstep(0.3, 0.7, fbm(vec2(w.x * 3.0, w.y * 0.15), foot * 3.0, 3));
    float lines = max(joint(w.x, 2.4, 0.012, foot), joint(w.y, 1.2, 0.012, foot)); colour *= 1.0 - 0.45 * lines;
    vec2 hole = abs(fract(w / vec2(1.2, 1.2) + 0.5) - 0.5) * 1.2; float tie = 1.0 - smoothstep(0.022, 0.03 + foot, length(hole - vec2(0.3, 0.3))); colour *= 1.0 - 0.6 * tie;
    rough = 0.72; bump = 0.0008 * pores - 0.003 * lines;`);

/** Timber boards: `across` names the axis they are counted along. */
export const timber = (across: 'x + at.z' | 'y' | 'x' | 'z', width = 0.14, warm = 1) =>
  groundMaterial(`
    float s = (at.${across}) / ${width.toFixed(3)}; float board = floor(s); float t = fract(s);
    float along = ${across === 'y' ? 'at.x + at.z' : across === 'x + at.z' ? 'at.y' : across === 'x' ? 'at.z' : 'at.x'};
    float grain = fbm(vec2(along * 0.8 + board * 7.7, s * 9.0), foot * 6.0, 5); float tone = hash21(vec2(board, 3.0));
    colour = mix(vec3(0.20, 0.095, 0.042), vec3(0.42, 0.235, 0.12), clamp(grain * 1.1 + 0.35 * tone - 0.2, 0.0, 1.0)) * ${warm.toFixed(2)};
    float gap = smoothstep(0.0, 0.05 + foot * 3.0, min(t, 1.0 - t)); colour *= 0.25 + 0.75 * gap;
    rough = 0.5 + 0.2 * grain; bump = 0.004 * gap;`);

/**
 * A wall of glass between mullions, facing +z, from x to x + width.
 * @param every metres between mullions
 */
export function glassWall(
  glass: Material,
  frame: Material,
  x: number,
  y: number,
  z: number,
  width: number,
  height: number,
  every: number,
): Group {
  const wall = new Group();
  const pane = new Mesh(new PlaneGeometry(width, height), glass);
  pane.position.set(x + width / 2, y + height / 2, z);
  wall.add(pane);
  const count = Math.round(width / every);
  for (let at = 0; at <= count; at++)
    wall.add(box(frame, x + (at * width) / count - 0.03, y, z - 0.09, 0.06, height, 0.14));
  wall.add(
    box(frame, x, y, z - 0.08, width, 0.09, 0.13),
    box(frame, x, y + height - 0.09, z - 0.08, width, 0.09, 0.13),
  );
  return wall;
}

/** A row of things with equal gaps. */
export function row(count: number, make: (at: number) => Mesh | Group): Group {
  const all = new Group();
  for (let at = 0; at < count; at++) all.add(make(at));
  return all;
}
