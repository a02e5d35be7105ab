import type { VehiclePageConfig } from '#src/config/sections/vehicle-page.ts';
import { webAddress } from '../web-address.ts';
import { spinFrames } from './spin.ts';
import type { Vehicle } from './vehicle.ts';
import type { VehicleVideo } from './video.ts';

export type ViewMode = 'spin' | 'images' | 'interior';

type Pictured = Pick<
  Vehicle,
  'spin_images' | 'spin_interior_image' | 'interior_url' | 'spin_code' | 'hotspots' | 'hotspot_positions'
>;

/** VDP-03: the views there are of a vehicle, and which is seen first. */
export function vehicleViews(
  vehicle: Pictured,
  { detailView, spinViewer }: Pick<VehiclePageConfig, 'detailView' | 'spinViewer'>,
) {
  const frames = spinFrames(vehicle);
  const { hotspots = [], hotspot_positions, spin_interior_image: panorama, spin_code } = vehicle;
  const spin =
    frames.length > 0 ? { frames, hotspots, positions: hotspot_positions?.exterior ?? [] } : undefined;
  const external =
    !spin && spin_code && spinViewer
      ? { label: 'Spin it around', url: spinViewer.replaceAll('{code}', encodeURIComponent(spin_code)) }
      : undefined;
  const url = panorama ? undefined : webAddress(vehicle.interior_url)?.href;
  const interior =
    panorama || url ? { panorama, url, hotspots, positions: hotspot_positions?.interior ?? [] } : undefined;
  const modes: ViewMode[] = [
    ...(spin || external ? (['spin'] as const) : []),
    'images',
    ...(interior ? (['interior'] as const) : []),
  ];
  const first: ViewMode = spin && detailView === 'spinner' ? 'spin' : 'images';
  return { modes, first, spin, external, interior };
}

/** What the page's content security policy allows for them, once the shopper opens it. */
export function viewsPolicy(
  { external, interior }: ReturnType<typeof vehicleViews>,
  video: VehicleVideo | null,
): (`frame-src ${string}` | `media-src ${string}`)[] {
  const originsOf = (addresses: readonly (string | undefined)[]) =>
    addresses.flatMap((each) => webAddress(each)?.origin ?? []);
  const frames = originsOf([external?.url, interior?.url, video?.kind === 'player' ? video.url : undefined]);
  const media = originsOf([video?.kind === 'file' ? video.url : undefined]);
  return [
    ...frames.map((origin) => `frame-src ${origin}` as const),
    ...media.map((origin) => `media-src ${origin}` as const),
  ];
}
