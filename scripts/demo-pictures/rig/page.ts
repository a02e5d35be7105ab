import type { WebGLRenderer } from 'three';
import { MODELS } from '../models.ts';
import { placeOf } from '../outdoors/places.ts';
import type { Vehicle } from '../vehicle-model.ts';
import { ANGLES, type AngleName, cameraAt, roomOf } from './angles.ts';
import { outdoors } from './outdoors.ts';
import { type PaintName, paintColour } from './paints.ts';
import { makeRenderer, photograph } from './photograph.ts';
import { type Stage, studio } from './studio.ts';

/** One exposure, developed in each of the paints. */
export type StillRequest = {
  model: string;
  angle: AngleName;
  paints: PaintName[];
  width: number;
  height: number;
  samples: number;
  /** Degrees the vehicle is turned, for a spin. */
  turn?: number;
};

let renderer: WebGLRenderer | undefined;
const vehicles = new Map<string, Vehicle>();
const stages = new Map<string, Stage>();

function vehicleNamed(name: string): Vehicle {
  const known = vehicles.get(name);
  if (known) return known;
  const model = MODELS.find((one) => one.name === name);
  if (!model) throw new Error(`No model is called "${name}": ${MODELS.map((one) => one.name).join(', ')}.`);
  const vehicle = model.build();
  vehicles.clear();
  vehicles.set(name, vehicle);
  return vehicle;
}

function stageFor(lit: WebGLRenderer, model: string, angle: AngleName): Stage {
  const place = placeOf(model);
  const name = angle === 'outdoors' ? place : 'studio';
  const stage = stages.get(name) ?? (angle === 'outdoors' ? outdoors(lit, place) : studio(lit));
  stages.set(name, stage);
  return stage;
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(text);
}

/** @returns for each paint the pixels, rows from the bottom, RGBA, as base64 */
async function takeStills(request: StillRequest): Promise<string[]> {
  renderer ??= makeRenderer();
  const { width, height, samples, angle, turn = 0 } = request;
  const vehicle = vehicleNamed(request.model);
  vehicle.root.rotation.y = 0;
  vehicle.root.updateMatrixWorld(true);
  const camera = cameraAt(ANGLES[angle], roomOf(vehicle.root, angle), width / height);
  vehicle.root.rotation.y = (turn * Math.PI) / 180;
  vehicle.root.updateMatrixWorld(true);
  const stage = stageFor(renderer, request.model, angle);
  const [only, ...others] = request.paints.map(paintColour);
  const shot = { width, height, samples, stage, camera };
  const negative = photograph(renderer, vehicle, shot, others.length === 0 ? only : undefined);
  const pictures = request.paints.map((paint) => base64(negative.develop(paintColour(paint))));
  negative.dispose();
  return pictures;
}

const modelsKnown = () => MODELS.map(({ name, galleryPaint }) => ({ name, galleryPaint }));

Object.assign(globalThis, { takeStills, modelsKnown });
