import type { CarType } from './vehicle.ts';

/** VDP-17: how often a network address may have numbers revealed; then the location's page shows them. */
export const REVEALS_AN_HOUR = 30;

/** VDP-33: label of the phone call's event. */
export const callLabel = (type: CarType): 'New Car' | 'Used Car' => (type === 'new' ? 'New Car' : 'Used Car');
