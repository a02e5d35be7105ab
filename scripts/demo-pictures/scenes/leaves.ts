import {
  BufferGeometry,
  type CanvasTexture,
  Color,
  DoubleSide,
  Float32BufferAttribute,
  MeshStandardMaterial,
  type Vector3,
} from 'three';

/** A colour on the way from one to another. */
export const colourBetween = (one: string, two: string, share: number) =>
  new Color(one).lerp(new Color(two), share);

/** Leaves keep the roundness of their clump on both of their faces. */
export function leafMaterial(map: CanvasTexture | null): MeshStandardMaterial {
  const material = new MeshStandardMaterial({
    map,
    alphaTest: map ? 0.4 : 0,
    side: DoubleSide,
    roughness: 0.75,
    vertexColors: true,
  });
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <normal_fragment_begin>',
      'vec3 normal = normalize(vNormal); vec3 nonPerturbedNormal = normal; float faceDirection = 1.0;',
    );
  };
  material.customProgramCacheKey = () => `leaf ${map ? 1 : 0}`;
  return material;
}

/** Triangles gathered one by one. */
export class Heap {
  readonly positions: number[] = [];
  readonly normals: number[] = [];
  readonly colours: number[] = [];
  readonly uvs: number[] = [];
  readonly index: number[] = [];
  vertex(at: Vector3, normal: Vector3, colour: Color, u = 0, v = 0): number {
    this.positions.push(at.x, at.y, at.z);
    this.normals.push(normal.x, normal.y, normal.z);
    this.colours.push(colour.r, colour.g, colour.b);
    this.uvs.push(u, v);
    return this.positions.length / 3 - 1;
  }
  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute(this.positions, 3));
    geometry.setAttribute('normal', new Float32BufferAttribute(this.normals, 3));
    geometry.setAttribute('color', new Float32BufferAttribute(this.colours, 3));
    geometry.setAttribute('uv', new Float32BufferAttribute(this.uvs, 2));
    geometry.setIndex(this.index);
    return geometry;
  }
}
