import {
  BackSide,
  BoxGeometry,
  Color,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  ShaderMaterial,
  SphereGeometry,
  type Texture,
  type WebGLRenderer,
} from 'three';

/** What surrounds the vehicle: a backdrop the camera sees, and the light that falls on it. */
export type Stage = {
  name: string;
  /** Reflections and fill light. */
  environment: Texture;
  environmentStrength: number;
  /** Lamps that cast shadows: from a patch of sky or a soft box, radians and metres away from the vehicle. */
  lamps: readonly StageLamp[];
  /** Everything seen besides the vehicle; receives its shadow. */
  build(scene: Scene): void;
  /** Stops of exposure. */
  exposure: number;
  /** Strength of the darkness under the vehicle, 0 to 1. */
  contact: number;
};
export type StageLamp = {
  /** Towards the lamp; a direction. */
  from: readonly [number, number, number];
  /** Half the width of the patch it shines from, as a share of its distance. */
  spread: number;
  colour: string;
  strength: number;
};

/** A sphere whose colour follows height, from the horizon up and down. */
function dome(low: string, horizon: string, high: string): Mesh {
  const material = new ShaderMaterial({
    side: BackSide,
    depthWrite: false,
    uniforms: {
      low: { value: new Color(low) },
      horizon: { value: new Color(horizon) },
      high: { value: new Color(high) },
    },
    vertexShader: `varying vec3 vAt; void main() { vAt = position; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`,
    fragmentShader: `uniform vec3 low, horizon, high; varying vec3 vAt;
      void main() { float up = normalize(vAt).y;
        vec3 c = up > 0.0 ? mix(horizon, high, pow(smoothstep(0.0, 1.0, up), 0.6)) : mix(horizon, low, smoothstep(0.0, -0.25, up));
        gl_FragColor = vec4(c, 1.0); }`,
  });
  return new Mesh(new SphereGeometry(60, 48, 32), material);
}

const glowing = (strength: number, colour = '#ffffff') =>
  new MeshBasicMaterial({ color: new Color(colour).multiplyScalar(strength), side: DoubleSide });

/** A soft box: a rectangle of light facing the vehicle. */
export function softBox(
  width: number,
  height: number,
  at: readonly [number, number, number],
  strength: number,
  colour = '#ffffff',
): Mesh {
  const box = new Mesh(new PlaneGeometry(width, height), glowing(strength, colour));
  box.position.set(...at);
  box.lookAt(0, 0.6, 0);
  return box;
}

export { dome, glowing };

/** Renders a scene of glowing things into light for reflections. */
export function environmentOf(renderer: WebGLRenderer, fill: (scene: Scene) => void): Texture {
  const scene = new Scene();
  fill(scene);
  const generator = new PMREMGenerator(renderer);
  const { texture } = generator.fromScene(scene, 0.012, 0.1, 100);
  generator.dispose();
  return texture;
}

/** A photo studio with a light floor sweeping up into a light wall, one large box above and strips beside. */
export function studio(renderer: WebGLRenderer): Stage {
  return {
    name: 'studio',
    environment: environmentOf(renderer, (scene) => {
      scene.add(dome('#8f9296', '#22262a', '#15181b'));
      scene.add(softBox(10, 3.8, [0.3, 7, 0], 6.5));
      scene.add(softBox(16, 1.7, [0, 3.4, -9.5], 6.5));
      scene.add(softBox(16, 0.35, [0, 1.2, -9.5], 2.4));
      scene.add(softBox(16, 1.3, [0, 3, 9.5], 4));
      scene.add(softBox(5, 3.4, [12, 3, -4], 3.4));
      scene.add(softBox(5, 3, [-12, 3, 4], 2.6));
      const floor = new Mesh(new BoxGeometry(80, 0.1, 80), glowing(0.4, '#e9edf0'));
      floor.position.y = -0.06;
      scene.add(floor);
    }),
    environmentStrength: 0.92,
    lamps: [
      { from: [0.35, 1, -0.55], spread: 0.42, colour: '#ffffff', strength: 1.15 },
      { from: [-0.5, 0.9, 0.6], spread: 0.5, colour: '#f3f6ff', strength: 0.55 },
    ],
    build(scene) {
      scene.background = null;
      const floor = new Mesh(
        new PlaneGeometry(240, 240),
        new ShaderMaterial({
          uniforms: { near: { value: new Color('#d9dcdf') }, far: { value: new Color('#b9bfc5') } },
          vertexShader: `varying vec3 vAt; void main() { vec4 at = modelMatrix * vec4(position, 1.0); vAt = at.xyz; gl_Position = projectionMatrix * viewMatrix * at; }`,
          fragmentShader: `uniform vec3 near, far; varying vec3 vAt; void main() { gl_FragColor = vec4(mix(near, far, smoothstep(2.0, 17.0, length(vAt.xz))), 1.0); }`,
        }),
      );
      floor.rotation.x = -Math.PI / 2;
      scene.add(floor);
      scene.add(dome('#b9bfc5', '#b9bfc5', '#e4e8eb'));
    },
    exposure: 0,
    contact: 0.9,
  };
}
