import type { WebGLRenderer } from 'three';
import { makeRenderer } from '../rig/photograph.ts';
import { SCENES } from './all.ts';
import { panorama } from './panorama.ts';
import { shoot } from './shoot.ts';
import { VARIANTS } from './variants.data.ts';
import { VEHICLES } from './vehicles.data.ts';

export type SceneRequest = { name: string; width: number; height: number; samples: number };

export type KnownScene = { group: string; name: string; size: readonly [number, number] };

let renderer: WebGLRenderer | undefined;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

const vehiclesOf = (name: string) => {
  const variant = VARIANTS[name];
  if (!variant) return VEHICLES[name] ?? [];
  const spots = VEHICLES[variant.place] ?? [];
  return variant.vehicles.flatMap((vehicle, at) => {
    const spot = spots[at];
    return spot ? [{ ...spot, ...vehicle }] : [];
  });
};

/** @returns the pixels, rows from the bottom, RGBA, as base64 */
async function takeScene({ name, width, height, samples }: SceneRequest): Promise<string> {
  renderer ??= makeRenderer();
  const scene = Object.values(SCENES)
    .flat()
    .find((one) => one.name === name);
  if (!scene) throw new Error(`No scene is called "${name}".`);
  if (scene.panorama) return base64(panorama(renderer, scene, width, samples));
  return base64(shoot(renderer, scene, vehiclesOf(name), width, height, samples));
}

const scenesKnown = (): KnownScene[] =>
  Object.entries(SCENES).flatMap(([group, scenes]) =>
    scenes.map(({ name, size }) => ({ group, name, size })),
  );

Object.assign(globalThis, { takeScene, scenesKnown });
