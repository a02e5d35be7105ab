import {
  Color,
  DoubleSide,
  type IUniform,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  Vector2,
  Vector4,
} from 'three';
import { MATERIALS, paintMaterial } from '../rig/materials.ts';
import type { BodyDrawing } from './drawing.ts';
import { PROJECTION, VERTEX_MAIN, VERTEX_PARTS } from './projection.ts';
import { RELIEF_M } from './view.ts';
import type { Atlas } from './views.ts';

type Uniforms = Record<string, IUniform>;
type Patch = { after: string; add: string };

/** Adds the projection and some lines of GLSL to a material's shader. */
function patched<M extends MeshStandardMaterial>(
  material: M,
  name: string,
  uniforms: Uniforms,
  patches: Patch[],
): M {
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${VERTEX_PARTS}`)
      .replace('#include <begin_vertex>', `#include <begin_vertex>\n${VERTEX_MAIN}`);
    shader.fragmentShader = patches.reduce(
      (text, { after, add }) => text.replace(`#include <${after}>`, `#include <${after}>\n${add}`),
      shader.fragmentShader.replace('#include <common>', `#include <common>\n${PROJECTION}`),
    );
  };
  material.customProgramCacheKey = () => name;
  return material;
}

/** Uniforms of the projection, one set for all materials of a body. */
export function uniformsOf(drawing: BodyDrawing, atlas: Atlas): Uniforms {
  const { stance } = drawing;
  const [rear, middle, front] = drawing.cabin;
  return {
    uMask: { value: atlas.mask },
    uRelief: { value: atlas.relief },
    uInner: { value: atlas.inner },
    uSide: { value: atlas.places.side },
    uFront: { value: atlas.places.front },
    uRear: { value: atlas.places.rear },
    uTop: { value: atlas.places.top },
    uWrap: { value: new Vector4(drawing.noseWrap, drawing.tailWrap, drawing.noseEnd, drawing.tailEnd) },
    uCabin: { value: new Vector4(rear, middle, front, 0) },
    uFoot: { value: new Vector2(drawing.screenFoot, drawing.backFoot) },
    uWheel: { value: new Vector4(stance.front, stance.rear, stance.diameter / 2, stance.arch) },
  };
}

/** The one paint of a body: its colour where nothing else is drawn. */
export function coachPaint(uniforms: Uniforms): MeshPhysicalMaterial {
  return patched(paintMaterial(), 'coach paint', uniforms, [
    {
      after: 'map_fragment',
      add: /* glsl */ `
        Place place = placeOf(vAt, normalize(vOut));
        vec3 alongX = dFdx(vAt), alongY = dFdy(vAt);
        Steps steps = stepsOf(vAt, alongX, alongY);
        vec4 mask = maskAt(place, steps);
        if (inArch(vAt) || isGlass(mask) || mask.b > 0.5) discard;
        vec2 relief = reliefAt(place, steps);
        float gap = smoothstep(0.04, 0.5, relief.r);
        float chrome = chromeOf(mask);
        float trim = smoothstep(0.02, 0.14, trimOf(mask));
        float matt = smoothstep(0.6, 0.95, trimOf(mask));
        float inside = gl_FrontFacing ? 0.0 : 1.0;
        diffuseColor.rgb = mix(diffuseColor.rgb, vec3(mix(0.004, 0.011, matt)), trim);
        diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.78, 0.79, 0.8), chrome);
        diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.02), inside);
        diffuseColor.rgb *= 1.0 - 0.97 * gap;`,
    },
    {
      after: 'metalnessmap_fragment',
      add: /* glsl */ `
        roughnessFactor = mix(roughnessFactor, mix(0.2, 0.62, matt), trim);
        roughnessFactor = mix(roughnessFactor, 0.1, chrome);
        roughnessFactor = mix(roughnessFactor, 0.95, max(gap, inside));
        metalnessFactor = mix(metalnessFactor * (1.0 - trim), 1.0, chrome) * (1.0 - max(gap, inside));`,
    },
    {
      after: 'normal_fragment_maps',
      add: /* glsl */ `
        vec3 outwards = normalize(vOut);
        vec2 rise = vec2(
          reliefAt(placeOf(vAt + alongX, outwards), steps).g - relief.g,
          reliefAt(placeOf(vAt + alongY, outwards), steps).g - relief.g) * ${RELIEF_M.toFixed(4)};
        vec3 seenX = dFdx(vViewPosition), seenY = dFdy(vViewPosition);
        vec3 across = cross(seenY, normal), down = cross(normal, seenX);
        float area = dot(seenX, across);
        vec3 lean = sign(area) * (rise.x * across + rise.y * down);
        lean *= min(1.0, 0.5 * abs(area) / max(length(lean), 1e-9));
        normal = normalize(abs(area) * normal + lean);`,
    },
    {
      after: 'clearcoat_normal_fragment_begin',
      add: /* glsl */ `clearcoatNormal = normal;`,
    },
    {
      after: 'lights_physical_fragment',
      add: /* glsl */ `
        material.clearcoat *= (1.0 - matt) * (1.0 - max(gap, inside)) * (1.0 - chrome);
        material.specularColorBlended *= 1.0 - max(gap, inside * 0.9);`,
    },
  ]);
}

const lookUp = (keep: string) => ({
  after: 'map_fragment',
  add: /* glsl */ `
    Place place = placeOf(vAt, normalize(vOut));
    vec3 alongX = dFdx(vAt), alongY = dFdy(vAt);
        Steps steps = stepsOf(vAt, alongX, alongY);
        vec4 mask = maskAt(place, steps);
    if (inArch(vAt) || !(${keep})) discard;`,
});

/** Windows. */
export const windowGlass = (uniforms: Uniforms) =>
  patched(MATERIALS.glass.clone(), 'window glass', uniforms, [lookUp('isGlass(mask)')]);

/** Lenses of head and tail lamps: clear ahead, red behind. */
export const lampLens = (uniforms: Uniforms) =>
  patched(
    new MeshPhysicalMaterial({
      color: '#000000',
      roughness: 0.03,
      clearcoat: 1,
      clearcoatRoughness: 0.01,
      transparent: true,
      opacity: 0.16,
      side: DoubleSide,
      depthWrite: false,
    }),
    'lamp lens',
    uniforms,
    [
      lookUp('mask.b > 0.5 && mask.g < 0.5 && mask.r < 0.5'),
      {
        after: 'alphamap_fragment',
        add: /* glsl */ `if (vAt.x < 0.0) { diffuseColor = vec4(0.3, 0.0, 0.004, 0.38); }`,
      },
    ],
  );

/** What lies within lamps and grilles: its own colours, the bright ones shining. */
export const innerShell = (uniforms: Uniforms) =>
  patched(
    new MeshStandardMaterial({
      color: new Color(1, 1, 1),
      roughness: 0.5,
      metalness: 0.1,
      envMapIntensity: 0.6,
      side: DoubleSide,
    }),
    'inner shell',
    uniforms,
    [
      {
        after: 'common',
        add: /* glsl */ `uniform sampler2D uInner;`,
      },
      {
        after: 'map_fragment',
        add: /* glsl */ `
          Place place = placeOf(vAt, normalize(vOut));
          vec4 drawn = texture2D(uInner, place.on.y > 0.5 ? place.front : place.on.z > 0.5 ? place.rear : place.side);
          if (maskAt(place, stepsOf(vAt, dFdx(vAt), dFdy(vAt))).r > 0.3) discard;
          diffuseColor.rgb = drawn.rgb;`,
      },
      {
        after: 'emissivemap_fragment',
        add: /* glsl */ `
          float glow = max(drawn.r, max(drawn.g, drawn.b));
          totalEmissiveRadiance += drawn.rgb * smoothstep(0.55, 1.0, glow) * 0.9;`,
      },
    ],
  );
