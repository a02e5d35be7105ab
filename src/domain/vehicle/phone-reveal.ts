import { HOUR_MS } from '../duration.ts';
import type { CarType } from './vehicle.ts';

/** VDP-17: how often a network address may have numbers revealed; then the location's page shows them. */
export const REVEALS_AN_HOUR = 30;

/** VDP-33: label of the phone call's event. */
export const callLabel = (type: CarType): 'New Car' | 'Used Car' => (type === 'new' ? 'New Car' : 'Used Car');

/** The clock hour in which reveals are counted. */
export function revealWindow(now: Date): { start: Date; end: Date; secondsLeft: number } {
  const start = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const end = start + HOUR_MS;
  return { start: new Date(start), end: new Date(end), secondsLeft: Math.ceil((end - now.getTime()) / 1000) };
}
