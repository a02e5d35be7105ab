import {
  FloatType,
  Mesh,
  NearestFilter,
  OrthographicCamera,
  PlaneGeometry,
  ShaderMaterial,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';

const QUAD = new PlaneGeometry(2, 2);
const FLAT = new OrthographicCamera(-1, 1, 1, -1, 0, 1);
const vertexShader = `varying vec2 vUv; void main() { vUv = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }`;

const target = (width: number, height: number) =>
  new WebGLRenderTarget(width, height, {
    type: FloatType,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
    depthBuffer: false,
  });

/** The mean of many samples of one picture, in linear light. */
export type Exposure = { add(sample: WebGLRenderTarget): void; mean(): WebGLRenderTarget; dispose(): void };

export function makeExposure(renderer: WebGLRenderer, width: number, height: number): Exposure {
  let [now, next] = [target(width, height), target(width, height)];
  let count = 0;
  const material = new ShaderMaterial({
    uniforms: { before: { value: null }, sample0: { value: null }, share: { value: 1 } },
    vertexShader,
    // A bright glint is held back, so that one sample does not leave a jagged edge.
    fragmentShader: `uniform sampler2D before, sample0; uniform float share; varying vec2 vUv;
      void main() { gl_FragColor = vec4(mix(texture2D(before, vUv).rgb, min(texture2D(sample0, vUv).rgb, vec3(6.0)), share), 1.0); }`,
    depthTest: false,
  });
  const quad = new Mesh(QUAD, material);
  return {
    add(sample) {
      count += 1;
      const { uniforms } = material;
      if (uniforms.before) uniforms.before.value = now.texture;
      if (uniforms.sample0) uniforms.sample0.value = sample.texture;
      if (uniforms.share) uniforms.share.value = 1 / count;
      renderer.setRenderTarget(next);
      renderer.render(quad, FLAT);
      [now, next] = [next, now];
    },
    mean: () => now,
    dispose() {
      now.dispose();
      next.dispose();
    },
  };
}

/**
 * Linear light to a picture: what the black car shows plus the paint's share of what the white one shows more,
 * then exposure, a film's shoulder and sRGB.
 * @returns rows from the bottom, 4 bytes a pixel
 */
export function develop(
  renderer: WebGLRenderer,
  { black, white }: { black: WebGLRenderTarget; white: WebGLRenderTarget },
  paint: readonly [number, number, number],
  stops: number,
): Uint8Array {
  const { width, height } = black;
  const output = new WebGLRenderTarget(width, height);
  const quad = new Mesh(
    QUAD,
    new ShaderMaterial({
      uniforms: {
        black: { value: black.texture },
        white: { value: white.texture },
        paint: { value: new Vector3(...paint) },
        gain: { value: 2 ** stops },
      },
      vertexShader,
      fragmentShader: `uniform sampler2D black, white; uniform vec3 paint; uniform float gain; varying vec2 vUv;
        vec3 shoulder(vec3 c) { vec3 over = max(c - 0.72, 0.0); return min(c, 0.72) + 0.28 * (1.0 - exp(-over / 0.5)); }
        void main() { vec3 dark = texture2D(black, vUv).rgb; vec3 more = max(texture2D(white, vUv).rgb - dark, 0.0);
          vec3 c = (dark + paint * more) * gain;
          float light = dot(c, vec3(0.2126, 0.7152, 0.0722));
          c = shoulder(c);
          c = mix(c, vec3(dot(c, vec3(0.2126, 0.7152, 0.0722))), smoothstep(0.9, 3.0, light) * 0.6);
          vec3 s = mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
          gl_FragColor = vec4(s, 1.0); }`,
      depthTest: false,
    }),
  );
  renderer.setRenderTarget(output);
  renderer.render(quad, FLAT);
  const pixels = new Uint8Array(width * height * 4);
  renderer.readRenderTargetPixels(output, 0, 0, width, height, pixels);
  renderer.setRenderTarget(null);
  output.dispose();
  return pixels;
}
