import type { SceneVehicle } from './scene.ts';

const SUV = ['suv', 'small-suv', 'hatch'];
const HATCH = ['hatch', 'micro', 'suv'];
const UTE = ['ute', '4x4', 'suv', 'hatch'];
const OFF_ROAD = ['4x4', 'ute', 'suv', 'hatch'];
const LIMOUSINE = ['large-sedan', 'sedan', 'coupe', 'hatch'];
const COUPE = ['coupe', 'convertible', 'large-sedan', 'sedan', 'hatch'];

/** Which vehicles stand where in each scene. Earlier names of `model` are preferred where they are drawn. */
export const VEHICLES: Record<string, SceneVehicle[]> = {
  metro: [
    { model: SUV, paint: 'blue', at: [2.2, 0.9], turn: 212 },
    { model: HATCH, paint: 'white', at: [7.4, -3.4], turn: 222 },
    { model: ['sedan', 'hatch'], paint: 'grey', at: [10.5, -12.6], turn: 200 },
  ],
  yard: [{ model: OFF_ROAD, paint: 'white', at: [0, 0], turn: 178 }],
  salon: [{ model: LIMOUSINE, paint: 'black', at: [3.1, 0.4], turn: 205 }],
  'metro-showroom': [
    { model: SUV, paint: 'silver', at: [0.2, 0.2], turn: 208 },
    { model: HATCH, paint: 'orange', at: [5.2, -3.2], turn: 222 },
    { model: ['sedan', 'hatch'], paint: 'blue', at: [-4.6, -4.4], turn: 200 },
  ],
  'metro-service': [{ model: HATCH, paint: 'blue', at: [0.9, 1.52, -1.2], turn: 180 }],
  'metro-handover': [{ model: SUV, paint: 'green', at: [0.4, -1.7], turn: 180 }],
  'yard-shed': [{ model: UTE, paint: 'silver', at: [0.6, -0.4], turn: 202 }],
  'yard-camp': [
    { model: ['caravan', 'camper-trailer', 'suv', 'hatch'], paint: 'blue', at: [2.4, -1.4], turn: 172 },
    { model: OFF_ROAD, paint: 'bronze', at: [-4.6, -2.6], turn: 160 },
  ],
  'yard-highway': [
    { model: ['truck', 'light-truck', 'ute', 'hatch'], paint: 'blue', at: [0.6, -1.75], turn: 180 },
  ],
  'salon-gallery': [
    { model: COUPE, paint: 'grey', at: [0.8, -0.4], turn: 206 },
    { model: LIMOUSINE, paint: 'white', at: [5.6, -4.6], turn: 200 },
  ],
  'salon-coast': [
    {
      model: ['convertible', 'coupe', 'large-sedan', 'sedan', 'hatch'],
      paint: 'green',
      at: [0.4, -1.75],
      turn: 180,
    },
  ],
  'salon-detail': [{ model: LIMOUSINE, paint: 'blue', at: [0.6, -0.4], turn: 184 }],
  'hill-road': [
    { model: ['adventure-bike', 'naked-bike', 'hatch'], paint: 'orange', at: [0, -1.6], turn: 176 },
  ],
  'beach-camp': [
    { model: ['caravan', 'motorhome', 'camper', 'suv', 'hatch'], paint: 'blue', at: [1.2, -0.9], turn: 190 },
  ],
  depot: [
    { model: ['truck', 'light-truck', 'ute', 'hatch'], paint: 'white', at: [1.6, -1.4], turn: 205 },
    { model: ['light-truck', 'truck', 'van', 'suv', 'hatch'], paint: 'blue', at: [10.5, -8], turn: 215 },
  ],
};
