import { atom } from 'nanostores';
import type { CarFields } from '#src/features/vehicle/vehicle-endpoints.ts';

/** VDP-21: new values of fields that have changed since the page was rendered. */
export const $vehicleChanges = atom<{ [N in keyof CarFields]?: CarFields[N] | 'gone' | undefined }>({});
