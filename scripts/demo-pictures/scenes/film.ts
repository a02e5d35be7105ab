import {
  type Camera,
  HalfFloatType,
  Mesh,
  OrthographicCamera,
  PlaneGeometry,
  ShaderMaterial,
  type Texture,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { NOISE } from '../rig/noise.ts';
import { SKY_GLSL, type skyUniforms } from '../rig/sky.ts';
import type { PhotoScene } from './scene.ts';

const QUAD = new PlaneGeometry(2, 2);
const FLAT = new OrthographicCamera(-1, 1, 1, -1, 0, 1);
const vertexShader = `varying vec2 vUv; void main() { vUv = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }`;

function pass(fragmentShader: string, uniforms: ShaderMaterial['uniforms']) {
  const material = new ShaderMaterial({
    vertexShader,
    fragmentShader,
    uniforms,
    depthTest: false,
    depthWrite: false,
  });
  const quad = new Mesh(QUAD, material);
  return {
    uniforms: material.uniforms,
    draw(renderer: WebGLRenderer, to: WebGLRenderTarget | null) {
      renderer.setRenderTarget(to);
      renderer.render(quad, FLAT);
    },
  };
}

/** Puts the air between the lens and what is far away. */
export function airBetween(sky: ReturnType<typeof skyUniforms>, haze: PhotoScene['haze']) {
  const { uniforms, draw } = pass(
    `${NOISE}${SKY_GLSL}
    uniform sampler2D frame, depth; uniform mat4 unproject, toWorld; uniform vec3 eye; uniform vec2 haze; varying vec2 vUv;
    void main() {
      vec3 c = texture2D(frame, vUv).rgb; float z = texture2D(depth, vUv).r;
      if (z < 1.0) {
        vec4 v = unproject * vec4(vUv * 2.0 - 1.0, z * 2.0 - 1.0, 1.0); vec3 world = (toWorld * vec4(v.xyz / v.w, 1.0)).xyz;
        vec3 way = world - eye; float far = length(way); vec3 d = way / far;
        float thin = exp(-max(world.y, 0.0) / haze.y);
        float air = 1.0 - exp(-far / haze.x * thin);
        c = mix(c, clearSky(normalize(vec3(d.x, 0.03, d.z))) * skyStrength, air);
      }
      gl_FragColor = vec4(min(c, vec3(30.0)), 1.0); }`,
    {
      ...sky,
      frame: { value: null },
      depth: { value: null },
      unproject: { value: null },
      toWorld: { value: null },
      eye: { value: null },
      haze: { value: new Vector2(haze.distance, haze.height) },
    },
  );
  return (renderer: WebGLRenderer, from: WebGLRenderTarget, camera: Camera, to: WebGLRenderTarget) => {
    Object.assign(uniforms, {
      frame: { value: from.texture },
      depth: { value: from.depthTexture },
      unproject: { value: camera.projectionMatrixInverse },
      toWorld: { value: camera.matrixWorld },
      eye: { value: camera.position },
    });
    draw(renderer, to);
  };
}

/** Light that spills around bright things: the bright part at a quarter of the size, blurred wide. */
function spill(renderer: WebGLRenderer, picture: Texture, width: number, height: number): WebGLRenderTarget {
  const size = [Math.max(2, Math.round(width / 4)), Math.max(2, Math.round(height / 4))] as const;
  const make = () => new WebGLRenderTarget(...size, { type: HalfFloatType, depthBuffer: false });
  const [one, two] = [make(), make()];
  const bright = pass(
    `uniform sampler2D map; varying vec2 vUv; void main() { vec3 c = texture2D(map, vUv).rgb; gl_FragColor = vec4(max(c - 0.9, 0.0) * 0.8 + 0.04 * c, 1.0); }`,
    { map: { value: picture } },
  );
  bright.draw(renderer, one);
  const blur = pass(
    `uniform sampler2D map; uniform vec2 delta; varying vec2 vUv;
    void main() { vec3 sum = vec3(0.0); float all = 0.0;
      for (int i = -14; i <= 14; i++) { float w = exp(-float(i * i) / 70.0); sum += w * texture2D(map, vUv + delta * float(i)).rgb; all += w; }
      gl_FragColor = vec4(sum / all, 1.0); }`,
    { map: { value: null }, delta: { value: new Vector2() } },
  );
  const reach = 0.0011;
  for (const wide of [1, 2.6]) {
    for (const [from, to, delta] of [
      [one, two, new Vector2(reach * wide, 0)],
      [two, one, new Vector2(0, (reach * wide * width) / height)],
    ] as const) {
      Object.assign(blur.uniforms, { map: { value: from.texture }, delta: { value: delta } });
      blur.draw(renderer, to);
    }
  }
  two.dispose();
  return one;
}

/**
 * Linear light to a picture: spilt light, exposure, a film's curve, warm lights and cool shadows, darker corners.
 * @returns rows from the bottom, 4 bytes a pixel
 */
export function print(
  renderer: WebGLRenderer,
  light: WebGLRenderTarget,
  film: PhotoScene['film'],
): Uint8Array {
  const { width, height } = light;
  const halo = spill(renderer, light.texture, width, height);
  const output = new WebGLRenderTarget(width, height, { depthBuffer: false });
  pass(
    `uniform sampler2D light, halo; uniform float gain, warm, cool, vignette, bloom, contrast; varying vec2 vUv;
    vec3 curve(vec3 x) { x *= 0.82; return clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0); }
    vec3 shoulder(vec3 c) { vec3 over = max(c - 0.66, 0.0); return min(c, 0.66) + 0.34 * (1.0 - exp(-over / 0.62)); }
    void main() {
      vec3 c = texture2D(light, vUv).rgb + bloom * texture2D(halo, vUv).rgb;
      vec2 off = (vUv - 0.5) * vec2(1.0, 0.8); c *= gain * (1.0 - vignette * smoothstep(0.1, 0.62, dot(off, off) * 1.7));
      float l = dot(c, vec3(0.2126, 0.7152, 0.0722));
      float highs = smoothstep(0.12, 0.8, l);
      c *= mix(mix(vec3(1.0), vec3(0.90, 0.98, 1.10), cool), mix(vec3(1.0), vec3(1.06, 1.0, 0.90), warm), highs);
      c = mix(shoulder(c), curve(c), contrast);
      c = mix(c, vec3(dot(c, vec3(0.2126, 0.7152, 0.0722))), smoothstep(1.2, 5.0, l) * 0.5);
      vec3 s = mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
      float dither = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - 0.5;
      gl_FragColor = vec4(s + dither / 255.0, 1.0); }`,
    {
      light: { value: light.texture },
      halo: { value: halo.texture },
      gain: { value: 2 ** film.exposure },
      warm: { value: film.warm },
      cool: { value: film.cool },
      vignette: { value: film.vignette },
      bloom: { value: film.bloom },
      contrast: { value: film.contrast },
    },
  ).draw(renderer, output);
  const pixels = new Uint8Array(width * height * 4);
  renderer.readRenderTargetPixels(output, 0, 0, width, height, pixels);
  renderer.setRenderTarget(null);
  output.dispose();
  halo.dispose();
  return pixels;
}
