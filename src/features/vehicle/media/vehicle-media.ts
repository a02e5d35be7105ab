import type { VehiclePageConfig } from '#src/config/sections/stock/vehicle-page-section.ts';
import { flawHotspots } from '#src/features/vehicle/assurance/inspection.ts';
import type { HotspotPosition, Vehicle, VehicleImage } from '#src/features/vehicle/vehicle.ts';
import { ownFile, webAddress } from '#src/platform/text/untrusted-values.ts';

/** VDP-03: fewer pictures do not make a spin. */
export const MIN_FRAMES = 8;

/** Frames of the low-resolution sprite sheet, which loads first; 24 stay below 100 KB. */
const MAX_COARSE_FRAMES = 24;
export const SHEET_COLUMNS = 6;
/** Pixels per frame of the sheet. */
export const SHEET_FRAME = { width: 360, height: 240 } as const;

export const spinFrames = ({ spin_images = [] }: Pick<Vehicle, 'spin_images'>): readonly VehicleImage[] =>
  spin_images.length >= MIN_FRAMES ? spin_images : [];

/** Indexes of the frames in the sheet, evenly distributed. */
export function coarseFrames(count: number): number[] {
  const coarse = Math.min(count, MAX_COARSE_FRAMES);
  return Array.from({ length: coarse }, (_, at) => Math.floor((at * count) / coarse));
}

const CIRCLE = 360;
/** Degrees for which a hotspot stays visible beyond its outermost angles. */
const VISIBLE_DEGREES = 25;

/** Clockwise distance in degrees, 0 to 360. */
const clockwise = (from: number, to: number): number => (((to - from) % CIRCLE) + CIRCLE) % CIRCLE;

/**
 * VDP-05: the position of a hotspot at an angle, in per cent of the picture. Interpolated between two defined angles up
 * to a third of the circle apart; constant near the outermost ones; otherwise hidden.
 */
export function hotspotPosition(
  positions: readonly HotspotPosition[],
  angle: number,
): { x: number; y: number } | undefined {
  const [first] = positions;
  if (!first) return undefined;
  const before = positions.reduce((best, each) =>
    clockwise(each.activeAngle, angle) < clockwise(best.activeAngle, angle) ? each : best,
  );
  const after = positions.reduce((best, each) =>
    clockwise(angle, each.activeAngle) < clockwise(angle, best.activeAngle) ? each : best,
  );
  const [since, until] = [clockwise(before.activeAngle, angle), clockwise(angle, after.activeAngle)];
  const gap = since + until;
  if (before !== after && gap <= CIRCLE / 3) {
    const share = gap === 0 ? 0 : since / gap;
    return {
      x: before.posX + (after.posX - before.posX) * share,
      y: before.posY + (after.posY - before.posY) * share,
    };
  }
  const [nearest, distance] = since <= until ? [before, since] : [after, until];
  return distance <= VISIBLE_DEGREES ? { x: nearest.posX, y: nearest.posY } : undefined;
}

/** CARD-06: ids of placeholder pictures in feeds. */
const PLACEHOLDER =
  /(?:^|[-_/])(?:placeholder|default|no-?(?:photo|image|picture)s?|(?:photo|image)s?-coming)(?:$|[-_./])/i;

export const isPlaceholderName = (name: string): boolean => PLACEHOLDER.test(name);

/** The pictures without placeholders. */
export const realPictures = (images: readonly VehicleImage[]): VehicleImage[] =>
  images.filter(({ id }) => !isPlaceholderName(id));

/** The photos, or the first frame of the spin if there are none. */
export function shownPictures(vehicle: Pick<Vehicle, 'images' | 'spin_images'>): VehicleImage[] {
  const photos = realPictures(vehicle.images);
  return photos.length > 0 ? photos : spinFrames(vehicle).slice(0, 1);
}

export type VehiclePictures = Pick<Vehicle, 'images' | 'spin_images' | 'spin_interior_image'>;

/** Photos, then the frames of the spin and the interior panorama. */
export const allPictures = ({
  images,
  spin_images,
  spin_interior_image,
}: VehiclePictures): VehicleImage[] => [
  ...images,
  ...(spin_images ?? []),
  ...(spin_interior_image ? [spin_interior_image] : []),
];

/** VDP-02: a file, the player of a video service, or a page to link to. */
export type VehicleVideo =
  | { kind: 'file'; url: string }
  /** `page` is the video's page at the service. */
  | { kind: 'player'; service: 'YouTube' | 'Vimeo'; url: string; page: string }
  | { kind: 'page'; url: string };

const YOUTUBE_HOSTS = new Set(['youtube.com', 'm.youtube.com', 'youtube-nocookie.com']);
const OWN_KINDS = ['mp4', 'webm'];
const VIDEO_FILE = /\.(?:mp4|m4v|webm|mov)$/i;

function youtubeId({ hostname, pathname, searchParams }: URL): string | undefined {
  const host = hostname.replace(/^www\./, '');
  const [first = '', second = ''] = pathname.split('/').filter(Boolean);
  const named = ['embed', 'shorts', 'live', 'v'].includes(first) ? second : (searchParams.get('v') ?? '');
  const id = host === 'youtu.be' ? first : YOUTUBE_HOSTS.has(host) ? named : '';
  return /^[\w-]{6,20}$/.test(id) ? id : undefined;
}

function vimeoId({ hostname, pathname }: URL): string | undefined {
  return /^(?:www\.|player\.)?vimeo\.com$/.test(hostname) ? /\/(\d{5,12})\b/.exec(pathname)?.[1] : undefined;
}

/**
 * The dealer's own file takes precedence over external videos. Players are embedded without cookies.
 */
export function vehicleVideo({
  video_url,
  external_video_url,
}: Pick<Vehicle, 'video_url' | 'external_video_url'>): VehicleVideo | null {
  const own = ownFile(video_url, OWN_KINDS);
  if (own) return { kind: 'file', url: own };
  for (const address of [webAddress(video_url), webAddress(external_video_url)]) {
    if (!address) continue;
    const youtube = youtubeId(address);
    if (youtube)
      return {
        ...{ kind: 'player', service: 'YouTube', page: `https://www.youtube.com/watch?v=${youtube}` },
        url: `https://www.youtube-nocookie.com/embed/${youtube}?autoplay=1&rel=0`,
      };
    const vimeo = vimeoId(address);
    if (vimeo)
      return {
        ...{ kind: 'player', service: 'Vimeo', page: `https://vimeo.com/${vimeo}` },
        url: `https://player.vimeo.com/video/${vimeo}?autoplay=1&dnt=1`,
      };
    return { kind: VIDEO_FILE.test(address.pathname) ? 'file' : 'page', url: address.href };
  }
  return null;
}

export type ViewMode = 'spin' | 'images' | 'interior';

type Pictured = Pick<
  Vehicle,
  | 'spin_images'
  | 'spin_interior_image'
  | 'interior_url'
  | 'spin_code'
  | 'hotspots'
  | 'hotspot_positions'
  | 'inspection'
>;

/** VDP-03: the available views, and the initial one. */
export function vehicleViews(
  vehicle: Pictured,
  { detailView, spinViewer }: Pick<VehiclePageConfig, 'detailView' | 'spinViewer'>,
) {
  const frames = spinFrames(vehicle);
  const { hotspots = [], hotspot_positions, spin_interior_image: panorama, spin_code } = vehicle;
  const flaws = flawHotspots(vehicle, frames.length);
  const spin =
    frames.length > 0
      ? {
          frames,
          hotspots: [...hotspots, ...flaws.hotspots],
          positions: [...(hotspot_positions?.exterior ?? []), ...flaws.positions],
        }
      : undefined;
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

/** Directives of the content security policy for third-party views and videos. */
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
