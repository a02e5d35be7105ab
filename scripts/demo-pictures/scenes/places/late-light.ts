import { PLACES } from '../../outdoors/places.ts';
import type { PhotoScene } from '../scene.ts';

/** A clear sky an hour before sunset. */
export const late = {
  ...PLACES.coast.sky,
  sun: [-0.8, 0.15, -0.55] as const,
  low: '#e6cfb4',
  horizon: '#f0d2ab',
  glow: '#ffc27c',
  halo: 0.8,
  strength: 0.88,
};

/** Light and lens of pictures taken an hour before sunset. */
export const base: Omit<PhotoScene, 'name' | 'build'> = {
  size: [1600, 1067],
  sky: late,
  sun: {
    from: [-0.75, 0.4, 0.5],
    colour: '#ffcd90',
    strength: 3.8,
    spread: 0.012,
    reach: 24,
    centre: [1, 0, -1],
  },
  skylight: { colour: '#cfdcee', strength: 0.85 },
  ambient: 0.9,
  haze: { distance: 2400, height: 200 },
  camera: { at: [-8.6, 1.5, 9], to: [0.6, 1.3, -1], lens: 32, focus: 12, opening: 0.025 },
  probe: [-1, 1.4, 3],
  film: { exposure: 0.18, warm: 0.6, cool: 0.35, vignette: 0.28, bloom: 0.5, contrast: 0.5 },
};
