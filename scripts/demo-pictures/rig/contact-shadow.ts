import {
  Box3,
  type Camera,
  HalfFloatType,
  Mesh,
  type Object3D,
  OrthographicCamera,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  Vector2,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';

const SIZE_PX = 512;
/** How far the darkness reaches beyond the vehicle, metres. */
const MARGIN_M = 1.2;
const HEIGHT_M = 1.6;

const passThrough = `varying vec2 vUv; void main() { vUv = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }`;

/** Blurs a target along one axis. */
function blur(renderer: WebGLRenderer, from: WebGLRenderTarget, to: WebGLRenderTarget, step: Vector2) {
  const quad = new Mesh(
    new PlaneGeometry(2, 2),
    new ShaderMaterial({
      uniforms: { map: { value: from.texture }, delta: { value: step } },
      vertexShader: passThrough,
      fragmentShader: `uniform sampler2D map; uniform vec2 delta; varying vec2 vUv;
        void main() { float sum = 0.0; float all = 0.0;
          for (int i = -12; i <= 12; i++) { float w = exp(-float(i * i) / 50.0); sum += w * texture2D(map, vUv + delta * float(i)).r; all += w; }
          gl_FragColor = vec4(vec3(sum / all), 1.0); }`,
      depthTest: false,
    }),
  );
  renderer.setRenderTarget(to);
  renderer.render(quad, new OrthographicCamera(-1, 1, 1, -1, 0, 1) as Camera);
}

/**
 * The darkness where a vehicle keeps the sky from the ground: seen from below by nearness, blurred, as a mesh
 * that darkens the ground.
 * @param strength 0 to 1
 */
export function contactShadow(renderer: WebGLRenderer, vehicle: Object3D, strength: number): Mesh {
  const box = new Box3().setFromObject(vehicle);
  const middle = box.getCenter(new Vector3());
  const size = box.getSize(new Vector3());
  const half = new Vector2(size.x / 2 + MARGIN_M, size.z / 2 + MARGIN_M);
  const camera = new OrthographicCamera(-half.x, half.x, half.y, -half.y, 0, HEIGHT_M);
  camera.position.set(middle.x, 0, middle.z);
  camera.up.set(0, 0, 1);
  camera.lookAt(middle.x, 1, middle.z);
  const nearness = new ShaderMaterial({
    side: 2,
    vertexShader: `varying float vUp; void main() { vec4 at = modelMatrix * vec4(position, 1.0); vUp = at.y; gl_Position = projectionMatrix * viewMatrix * at; }`,
    fragmentShader: `varying float vUp; void main() { gl_FragColor = vec4(vec3(exp(-vUp * 3.2)), 1.0); }`,
  });
  const scene = new Scene();
  scene.overrideMaterial = nearness;
  const parent = vehicle.parent;
  scene.add(vehicle);
  const targets = [0, 1].map(() => new WebGLRenderTarget(SIZE_PX, SIZE_PX, { type: HalfFloatType }));
  const [one, two] = targets as [WebGLRenderTarget, WebGLRenderTarget];
  renderer.setRenderTarget(one);
  renderer.setClearColor(0x000000, 1);
  renderer.clear();
  renderer.render(scene, camera);
  if (parent) parent.add(vehicle);
  for (const spread of [0.004, 0.0022]) {
    blur(renderer, one, two, new Vector2(spread * (half.y / half.x), 0));
    blur(renderer, two, one, new Vector2(0, spread));
  }
  renderer.setRenderTarget(null);
  const ground = new Mesh(
    new PlaneGeometry(2 * half.x, 2 * half.y),
    new ShaderMaterial({
      transparent: true,
      depthWrite: false,
      uniforms: { map: { value: one.texture }, strength: { value: strength } },
      vertexShader: `varying vec2 vUv; void main() { vUv = uv; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`,
      fragmentShader: `uniform sampler2D map; uniform float strength; varying vec2 vUv;
        void main() { gl_FragColor = vec4(0.02, 0.02, 0.025, strength * min(1.0, 1.25 * texture2D(map, vec2(vUv.x, 1.0 - vUv.y)).r)); }`,
    }),
  );
  ground.rotation.x = -Math.PI / 2;
  ground.position.set(middle.x, 0.004, middle.z);
  ground.renderOrder = 1;
  return ground;
}
