import { map } from 'nanostores';
import type { ViewMode } from '#src/features/vehicle/media/vehicle-media.ts';

/** How the shopper looks at the vehicle of a page. */
export const $vehicleView = map<{
  /** Undefined until they choose: as the page begins. */
  mode?: ViewMode;
  /** The photo or video shown full screen, from 0. */
  fullScreenSlide?: number;
  /** VDP-04: its pictures cannot be loaded; `hadFocus` if the shopper was using it. */
  failedSpin?: { hadFocus: boolean };
}>({});
