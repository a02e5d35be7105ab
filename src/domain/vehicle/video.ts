import { ownFile, webAddress } from '../web-address.ts';
import type { Vehicle } from './vehicle.ts';

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
