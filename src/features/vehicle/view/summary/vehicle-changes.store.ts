import { atom } from 'nanostores';
import type { CarFields } from '#src/features/vehicle/vehicle-endpoints.ts';

/** VDP-21: fields of the vehicle that have changed since its page was rendered, and what they are now. */
export const $vehicleChanges = atom<{ [N in keyof CarFields]?: CarFields[N] | 'gone' | undefined }>({});
