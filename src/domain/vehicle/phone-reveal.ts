import type { CarType } from './vehicle.ts';

/** VDP-33: label of the phone call's event. */
export const callLabel = (type: CarType): 'New Car' | 'Used Car' => (type === 'new' ? 'New Car' : 'Used Car');
