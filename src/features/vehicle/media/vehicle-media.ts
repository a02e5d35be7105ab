import type { VehiclePageConfig } from '#src/config/sections/stock/vehicle-page-section.ts';
import type { HotspotPosition, Vehicle, VehicleImage } from '#src/features/vehicle/vehicle.ts';
import { ownFile, webAddress } from '#src/platform/text/untrusted-values.ts';

/** VDP-03: fewer pictures are no turn around a vehicle. */
export const FEWEST_FRAMES = 8;

/** Frames of the sheet that lets a spin turn early; 24 small ones stay below 100 KB. */
const MOST_COARSE_FRAMES = 24;
export const SHEET_COLUMNS = 6;
/** Of one frame of the sheet, pixels. */
export const SHEET_FRAME = { width: 360, height: 240 } as const;

/** Pictures all around the vehicle; empty where it has no spin. */
export const spinFrames = ({ spin_images = [] }: Pick<Vehicle, 'spin_images'>): readonly VehicleImage[] =>
  spin_images.length >= FEWEST_FRAMES ? spin_images : [];

/** The frames in the sheet, evenly spread, the first included. */
export function coarseFrames(count: number): number[] {
  const coarse = Math.min(count, MOST_COARSE_FRAMES);
  return Array.from({ length: coarse }, (_, at) => Math.floor((at * count) / coarse));
}

const CIRCLE = 360;
/** A hotspot known from one angle is seen this far to either side of it, degrees. */
const SEEN_AROUND = 25;

/** From one angle on to another, degrees in 0 to 360. */
const turn = (from: number, to: number): number => (((to - from) % CIRCLE) + CIRCLE) % CIRCLE;

/**
 * VDP-05: where a hotspot is seen from an angle, per cent of the picture: between two angles it is known from, no
 * further apart than a third of the circle, it moves evenly; beside the outermost it stays a little; else it is
 * hidden.
 */
export function hotspotPlace(
  positions: readonly HotspotPosition[],
  angle: number,
): { x: number; y: number } | undefined {
  const [first] = positions;
  if (!first) return undefined;
  const before = positions.reduce((best, each) =>
    turn(each.activeAngle, angle) < turn(best.activeAngle, angle) ? each : best,
  );
  const after = positions.reduce((best, each) =>
    turn(angle, each.activeAngle) < turn(angle, best.activeAngle) ? each : best,
  );
  const [since, until] = [turn(before.activeAngle, angle), turn(angle, after.activeAngle)];
  const gap = since + until;
  if (before !== after && gap <= CIRCLE / 3) {
    const share = gap === 0 ? 0 : since / gap;
    return {
      x: before.posX + (after.posX - before.posX) * share,
      y: before.posY + (after.posY - before.posY) * share,
    };
  }
  const [nearest, distance] = since <= until ? [before, since] : [after, until];
  return distance <= SEEN_AROUND ? { x: nearest.posX, y: nearest.posY } : undefined;
}

/** Ids a feed gives to the placeholder of a missing picture (CARD-06). */
const PLACEHOLDER =
  /(?:^|[-_/])(?:placeholder|default|no-?(?:photo|image|picture)s?|(?:photo|image)s?-coming)(?:$|[-_./])/i;

/** Whether a file or an id is named like a placeholder. */
export const isPlaceholderName = (name: string): boolean => PLACEHOLDER.test(name);

/** The vehicle's own pictures; default and placeholder ones count as none. */
export const realPictures = (images: readonly VehicleImage[]): VehicleImage[] =>
  images.filter(({ id }) => !isPlaceholderName(id));

/** What a vehicle looks like wherever it has one picture or a few: its photos, else the first frame of its spin. */
export function shownPictures(vehicle: Pick<Vehicle, 'images' | 'spin_images'>): VehicleImage[] {
  const photos = realPictures(vehicle.images);
  return photos.length > 0 ? photos : spinFrames(vehicle).slice(0, 1);
}

/** All that a record shows of a vehicle in pictures. */
export type VehiclePictures = Pick<Vehicle, 'images' | 'spin_images' | 'spin_interior_image'>;

/** The photos first, in their order; then the frames of its spin and the panorama of its inside. */
export const everyPicture = ({
  images,
  spin_images,
  spin_interior_image,
}: VehiclePictures): VehicleImage[] => [
  ...images,
  ...(spin_images ?? []),
  ...(spin_interior_image ? [spin_interior_image] : []),
];

/** VDP-02: a video of the vehicle: a file, a video service's player, or a page to link to. */
export type VehicleVideo =
  | { kind: 'file'; url: string }
  /** `page` is where the service itself shows it. */
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
 * The dealer's own file takes precedence over external videos; services are only asked for the player, without
 * cookies.
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
