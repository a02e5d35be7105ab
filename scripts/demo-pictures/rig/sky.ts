import { BackSide, Color, Mesh, ShaderMaterial, SphereGeometry, Vector3 } from 'three';
import { NOISE } from './noise.ts';

/** A sky: colours at the horizon away from the sun and below it, and higher up; light clouds. */
export type SkyLook = {
  /** Towards the sun; a direction. */
  sun: readonly [number, number, number];
  zenith: string;
  upper: string;
  low: string;
  horizon: string;
  /** Horizon under the sun. */
  glow: string;
  sunColour: string;
  /** Brightness of the halo around the sun, 0 to 1. */
  halo: number;
  /** Brightness of everything. */
  strength: number;
  clouds: { amount: number; light: string; dark: string; stretch: number; seed: number };
};

export const SKY_GLSL = /* glsl */ `
uniform vec3 skySun, skyZenith, skyUpper, skyLow, skyHorizon, skyGlow, skySunColour, skyCloudLight, skyCloudDark;
uniform vec4 skyCloud; uniform float skyHalo, skyStrength;
vec3 clearSky(vec3 d) {
  float up = max(d.y, 0.0);
  float aside = 0.5 + 0.5 * dot(normalize(d.xz + 1e-5), normalize(skySun.xz + 1e-5));
  vec3 c = mix(skyHorizon, skyGlow, pow(aside, 2.5));
  vec3 low = mix(skyLow, mix(skyLow, skyGlow, 0.45), pow(aside, 3.0));
  c = mix(c, low, smoothstep(0.0, 0.13, up));
  c = mix(c, skyUpper, smoothstep(0.06, 0.36, up));
  c = mix(c, skyZenith, smoothstep(0.25, 0.95, up));
  float s = max(dot(d, normalize(skySun)), 0.0);
  return c + skySunColour * skyHalo * (0.16 * pow(s, 6.0) + 0.35 * pow(s, 40.0) + 0.9 * pow(s, 420.0));
}
vec3 skyAt(vec3 d) {
  vec3 c = clearSky(d);
  if (d.y > 0.012 && skyCloud.x > 0.0) {
    vec2 p = d.xz / (d.y + 0.11) + skyCloud.z;
    p = vec2(p.x * 0.86 + p.y * 0.5, p.y * 0.86 - p.x * 0.5) * vec2(1.0, skyCloud.y);
    float warp = fbm(p * 0.7, 0.0, 3) - 0.5;
    float f = fbm(p * 1.1 + warp * 1.3, 0.0, 7);
    float body = smoothstep(0.60 - 0.22 * skyCloud.x, 0.86 - 0.12 * skyCloud.x, f) * smoothstep(0.012, 0.10, d.y);
    float s = max(dot(d, normalize(skySun)), 0.0);
    vec3 lit = mix(skyCloudDark, skyCloudLight, clamp(0.35 + 0.65 * pow(s, 2.0) + 1.6 * (0.62 - f), 0.0, 1.0));
    c = mix(c, lit + c * 0.25, body * 0.85);
  }
  return c * skyStrength;
}`;

/** The uniforms SKY_GLSL reads. */
export function skyUniforms(look: SkyLook) {
  const colour = (value: string) => ({ value: new Color(value) });
  return {
    skySun: { value: new Vector3(...look.sun).normalize() },
    skyZenith: colour(look.zenith),
    skyUpper: colour(look.upper),
    skyLow: colour(look.low),
    skyHorizon: colour(look.horizon),
    skyGlow: colour(look.glow),
    skySunColour: colour(look.sunColour),
    skyCloudLight: colour(look.clouds.light),
    skyCloudDark: colour(look.clouds.dark),
    skyCloud: { value: [look.clouds.amount, look.clouds.stretch, look.clouds.seed, 0] },
    skyHalo: { value: look.halo },
    skyStrength: { value: look.strength },
  };
}

/** @param radius metres */
export function skyDome(look: SkyLook, radius: number): Mesh {
  const material = new ShaderMaterial({
    side: BackSide,
    depthWrite: false,
    uniforms: skyUniforms(look),
    vertexShader: `varying vec3 vAt; void main() { vAt = position; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`,
    fragmentShader: `${NOISE}${SKY_GLSL}varying vec3 vAt; void main() { gl_FragColor = vec4(skyAt(normalize(vAt)), 1.0); }`,
  });
  const dome = new Mesh(new SphereGeometry(radius, 32, 24), material);
  dome.renderOrder = -10;
  dome.frustumCulled = false;
  return dome;
}
