import { BufferGeometry, Float32BufferAttribute, type Material, Mesh } from 'three';
import { groundMaterial } from '../rig/ground.ts';
import { fbmAt } from '../rig/noise.ts';

/**
 * Ground with hills, finer near the middle.
 * @param reach metres from the middle to the edge
 * @param heightAt metres at x, z
 */
export function terrain(
  reach: number,
  heightAt: (x: number, z: number) => number,
  material: Material,
  steps = 180,
): Mesh {
  const positions: number[] = [];
  const index: number[] = [];
  const place = (at: number) => {
    const t = (at / steps) * 2 - 1;
    return Math.sign(t) * Math.abs(t) ** 2.2 * reach;
  };
  for (let row = 0; row <= steps; row++)
    for (let column = 0; column <= steps; column++) {
      const [x, z] = [place(column), place(row)];
      positions.push(x, heightAt(x, z), z);
      if (row < steps && column < steps) {
        const a = row * (steps + 1) + column;
        index.push(a, a + steps + 1, a + 1, a + 1, a + steps + 1, a + steps + 2);
      }
    }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  return new Mesh(geometry, material);
}

/** A mountain range along an arc around the origin: distance and depth in metres, compass degrees from -z towards +x. */
export type RangeLook = {
  distance: number;
  depth: number;
  height: number;
  from: number;
  to: number;
  seed: number;
  rough: number;
  flat: number;
};

/** Ridges and gullies, seen from their front; heights fall to nothing at the foot and behind. */
export function range(
  { distance, depth, height, from, to, seed, rough, flat }: RangeLook,
  material: Material,
): Mesh {
  const [columns, rows] = [420, 44];
  const positions: number[] = [];
  const index: number[] = [];
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++) {
      const [u, v] = [column / columns, row / rows];
      const angle = ((from + (to - from) * u) * Math.PI) / 180;
      const out = distance + depth * v;
      const [x, z] = [Math.sin(angle) * out, -Math.cos(angle) * out];
      const [nx, nz] = [x / depth, z / depth];
      const crest = fbmAt(nx * 0.55 + seed, nz * 0.55, 3);
      const ridged = 1 - Math.abs(fbmAt(nx * rough * 2.2 - seed, nz * rough * 2.2, 6) * 2 - 1);
      const rise = Math.sin(Math.min(1, v * 1.25) * Math.PI * 0.5) ** 1.6 * (v > 0.8 ? 1 - (v - 0.8) * 3 : 1);
      const edge = Math.min(1, u * 7, (1 - u) * 7);
      const tall = Math.max(0, (crest - 0.26) * 1.9) * (0.52 + 0.62 * ridged ** 1.5);
      const capped = flat > 0 ? Math.min(tall, flat + (tall - flat) * 0.16) : tall;
      positions.push(x, capped * height * rise * edge - 2, z);
      if (row < rows && column < columns) {
        const a = row * (columns + 1) + column;
        index.push(a, a + 1, a + columns + 1, a + 1, a + columns + 2, a + columns + 1);
      }
    }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  return new Mesh(geometry, material);
}

/** Red rock in layers above scree with dots of scrub. */
export const redRock = () =>
  groundMaterial(`
    float strata = fbm(vec2(at.y * 0.055 + 0.6 * fbm(p * 0.004, 0.0, 3), 3.0), foot * 0.05, 4);
    float patchy = fbm(p * 0.011, foot * 0.011, 5); float scrub = smoothstep(0.52, 0.62, fbm(p * 0.05, foot * 0.05, 4));
    float gully = fbm(vec2((at.x + at.z) * 0.016, at.y * 0.012) + 1.4 * patchy, foot * 0.03, 5);
    colour = mix(vec3(0.16, 0.05, 0.026), vec3(0.52, 0.22, 0.10), clamp(strata * 2.2 - 0.6, 0.0, 1.0)) * (0.45 + 0.6 * patchy + 0.55 * gully);
    bump = 22.0 * gully + 10.0 * patchy + 5.0 * strata;
    colour = mix(colour, vec3(0.13, 0.115, 0.06), 0.5 * scrub * smoothstep(60.0, 0.0, at.y)); rough = 1.0;`);

/** Wooded hills far away. */
export const bushHills = () =>
  groundMaterial(`
    float crowns = fbm(p * 0.035, foot * 0.035, 5); float patchy = fbm(p * 0.004, foot * 0.004, 4);
    colour = mix(vec3(0.045, 0.06, 0.03), vec3(0.13, 0.135, 0.065), crowns) * (0.75 + 0.5 * patchy); rough = 1.0;`);
