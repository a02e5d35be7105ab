import { BufferAttribute, type Group, type Material, Mesh, Vector3 } from 'three';
import { MATERIALS } from '../rig/materials.ts';

const VOXEL_M = 0.01;
const REACH_M = 0.2;
const STEP_M = 0.012;
/** Clear of the surface a ray starts from. */
const START_M = 0.008;
const LIFT_M = 0.015;
const RAYS = 16;

type Grid = { filled(x: number, y: number, z: number): boolean };

/** Which small cubes of space hold some surface. */
function voxels(meshes: readonly Mesh[]): Grid {
  const [low, high] = [
    new Vector3(Infinity, Infinity, Infinity),
    new Vector3(-Infinity, -Infinity, -Infinity),
  ];
  const point = new Vector3();
  for (const { geometry } of meshes) {
    const position = geometry.getAttribute('position');
    for (let at = 0; at < position.count; at++) {
      point.fromBufferAttribute(position, at);
      low.min(point);
      high.max(point);
    }
  }
  const size = high.clone().sub(low).divideScalar(VOXEL_M).ceil().addScalar(1);
  const cells = new Uint8Array(size.x * size.y * size.z);
  const cell = (x: number, y: number, z: number) =>
    (Math.floor((z - low.z) / VOXEL_M) * size.y + Math.floor((y - low.y) / VOXEL_M)) * size.x +
    Math.floor((x - low.x) / VOXEL_M);
  const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
  for (const { geometry } of meshes) {
    const position = geometry.getAttribute('position');
    const index = geometry.getIndex();
    if (!index) continue;
    for (let at = 0; at < index.count; at += 3) {
      a.fromBufferAttribute(position, index.getX(at));
      b.fromBufferAttribute(position, index.getX(at + 1)).sub(a);
      c.fromBufferAttribute(position, index.getX(at + 2)).sub(a);
      const pieces = Math.ceil(Math.max(b.length(), c.length()) / (VOXEL_M * 0.8));
      for (let u = 0; u <= pieces; u++)
        for (let v = 0; v <= pieces - u; v++) {
          point
            .copy(a)
            .addScaledVector(b, u / pieces)
            .addScaledVector(c, v / pieces);
          cells[cell(point.x, point.y, point.z)] = 1;
        }
    }
  }
  return {
    filled: (x, y, z) =>
      x >= low.x &&
      y >= low.y &&
      z >= low.z &&
      x <= high.x &&
      y <= high.y &&
      z <= high.z &&
      cells[cell(x, y, z)] === 1,
  };
}

/** Directions spread over a half sphere about +z, more of them upright. */
const DIRECTIONS = Array.from({ length: RAYS }, (_, at) => {
  const radius = Math.sqrt((at + 0.5) / RAYS) * 0.97;
  const angle = at * 2.39996;
  return [radius * Math.cos(angle), radius * Math.sin(angle), Math.sqrt(1 - radius * radius)] as const;
});

/** How much of the surroundings a point sees, 0 to 1. */
function openness(grid: Grid, at: Vector3, normal: Vector3): number {
  const across =
    Math.abs(normal.y) < 0.9
      ? new Vector3(0, 1, 0).cross(normal).normalize()
      : new Vector3(1, 0, 0).cross(normal).normalize();
  const aside = normal.clone().cross(across);
  let blocked = 0;
  for (const [u, v, w] of DIRECTIONS) {
    const x = across.x * u + aside.x * v + normal.x * w;
    const y = across.y * u + aside.y * v + normal.y * w;
    const z = across.z * u + aside.z * v + normal.z * w;
    for (let far = START_M; far < REACH_M; far += STEP_M)
      if (
        grid.filled(
          at.x + x * far + normal.x * LIFT_M,
          at.y + y * far + normal.y * LIFT_M,
          at.z + z * far + normal.z * LIFT_M,
        )
      ) {
        blocked += 1 - (far / REACH_M) * 0.75;
        break;
      }
  }
  return 1 - blocked / RAYS;
}

const known = new Map<Material, Material>();
const shared: ReadonlySet<Material> = new Set(Object.values(MATERIALS));

/** Makes a material darker where its mesh says that little light arrives; a shared one is copied first. */
function shaded(material: Material): Material {
  const found = known.get(material);
  if (found) return found;
  const own = shared.has(material) ? material.clone() : material;
  own.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nattribute float openness; varying float vOpen;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvOpen = openness;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying float vOpen;')
      .replace(
        '#include <aomap_fragment>',
        `float open = clamp(vOpen, 0.0, 1.0);
        reflectedLight.indirectDiffuse *= open;
        reflectedLight.indirectSpecular *= open * sqrt(open);
        reflectedLight.directDiffuse *= mix(0.35, 1.0, open);
        reflectedLight.directSpecular *= mix(0.2, 1.0, open);
        #ifdef USE_CLEARCOAT
          clearcoatSpecularIndirect *= open * open;
        #endif`,
      );
  };
  known.set(material, own);
  return own;
}

/** Darkens the meshes of a group where they hide one another from the light. */
export function occlude(group: Group): void {
  const meshes = group.children.filter(
    (child): child is Mesh<Mesh['geometry'], Material> => child instanceof Mesh,
  );
  const solid = meshes.filter(({ material }) => !material.transparent);
  const grid = voxels(solid);
  const [at, normal] = [new Vector3(), new Vector3()];
  for (const mesh of meshes) {
    const position = mesh.geometry.getAttribute('position');
    const normals = mesh.geometry.getAttribute('normal');
    const open = new Float32Array(position.count).fill(1);
    if (!mesh.material.transparent)
      for (let one = 0; one < position.count; one++) {
        at.fromBufferAttribute(position, one);
        normal.fromBufferAttribute(normals, one);
        open[one] = openness(grid, at, normal);
      }
    mesh.geometry.setAttribute('openness', new BufferAttribute(open, 1));
    mesh.material = shaded(mesh.material);
  }
}
