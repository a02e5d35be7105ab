import { stockTag } from '#src/platform/http/response-headers.ts';
import type { CdnContent } from '#src/platform/routing/route-policies.ts';

export const CDNS = ['fastly', 'cloudflare'] as const;
export type CdnName = (typeof CDNS)[number];

/** Seconds. */
type Lifetime = { fresh: number; staleWhileRevalidate: number; staleIfError: number };

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** A change is purged at once. While purges fail, what shows a price is at most this old, plus the time it may be stale. */
const PURGED: Readonly<Record<Exclude<CdnContent, 'file'>, Lifetime>> = {
  stock: { fresh: 5 * MINUTE, staleWhileRevalidate: MINUTE, staleIfError: HOUR },
  release: { fresh: DAY, staleWhileRevalidate: HOUR, staleIfError: 7 * DAY },
};

/** Without credentials nothing is purged. */
const UNPURGED: typeof PURGED = {
  stock: { fresh: 10, staleWhileRevalidate: 0, staleIfError: 0 },
  release: { fresh: MINUTE, staleWhileRevalidate: 0, staleIfError: DAY },
};

/** Everything of a dealer that a publication may change. */
export const siteTag = (dealer: string): string => `site/${dealer}`;
/** Hashed files and pictures of vehicles, which are purged only when a site is taken down. */
export const filesTag = (dealer: string): string => `files/${dealer}`;
/** Nothing purges it by itself: it names the release of what a CDN holds, and purges that by hand. */
const releaseTag = (dealer: string, release: string): string => `release/${dealer}/${release}`;

type Owner = { slug: string; release?: { id: string } | undefined };

function tagsOf(content: CdnContent, { slug, release }: Owner): string[] {
  if (content === 'file') return [filesTag(slug)];
  return [
    siteTag(slug),
    ...(release ? [releaseTag(slug, release.id)] : []),
    ...(content === 'stock' ? [stockTag(slug)] : []),
  ];
}

/** Files are as fresh as browsers may take them to be, and stale for as long again, up to a day. */
function fileLifetime(cacheControl: string): Lifetime {
  const fresh = Number(/\bmax-age=(\d{1,9})\b/.exec(cacheControl)?.[1] ?? 0);
  return { fresh, staleWhileRevalidate: Math.min(fresh, DAY), staleIfError: Math.min(fresh, 7 * DAY) };
}

/** Cut at the instant after which the content is wrong. */
function within({ fresh, staleWhileRevalidate, staleIfError }: Lifetime, seconds: number): Lifetime {
  const left = Math.max(0, Math.floor(seconds));
  const cut = Math.min(fresh, left);
  return {
    fresh: cut,
    staleWhileRevalidate: Math.min(staleWhileRevalidate, left - cut),
    staleIfError: Math.min(staleIfError, left - cut),
  };
}

const directives = ({ fresh, staleWhileRevalidate, staleIfError }: Lifetime): string =>
  [
    `max-age=${fresh}`,
    ...(staleWhileRevalidate > 0 ? [`stale-while-revalidate=${staleWhileRevalidate}`] : []),
    // Cloudflare serves stale responses for any length of time unless it is named.
    `stale-if-error=${staleIfError}`,
  ].join(', ');

/**
 * Headers that say to each vendor, apart from browsers, how long to hold a response, and by which tags to purge it.
 * Both remove them from what they send on. A vendor ignores what exceeds 16 KB of tags; ours take less than 1 KB.
 */
const VENDORS: Readonly<Record<CdnName, { control: string; tags: string; separator: string }>> = {
  fastly: { control: 'Surrogate-Control', tags: 'Surrogate-Key', separator: ' ' },
  cloudflare: { control: 'Cloudflare-CDN-Cache-Control', tags: 'Cache-Tag', separator: ',' },
};

export type Sharing = {
  cdn: CdnName;
  /** Whether changes are purged. */
  isPurged: boolean;
};

/**
 * @param of.cacheControl for browsers
 * @param of.validSeconds until content that depends on the day is wrong
 */
export function cdnHeaders(
  { cdn, isPurged }: Sharing,
  content: CdnContent,
  of: { owner: Owner; cacheControl: string; validSeconds: number },
): Record<string, string> {
  const { control, tags, separator } = VENDORS[cdn];
  const lifetime =
    content === 'file' ? fileLifetime(of.cacheControl) : (isPurged ? PURGED : UNPURGED)[content];
  const own = content === 'stock' ? within(lifetime, of.validSeconds) : lifetime;
  return { [control]: directives(own), [tags]: tagsOf(content, of.owner).join(separator) };
}
