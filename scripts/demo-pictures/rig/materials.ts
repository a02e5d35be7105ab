import {
  Color,
  DoubleSide,
  MeshPhysicalMaterial,
  type MeshPhysicalMaterialParameters,
  MeshStandardMaterial,
  type MeshStandardMaterialParameters,
} from 'three';

const standard = (parameters: MeshStandardMaterialParameters) => new MeshStandardMaterial(parameters);
const physical = (parameters: MeshPhysicalMaterialParameters) => new MeshPhysicalMaterial(parameters);

/** Base coat with some flake under a clear coat. The rig recolours it: its share of light is linear in the colour. */
export const paintMaterial = () =>
  physical({
    color: new Color(1, 1, 1),
    metalness: 0.42,
    roughness: 0.36,
    clearcoat: 1,
    clearcoatRoughness: 0.03,
    side: DoubleSide,
  });

/** Materials every vehicle shares; make a new one only for what is not here. */
export const MATERIALS = {
  /** Tinted glass one can look through a little. */
  glass: physical({
    color: '#10161a',
    roughness: 0.02,
    metalness: 0,
    specularIntensity: 1,
    clearcoat: 1,
    clearcoatRoughness: 0.01,
    transparent: true,
    opacity: 0.72,
    side: DoubleSide,
    depthWrite: false,
  }),
  /** Privacy glass and anything behind which nothing was built. */
  darkGlass: physical({
    color: '#06090b',
    roughness: 0.03,
    clearcoat: 1,
    clearcoatRoughness: 0.01,
    side: DoubleSide,
  }),
  rubber: standard({ color: '#0d0d0e', roughness: 0.86, envMapIntensity: 0.5 }),
  /** Unpainted plastic: arches, sills, bumpers. */
  plastic: standard({ color: '#17181a', roughness: 0.62, envMapIntensity: 0.7, side: DoubleSide }),
  glossBlack: physical({
    color: '#050607',
    roughness: 0.18,
    clearcoat: 1,
    clearcoatRoughness: 0.04,
    side: DoubleSide,
  }),
  /** What no light reaches: wheel wells, gaps, the underside. */
  dark: standard({ color: '#040405', roughness: 1, envMapIntensity: 0.06, side: DoubleSide }),
  chrome: standard({ color: '#d8dcdf', roughness: 0.08, metalness: 1, side: DoubleSide }),
  alloy: standard({ color: '#aeb3b8', roughness: 0.28, metalness: 0.92, side: DoubleSide }),
  darkAlloy: standard({ color: '#35383c', roughness: 0.34, metalness: 0.85, side: DoubleSide }),
  steel: standard({ color: '#6c7074', roughness: 0.45, metalness: 0.9, side: DoubleSide }),
  /** Polished and rough aluminium of trays, tanks and bull bars. */
  aluminium: standard({ color: '#c3c7ca', roughness: 0.32, metalness: 0.95, side: DoubleSide }),
  headlamp: physical({
    color: '#dfe7ee',
    roughness: 0.06,
    metalness: 0.35,
    clearcoat: 1,
    emissive: '#c9dcec',
    emissiveIntensity: 0.1,
    side: DoubleSide,
  }),
  lampBright: standard({ color: '#ffffff', emissive: '#f4f8ff', emissiveIntensity: 1.1 }),
  tailLamp: physical({
    color: '#7d0709',
    roughness: 0.1,
    clearcoat: 1,
    emissive: '#c3090c',
    emissiveIntensity: 0.22,
    side: DoubleSide,
  }),
  indicator: physical({
    color: '#c85e08',
    roughness: 0.12,
    clearcoat: 1,
    emissive: '#c85e08',
    emissiveIntensity: 0.15,
    side: DoubleSide,
  }),
  fabric: standard({ color: '#26282b', roughness: 0.95, envMapIntensity: 0.4, side: DoubleSide }),
  leather: standard({ color: '#3a2c22', roughness: 0.55, envMapIntensity: 0.5, side: DoubleSide }),
  plate: standard({ color: '#e9e7dc', roughness: 0.5, side: DoubleSide }),
  canvas: standard({ color: '#8b8069', roughness: 0.95, side: DoubleSide }),
  white: physical({
    color: '#eceeed',
    roughness: 0.35,
    clearcoat: 0.7,
    clearcoatRoughness: 0.1,
    side: DoubleSide,
  }),
} as const;
