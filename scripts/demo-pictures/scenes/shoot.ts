import {
  Color,
  DepthTexture,
  DirectionalLight,
  Group,
  HalfFloatType,
  Mesh,
  type Object3D,
  PerspectiveCamera,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  ShaderChunk,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { makeExposure } from '../rig/exposure.ts';
import { MATERIALS } from '../rig/materials.ts';
import { skyDome, skyUniforms } from '../rig/sky.ts';
import { glowing } from './building.ts';
import { airBetween, print } from './film.ts';
import { mirrorOf } from './mirror.ts';
import type { PhotoScene, Place3, SceneVehicle } from './scene.ts';
import { place } from './vehicles.ts';

const SKY_RADIUS_M = 9000;
/** Share of the surroundings' light that things do not shade; the rest comes from lamps all over the sky. */
const UNSHADED = 0.55;
ShaderChunk.lights_fragment_maps = ShaderChunk.lights_fragment_maps.replace(
  'iblIrradiance += getIBLIrradiance( geometryNormal );',
  `iblIrradiance += ${UNSHADED} * getIBLIrradiance( geometryNormal );`,
);

/** Points spread evenly over the unit square, the same each time. */
const spreadPoint = (at: number): [number, number] => {
  const g = 1.324717957244746;
  return [(0.5 + (at + 1) / g) % 1, (0.5 + (at + 1) / (g * g)) % 1];
};

function shadowLamp(colour: string, strength: number, reach: number, pixels: number): DirectionalLight {
  const light = new DirectionalLight(new Color(colour), strength);
  light.castShadow = true;
  light.shadow.mapSize.set(pixels, pixels);
  Object.assign(light.shadow.camera, {
    left: -reach,
    right: reach,
    top: reach,
    bottom: -reach,
    near: 1,
    far: 320,
  });
  light.shadow.bias = -0.0004;
  light.shadow.normalBias = 0.02 * (reach / 12);
  light.shadow.radius = 2.5;
  return light;
}

function aim(light: DirectionalLight, from: Vector3, centre: Place3) {
  light.target.position.set(...centre);
  light.target.updateMatrixWorld();
  light.position.copy(light.target.position).addScaledVector(from.normalize(), 150);
}

const castsShadow = (part: Mesh): boolean => {
  const { material } = part;
  return !Array.isArray(material) && !material.transparent && material.userData.noShadow !== true;
};

function shadowsOf(root: Object3D) {
  root.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    part.castShadow = castsShadow(part) && part.userData.noShadow !== true;
    part.receiveShadow = true;
  });
}

function lightUp(strength: number) {
  MATERIALS.lampBright.emissiveIntensity = 1.1 + strength * 5;
  MATERIALS.headlamp.emissiveIntensity = 0.1 + strength * 0.5;
  MATERIALS.tailLamp.emissiveIntensity = 0.22 + strength * 1.2;
}

function reflectorsOf({ reflectors = [], probe }: PhotoScene): Group {
  const sheets = new Group();
  for (const { size, at, colour, strength } of reflectors) {
    const sheet = new Mesh(new PlaneGeometry(...size), glowing(colour, strength));
    sheet.position.set(...at);
    sheet.lookAt(...probe);
    sheets.add(sheet);
  }
  return sheets;
}

/** A built scene, to be seen by cameras. */
export type OpenScene = {
  /** The mean of samples through a camera, in linear light. */
  expose(camera: PerspectiveCamera, width: number, height: number, samples: number): WebGLRenderTarget;
  camera(aspect: number): PerspectiveCamera;
};

export function openScene(
  renderer: WebGLRenderer,
  photo: PhotoScene,
  vehicles: readonly SceneVehicle[],
): OpenScene {
  const { sky, sun, skylight, camera: lens } = photo;
  const scene = new Scene();
  const dome = skyDome(sky, SKY_RADIUS_M);
  const set = new Group();
  photo.build(set);
  shadowsOf(set);
  const sunLamp = shadowLamp(sun.colour, sun.strength, sun.reach, 2048);
  const skyLamp = shadowLamp(skylight.colour, skylight.strength, sun.reach, 1024);
  skyLamp.shadow.radius = 5;
  aim(sunLamp, new Vector3(...sun.from), sun.centre);
  aim(skyLamp, new Vector3(0.2, 1, 0.3), sun.centre);
  scene.add(dome, sunLamp, sunLamp.target, skyLamp, skyLamp.target);
  lightUp(photo.lampsOn ?? 0);
  const generator = new PMREMGenerator(renderer);
  scene.environment = generator.fromScene(scene, 0, 1, 20000).texture;
  scene.environmentIntensity = photo.ambient;
  scene.add(set);
  const sheets = reflectorsOf(photo);
  scene.add(sheets);
  scene.environment = generator.fromScene(scene, 0, 0.2, 20000, {
    position: new Vector3(...photo.probe),
  }).texture;
  generator.dispose();
  scene.remove(sheets);
  for (const vehicle of vehicles) {
    const placed = place(renderer, vehicle);
    shadowsOf(placed.root);
    scene.add(placed.root);
    if (placed.shadow) scene.add(placed.shadow);
  }
  const mirror = photo.mirror ? mirrorOf(set) : null;
  const uniforms = skyUniforms(sky);

  const expose: OpenScene['expose'] = (camera, width, height, samples) => {
    const make = () => new WebGLRenderTarget(width, height, { type: HalfFloatType });
    const [frame, clear] = [make(), make()];
    frame.depthTexture = new DepthTexture(width, height);
    const through = airBetween(uniforms, photo.haze);
    const exposure = makeExposure(renderer, width, height);
    const home = camera.position.clone();
    const before = camera.projectionMatrix.clone();
    const [aside, above] = [new Vector3(), new Vector3()];
    camera.matrixWorld.extractBasis(aside, above, new Vector3());
    renderer.setSize(width, height, false);
    for (let at = 0; at < samples; at++) {
      const [u, w] = spreadPoint(at);
      const [a, b] = spreadPoint(at * 3 + 5);
      const [c, d] = spreadPoint(at * 7 + 2);
      const round = (share: number) => 2 * Math.PI * share;
      const open = lens.opening * Math.sqrt(c);
      const [dx, dy] = [open * Math.cos(round(d)), open * Math.sin(round(d))];
      camera.position.copy(home).addScaledVector(aside, dx).addScaledVector(above, dy);
      camera.updateMatrixWorld(true);
      camera.projectionMatrix.copy(before);
      const { elements } = camera.projectionMatrix;
      elements[8] += ((u - 0.5) * 2) / width - (elements[0] * dx) / lens.focus;
      elements[9] += ((w - 0.5) * 2) / height - (elements[5] * dy) / lens.focus;
      camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
      const towards = new Vector3(...sun.from).normalize();
      const side = new Vector3(0, 1, 0).cross(towards).normalize();
      const radius = sun.spread * Math.sqrt(u);
      towards
        .addScaledVector(side, radius * Math.cos(round(w)))
        .addScaledVector(side.clone().cross(towards), radius * Math.sin(round(w)));
      aim(sunLamp, towards, sun.centre);
      const flat = Math.sqrt(a) * 0.97;
      aim(
        skyLamp,
        new Vector3(flat * Math.cos(round(b)), Math.sqrt(1 - flat * flat), flat * Math.sin(round(b))),
        sun.centre,
      );
      renderer.shadowMap.autoUpdate = false;
      renderer.shadowMap.needsUpdate = true;
      mirror?.reflect(renderer, scene, camera, width, height);
      renderer.setRenderTarget(frame);
      renderer.clear();
      renderer.render(scene, camera);
      through(renderer, frame, camera, clear);
      exposure.add(clear);
    }
    camera.position.copy(home);
    camera.projectionMatrix.copy(before);
    frame.dispose();
    clear.dispose();
    return exposure.mean();
  };
  return {
    expose,
    camera(aspect) {
      const camera = new PerspectiveCamera(lens.lens, aspect, lens.focus > 3 ? 0.5 : 0.05, 20000);
      camera.position.set(...lens.at);
      camera.lookAt(...lens.to);
      camera.updateMatrixWorld(true);
      camera.updateProjectionMatrix();
      camera.projectionMatrix.elements[8] -= lens.shift?.[0] ?? 0;
      camera.projectionMatrix.elements[9] -= lens.shift?.[1] ?? 0;
      camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
      return camera;
    },
  };
}

/** One photograph of a scene: rows from the bottom, RGBA. */
export function shoot(
  renderer: WebGLRenderer,
  photo: PhotoScene,
  vehicles: readonly SceneVehicle[],
  width: number,
  height: number,
  samples: number,
): Uint8Array {
  const open = openScene(renderer, photo, vehicles);
  const light = open.expose(open.camera(width / height), width, height, samples);
  const pixels = print(renderer, light, photo.film);
  light.dispose();
  return pixels;
}
