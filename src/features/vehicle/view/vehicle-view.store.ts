import { map } from 'nanostores';
import type { ViewMode } from '#src/features/vehicle/media/vehicle-media.ts';

export const $vehicleView = map<{
  /** Undefined until the visitor selects one. */
  mode?: ViewMode;
  /** 0-based index of the slide in full screen. */
  fullScreenSlide?: number;
  /** VDP-04: set if the spin failed to load; `hadFocus` if it had the focus. */
  failedSpin?: { hadFocus: boolean };
}>({});
