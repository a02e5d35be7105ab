import type { SceneVehicle } from './scene.ts';

/** Which vehicles stand where in each scene. Earlier names of `model` are preferred where they are drawn. */
export const VEHICLES: Record<string, SceneVehicle[]> = {
  metro: [
    { model: ['suv', 'small-suv', 'hatch'], paint: 'blue', at: [2.55, 0.6], turn: 212 },
    { model: ['hatch', 'micro'], paint: 'white', at: [6.6, -2.4], turn: 222 },
    { model: ['sedan', 'hatch'], paint: 'grey', at: [9.5, -12.6], turn: 200 },
  ],
  yard: [{ model: ['4x4', 'ute', 'suv'], paint: 'white', at: [0, 0], turn: 176 }],
  salon: [{ model: ['large-sedan', 'sedan', 'coupe', 'hatch'], paint: 'black', at: [3.1, 0.4], turn: 205 }],
};
