import type { SceneVehicle } from './scene.ts';

/** The same place with another vehicle in it: for pages of brands, body types and trades. */
export const VARIANTS: Record<string, { place: string; vehicles: Pick<SceneVehicle, 'model' | 'paint'>[] }> =
  {
    'hill-road-suv': { place: 'hill-road', vehicles: [{ model: ['suv'], paint: 'white' }] },
    'hill-road-ute': { place: 'hill-road', vehicles: [{ model: ['ute'], paint: 'silver' }] },
    'hill-road-4x4': { place: 'hill-road', vehicles: [{ model: ['4x4'], paint: 'grey' }] },
    'hill-road-naked-bike': { place: 'hill-road', vehicles: [{ model: ['naked-bike'], paint: 'black' }] },
    'hill-road-cruiser': { place: 'hill-road', vehicles: [{ model: ['cruiser'], paint: 'red' }] },
    'coast-large-suv': { place: 'salon-coast', vehicles: [{ model: ['large-suv'], paint: 'black' }] },
    'coast-sedan': { place: 'salon-coast', vehicles: [{ model: ['large-sedan'], paint: 'silver' }] },
    'coast-coupe': { place: 'salon-coast', vehicles: [{ model: ['coupe'], paint: 'red' }] },
    'coast-sport-bike': { place: 'salon-coast', vehicles: [{ model: ['sport-bike'], paint: 'blue' }] },
    'promenade-hatch': { place: 'metro-handover', vehicles: [{ model: ['hatch'], paint: 'blue' }] },
    'promenade-small-suv': { place: 'metro-handover', vehicles: [{ model: ['small-suv'], paint: 'white' }] },
    'promenade-wagon': { place: 'metro-handover', vehicles: [{ model: ['wagon'], paint: 'grey' }] },
    'promenade-van': { place: 'metro-handover', vehicles: [{ model: ['van'], paint: 'white' }] },
    'highway-large-ute': { place: 'yard-highway', vehicles: [{ model: ['large-ute'], paint: 'white' }] },
    'highway-light-truck': { place: 'yard-highway', vehicles: [{ model: ['light-truck'], paint: 'white' }] },
    'highway-motorhome': { place: 'yard-highway', vehicles: [{ model: ['motorhome'], paint: 'white' }] },
    'beach-camper': { place: 'beach-camp', vehicles: [{ model: ['camper'], paint: 'orange' }] },
  };
