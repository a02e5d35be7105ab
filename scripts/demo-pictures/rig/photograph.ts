import {
  Color,
  DirectionalLight,
  HalfFloatType,
  type Material,
  Mesh,
  MeshStandardMaterial,
  NoToneMapping,
  PCFShadowMap,
  type PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { Vehicle } from '../vehicle-model.ts';
import { contactShadow } from './contact-shadow.ts';
import { develop, makeExposure } from './exposure.ts';
import type { Stage, StageLamp } from './studio.ts';

/** Linear red, green and blue. */
type Rgb = readonly [number, number, number];

const SHADOW_PX = 1024;
/** Far enough for parallel light, metres. */
const LAMP_DISTANCE_M = 14;
const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [1, 1, 1];

export function makeRenderer(): WebGLRenderer {
  const canvas = document.createElement('canvas');
  const renderer = new WebGLRenderer({ canvas, antialias: false, preserveDrawingBuffer: false });
  renderer.toneMapping = NoToneMapping;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  return renderer;
}

/** Points spread evenly over the unit square, the same each time. */
function spreadPoints(count: number): [number, number][] {
  const g = 1.324717957244746;
  return Array.from({ length: count }, (_, at) => [(0.5 + (at + 1) / g) % 1, (0.5 + (at + 1) / (g * g)) % 1]);
}

function lampLight({ colour, strength }: StageLamp, reach: number): DirectionalLight {
  const light = new DirectionalLight(new Color(colour), strength);
  light.castShadow = true;
  light.shadow.mapSize.set(SHADOW_PX, SHADOW_PX);
  Object.assign(light.shadow.camera, {
    left: -reach,
    right: reach,
    top: reach,
    bottom: -reach,
    near: 1,
    far: 40,
  });
  light.shadow.autoUpdate = false;
  light.shadow.bias = -0.0006;
  light.shadow.normalBias = 0.012;
  light.shadow.radius = 4;
  return light;
}

/** Moves a lamp within its patch. */
function aim(light: DirectionalLight, lamp: StageLamp, [u, w]: [number, number]) {
  const towards = new Vector3(...lamp.from).normalize();
  const aside = new Vector3(0, 1, 0).cross(towards).normalize();
  const above = towards.clone().cross(aside);
  const radius = lamp.spread * Math.sqrt(u);
  light.position
    .copy(towards)
    .addScaledVector(aside, radius * Math.cos(2 * Math.PI * w))
    .addScaledVector(above, radius * Math.sin(2 * Math.PI * w))
    .multiplyScalar(LAMP_DISTANCE_M);
}

/** A material's share of the stage's light counts only where it has that light itself (three.js r163). */
function light(material: Material, stage: Stage) {
  if (!(material instanceof MeshStandardMaterial)) return;
  const { userData } = material;
  userData.share ??= material.envMapIntensity;
  material.envMap = stage.environment;
  material.envMapIntensity = userData.share * stage.environmentStrength;
}

export type Shot = {
  width: number;
  height: number;
  samples: number;
  stage: Stage;
  camera: PerspectiveCamera;
};

/** A vehicle on a stage, exposed once with black and once with white paint, to be developed in any. */
export type Negative = {
  develop(paint: Rgb): Uint8Array;
  dispose(): void;
};

/**
 * A vehicle on a stage; a scene whose vehicles have their paint passes null.
 * @param only the one paint wanted: half the work, and what `develop` is given no longer matters
 */
export function photograph(
  renderer: WebGLRenderer,
  vehicle: Vehicle | null,
  { width, height, samples, stage, camera }: Shot,
  only?: Rgb,
): Negative {
  const scene = new Scene();
  stage.build(scene);
  scene.environment = stage.environment;
  scene.environmentIntensity = stage.environmentStrength;
  if (vehicle) {
    scene.add(vehicle.root);
    vehicle.root.traverse((part) => {
      if (part instanceof Mesh) {
        const see = part.material;
        part.castShadow = !(see && 'transparent' in see && see.transparent);
        part.receiveShadow = true;
        // The coachwork first: what it hides is then not shaded at all.
        if (part.material === vehicle.paint) part.renderOrder = -1;
        for (const material of [part.material].flat()) light(material, stage);
      }
    });
    if (stage.contact > 0) scene.add(contactShadow(renderer, vehicle.root, stage.contact));
  }
  const lights = stage.lamps.map((lamp) => lampLight(lamp, 7));
  for (const light of lights) scene.add(light);
  const frame = new WebGLRenderTarget(width, height, { type: HalfFloatType });
  const before = [camera.projectionMatrix.elements[8], camera.projectionMatrix.elements[9]] as const;
  const points = spreadPoints(samples);
  const colours = vehicle && !only ? [BLACK, WHITE] : [only ?? BLACK];
  const exposures = colours.map((colour) => ({
    colour,
    exposure: makeExposure(renderer, width, height),
  }));
  renderer.setSize(width, height, false);
  points.forEach(([u, w], at) => {
    camera.projectionMatrix.elements[8] = before[0] + ((u - 0.5) * 2) / width;
    camera.projectionMatrix.elements[9] = before[1] + ((w - 0.5) * 2) / height;
    camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
    lights.forEach((light, index) => {
      const lamp = stage.lamps[index];
      const point = points[(at + index * 5) % points.length];
      // Shadows are most of the work: after the first sample the lamps move in turn.
      const moves = at === 0 || at % lights.length === index;
      light.shadow.needsUpdate = moves;
      if (lamp && point && moves) aim(light, lamp, point);
    });
    for (const { colour, exposure } of exposures) {
      vehicle?.paint.color.setRGB(...colour);
      renderer.setRenderTarget(frame);
      renderer.setClearColor(0x808080, 1);
      renderer.clear();
      renderer.render(scene, camera);
      exposure.add(frame);
    }
  });
  frame.dispose();
  const [black, white = black] = exposures.map(({ exposure }) => exposure);
  if (!black || !white) throw new Error('A shot needs at least one exposure.');
  return {
    develop: (paint) =>
      develop(renderer, { black: black.mean(), white: white.mean() }, paint, stage.exposure),
    dispose() {
      for (const { exposure } of exposures) exposure.dispose();
      for (const light of lights) light.shadow.dispose();
    },
  };
}
