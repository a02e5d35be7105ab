import type { PublicConfig } from '#src/config/public/public-config.ts';
import { imageHosts } from '#src/config/public/site-picture.ts';

/** Pages that may show a third-party frame. */
export type SlotPlace = PublicConfig['slots'][number]['place'];

type Directive = `${'connect-src' | 'frame-src' | 'img-src'} ${string}`;

/** Parts of a page's content security policy for third parties. */
type ThirdPartyPolicy = {
  /** Sources of script-src; empty if only the site's own scripts run. */
  scripts: string[];
  /** Complete directives, "frame-src https://tool.example". */
  directives: Directive[];
};

const GOOGLE_SCRIPTS = 'https://www.googletagmanager.com';
const GOOGLE_RECEIVERS = [
  'https://*.googletagmanager.com',
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
];
const META_SCRIPTS = 'https://connect.facebook.net';
const META_RECEIVERS = ['https://www.facebook.com'];

/** Script and frame of the challenge in forms (FORM-11). */
const TURNSTILE = 'https://challenges.cloudflare.com';

const originOf = (url: string) => new URL(url).origin;
const socketOf = (origin: string) => origin.replace(/^https:/, 'wss:');
const directive = (name: 'connect-src' | 'frame-src' | 'img-src', sources: readonly string[]): Directive[] =>
  sources.length > 0 ? [`${name} ${[...new Set(sources)].join(' ')}`] : [];

/** CFG-08: whether any dealership offers live chat. */
export const offersChat = ({ chat, dealerships }: Pick<PublicConfig, 'chat' | 'dealerships'>): boolean =>
  chat !== undefined && dealerships.some(({ switches }) => switches.liveChat);

/** Host of the chat service, and additional ones it needs. */
const chatOrigins = (site: PublicConfig): string[] =>
  site.chat && offersChat(site) ? [site.chat.script, ...site.chat.origins].map(originOf) : [];

/** VDP-26: the message robot is on vehicle pages. */
const robotOrigins = ({ autobot }: PublicConfig, place: SlotPlace | undefined): string[] =>
  autobot && place === 'vehicle' ? [originOf(autobot.script)] : [];

/**
 * Policy required by a site's configured services and pictures; empty if there are none.
 * @param place of the page, if it may have slots
 */
export function thirdPartyPolicy(site: PublicConfig, place: SlotPlace | undefined): ThirdPartyPolicy {
  const { googleTag, metaPixel } = site.analytics;
  const talk = [...chatOrigins(site), ...robotOrigins(site, place)];
  const challenge = site.leads.turnstileSiteKey === undefined ? [] : [TURNSTILE];
  const frames = site.slots.filter((slot) => slot.place === place).map(({ frame }) => originOf(frame));
  const scripts = [
    ...(googleTag ? [GOOGLE_SCRIPTS] : []),
    ...(metaPixel ? [META_SCRIPTS] : []),
    ...challenge,
    ...talk,
  ];
  const receivers = [
    ...(googleTag ? GOOGLE_RECEIVERS : []),
    ...(metaPixel ? META_RECEIVERS : []),
    ...talk.flatMap((origin) => [origin, socketOf(origin)]),
  ];
  // Analytics services also load pixels, and chats their own pictures.
  const images = [
    ...imageHosts(site),
    ...(googleTag ? GOOGLE_RECEIVERS : []),
    ...(metaPixel ? META_RECEIVERS : []),
    ...talk,
  ];
  return {
    // An explicit list replaces the default.
    scripts: scripts.length > 0 ? ["'self'", ...new Set(scripts)] : [],
    directives: [
      ...directive('img-src', images),
      ...directive('connect-src', receivers),
      ...directive('frame-src', [...frames, ...challenge, ...talk]),
    ],
  };
}
