import {
  CanvasTexture,
  CapsuleGeometry,
  CatmullRomCurve3,
  Color,
  DoubleSide,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type MeshStandardMaterialParameters,
  Quaternion,
  SRGBColorSpace,
  Vector3,
} from 'three';
import type { P3 } from '../parts/solids.ts';
import { groundMaterial as groundOf } from '../rig/ground.ts';

/** Trim is seen from both of its sides. */
const groundMaterial = (surface: string, parameters: MeshStandardMaterialParameters = {}) =>
  groundOf(surface, { side: DoubleSide, ...parameters });

const linear = (colour: string) => {
  const { r, g, b } = new Color(colour);
  return `vec3(${r.toFixed(4)}, ${g.toFixed(4)}, ${b.toFixed(4)})`;
};

/** Leather with its grain. */
export const leather = (colour: string, roughness = 0.52) =>
  groundMaterial(`
    vec2 w = vec2(at.x * 0.8 + at.z, at.y + at.x * 0.7); vec2 grain = cells(w * 520.0); float near = 1.0 - smoothstep(0.0006, 0.0022, foot);
    colour = ${linear(colour)} * (0.9 + 0.2 * fbm(w * 9.0, foot * 9.0, 3)); rough = ${roughness.toFixed(2)}; bump = near * 0.00035 * (0.5 - grain.x);`);

/** Leather sewn in flutes across the seat, every so many metres along x or y. */
export const fluted = (colour: string, every = 0.062, along: 'y' | 'x' | 'z' = 'y') =>
  groundMaterial(`
    vec2 w = vec2(at.x * 0.8 + at.z, at.y + at.x * 0.7); float t = fract(at.${along} / ${every.toFixed(3)}); float edge = min(t, 1.0 - t) * ${every.toFixed(3)};
    float holes = 1.0 - smoothstep(0.0010, 0.0016 + foot, length(fract(w * 110.0) - 0.5) / 110.0);
    colour = ${linear(colour)} * (0.92 + 0.16 * fbm(w * 9.0, foot * 9.0, 3)) * (1.0 - 0.55 * holes * (1.0 - smoothstep(0.0, 0.0015, foot)));
    colour *= 0.4 + 0.6 * smoothstep(0.0, 0.006, edge); rough = 0.56; bump = 0.008 * sqrt(smoothstep(0.0, 0.5, t) * smoothstep(1.0, 0.5, t));`);

/** Soft moulded plastic. */
export const softTouch = (colour: string) =>
  groundMaterial(`
    vec2 w = vec2(at.x + at.z, at.y + at.x * 0.6); float near = 1.0 - smoothstep(0.0006, 0.002, foot); vec2 grain = cells(w * 700.0);
    colour = ${linear(colour)}; rough = 0.74; bump = near * 0.0003 * (0.5 - grain.x);`);

/** Woven cloth. */
export const cloth = (colour: string, size = 900) =>
  groundMaterial(`
    vec2 w = vec2(at.x * 0.7 + at.z, at.y + at.x * 0.7) * ${size.toFixed(1)}; float weave = 0.5 + 0.25 * (sin(w.x) * sin(w.y) + sin(w.x * 0.5 + w.y * 0.5)) * (1.0 - smoothstep(0.001, 0.004, foot));
    colour = ${linear(colour)} * (0.65 + 0.7 * weave) * (0.88 + 0.24 * fbm(at.xz * 12.0 + at.y * 5.0, foot * 12.0, 3)); rough = 0.97; bump = 0.0004 * weave;`);

/** Polished walnut, its figure running along z. */
export const walnut = () =>
  groundMaterial(
    `
    float ring = fbm(vec2(at.z * 1.6, (at.y + at.x * 0.6) * 16.0), foot * 12.0, 6); float line = 0.5 + 0.5 * sin(ring * 42.0 + at.y * 60.0);
    colour = mix(vec3(0.045, 0.017, 0.007), vec3(0.24, 0.11, 0.045), clamp(0.25 + 0.5 * line * ring + 0.5 * (ring - 0.4), 0.0, 1.0)); rough = 0.22; bump = 0.0;`,
  );

/** Brushed metal. */
export const brushed = () =>
  groundMaterial(
    `float lines = fbm(vec2(at.z * 4.0, (at.y + at.x) * 900.0), foot * 500.0, 3); colour = vec3(0.42, 0.43, 0.45) * (0.8 + 0.4 * lines); rough = 0.34 + 0.12 * lines;`,
    { metalness: 0.9 },
  );

/** Thread sewn along points: short stitches, every 7 mm. */
export function stitches(points: readonly P3[], colour: string, every = 0.0075): InstancedMesh {
  const curve = new CatmullRomCurve3(
    points.map((p) => new Vector3(...p)),
    false,
    'centripetal',
  );
  const count = Math.max(2, Math.round(curve.getLength() / every));
  const mesh = new InstancedMesh(
    new CapsuleGeometry(0.00085, 0.0042, 2, 5),
    new MeshStandardMaterial({ color: colour, roughness: 0.8 }),
    count,
  );
  const up = new Vector3(0, 1, 0);
  for (let at = 0; at < count; at++) {
    const u = (at + 0.5) / count;
    mesh.setMatrixAt(
      at,
      new Matrix4().compose(
        curve.getPointAt(u),
        new Quaternion().setFromUnitVectors(up, curve.getTangentAt(u)),
        new Vector3(1, 1, 1),
      ),
    );
  }
  mesh.frustumCulled = false;
  return mesh;
}

/** A lit picture on a screen. @param draw in pixels of the canvas */
export function screen(
  width: number,
  height: number,
  draw: (pen: CanvasRenderingContext2D) => void,
  strength = 0.85,
): MeshBasicMaterial {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser draws no canvas.');
  draw(pen);
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  map.anisotropy = 8;
  const material = new MeshBasicMaterial({ map, color: new Color().setScalar(strength) });
  material.userData.noShadow = true;
  return material;
}
