import {
  HalfFloatType,
  Mesh,
  OrthographicCamera,
  PerspectiveCamera,
  PlaneGeometry,
  ShaderMaterial,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { print } from './film.ts';
import type { PhotoScene } from './scene.ts';
import { openScene } from './shoot.ts';

/** Where the six pictures look: right, left, up, down, ahead, behind; ahead is +x of the world. */
const FACES = [
  { to: [0, 0, 1], up: [0, 1, 0] },
  { to: [0, 0, -1], up: [0, 1, 0] },
  { to: [0, 1, 0], up: [-1, 0, 0] },
  { to: [0, -1, 0], up: [1, 0, 0] },
  { to: [1, 0, 0], up: [0, 1, 0] },
  { to: [-1, 0, 0], up: [0, 1, 0] },
] as const;

/**
 * All around from the scene's camera as an equirectangular picture, its middle looking along +x.
 * @returns rows from the bottom, 4 bytes a pixel, width by width / 2
 */
export function panorama(
  renderer: WebGLRenderer,
  photo: PhotoScene,
  width: number,
  samples: number,
): Uint8Array {
  const open = openScene(renderer, { ...photo, camera: { ...photo.camera, opening: 0 } }, []);
  const size = Math.round(width / 4);
  const round = new WebGLRenderTarget(width, width / 2, { type: HalfFloatType, depthBuffer: false });
  const material = new ShaderMaterial({
    depthTest: false,
    transparent: true,
    uniforms: {
      face: { value: null },
      ahead: { value: new Vector3() },
      up: { value: new Vector3() },
      aside: { value: new Vector3() },
    },
    vertexShader: 'varying vec2 vUv; void main() { vUv = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }',
    fragmentShader: `uniform sampler2D face; uniform vec3 ahead, up, aside; varying vec2 vUv;
      void main() { float turn = (vUv.x - 0.5) * 6.28318531; float lift = (vUv.y - 0.5) * 3.14159265;
        vec3 d = vec3(cos(turn) * cos(lift), sin(lift), sin(turn) * cos(lift));
        float z = dot(d, ahead); vec2 at = vec2(dot(d, aside), dot(d, up)) / max(z, 1e-4);
        if (z <= 0.0 || abs(at.x) > 1.0001 || abs(at.y) > 1.0001) discard;
        gl_FragColor = vec4(texture2D(face, at * 0.5 + 0.5).rgb, 1.0); }`,
  });
  const quad = new Mesh(new PlaneGeometry(2, 2), material);
  const flat = new OrthographicCamera(-1, 1, 1, -1, 0, 1);
  renderer.setRenderTarget(round);
  renderer.clear();
  for (const { to, up } of FACES) {
    const camera = new PerspectiveCamera(90, 1, 0.02, 20000);
    camera.position.set(...photo.camera.at);
    camera.up.set(up[0], up[1], up[2]);
    camera.lookAt(camera.position.clone().add(new Vector3(to[0], to[1], to[2])));
    camera.updateMatrixWorld(true);
    camera.updateProjectionMatrix();
    const light = open.expose(camera, size, size, samples);
    const [aside, above, back] = [new Vector3(), new Vector3(), new Vector3()];
    camera.matrixWorld.extractBasis(aside, above, back);
    Object.assign(material.uniforms, {
      face: { value: light.texture },
      ahead: { value: back.negate() },
      up: { value: above },
      aside: { value: aside },
    });
    renderer.autoClear = false;
    renderer.setRenderTarget(round);
    renderer.render(quad, flat);
    renderer.autoClear = true;
    light.dispose();
  }
  const pixels = print(renderer, round, { ...photo.film, vignette: 0 });
  round.dispose();
  return pixels;
}
