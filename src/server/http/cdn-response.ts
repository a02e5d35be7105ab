import { type IncomingMessage, ServerResponse } from 'node:http';
import { cdnHeaders } from '#src/platform/cdn/cdn-headers.ts';
import { cdnPurgeOf } from '#src/platform/cdn/cdn-purge.ts';
import { ASSETS_FOLDER } from '#src/platform/http/response-headers.ts';
import { IMAGES_PATH } from '#src/platform/images/image-url.ts';
import { gateAt } from '#src/platform/routing/gates.ts';
import { type CdnContent, cdnContentAt } from '#src/platform/routing/route-policies.ts';
import { SECOND_MS } from '#src/platform/time/duration.ts';
import { nextMidnight } from '#src/platform/time/zoned-time.ts';
import { isRead } from '#src/server/routes/request-guard.ts';
import type { Services } from '#src/server/services.ts';
import type { Exchange } from './exchange.ts';

const SHARED_STATUSES: ReadonlySet<number> = new Set([200, 304]);
const FILES = [`/${ASSETS_FOLDER}/`, IMAGES_PATH];

const isFile = (path: string) => FILES.some((folder) => path.startsWith(folder));

/** What the address may be for a CDN, whatever the response. */
function contentOf({ dealer, path: { pathname }, found }: Exchange): CdnContent | undefined {
  if (isFile(pathname)) return 'file';
  if (gateAt(dealer, pathname)) return undefined;
  const route = found.kind === 'page' ? found.route : undefined;
  const content = cdnContentAt(pathname, route?.internal);
  const isMade = found.kind === 'stock' || (route && route.rendered !== 'build');
  return isMade && content === 'release' ? undefined : content;
}

/** A response for everyone: it says so itself, sets no cookie and depends on nothing but the address. */
function isForEveryone(res: ServerResponse): boolean {
  const varies = String(res.getHeader('Vary') ?? '').toLowerCase();
  return (
    SHARED_STATUSES.has(res.statusCode) &&
    /^public\b/.test(String(res.getHeader('Cache-Control') ?? '')) &&
    !res.hasHeader('Set-Cookie') &&
    (varies === '' || varies === 'accept-encoding')
  );
}

/**
 * Fastly stores what states no age for minutes, or for an hour, even with no-store or no-cache: only `private` prevents
 * it.
 */
function keepPrivate(res: ServerResponse): void {
  const value = String(res.getHeader('Cache-Control') ?? '');
  if (/\bprivate\b/.test(value)) return;
  const own = value.replace(/\bpublic\b,?\s*/, '');
  res.setHeader('Cache-Control', own === '' ? 'private' : `private, ${own}`);
}

/** What is live on all machines. */
export type LiveElsewhere = {
  /** Undefined if that is not known at present. */
  isLive(release: { slug: string; id: string }): boolean | undefined;
};

/**
 * PLAT-60: the class of responses behind a CDN; undefined without one. What is for everyone says how long the CDN may
 * hold it and by which tags it is purged; everything else is private, errors and redirects included.
 * @param isLive whether a dealer is served as published; undefined if that is not known, and a CDN may hold it only as
 * long as what is not purged
 */
export function cdnResponses(
  { env, clock }: Pick<Services, 'env' | 'clock'>,
  isLive: (dealer: Exchange['dealer']) => boolean | undefined,
) {
  const { CDN: cdn } = env;
  if (cdn === 'none') return undefined;
  const isPurged = cdnPurgeOf(env) !== undefined;

  return class CdnResponse<R extends IncomingMessage> extends ServerResponse<R> {
    /** Undefined until the dealer is known. */
    exchange?: Exchange;

    #contentForEveryone(): CdnContent | undefined {
      const { exchange } = this;
      if (!exchange || !isRead(exchange.req.method) || exchange.req.contact) return undefined;
      const content = isForEveryone(this) ? contentOf(exchange) : undefined;
      return content !== 'file' && isLive(exchange.dealer) === false ? undefined : content;
    }

    override writeHead(status: number, ...more: [unknown?, unknown?]): this {
      this.statusCode = status;
      const content = this.#contentForEveryone();
      if (content && this.exchange) {
        const { dealer } = this.exchange;
        const now = clock.now();
        const sharing = { cdn, isPurged: isPurged && isLive(dealer) === true };
        const headers = cdnHeaders(sharing, content, {
          owner: dealer,
          cacheControl: String(this.getHeader('Cache-Control')),
          validSeconds: (nextMidnight(now, dealer.timeZone).getTime() - now.getTime()) / SECOND_MS,
        });
        for (const [name, value] of Object.entries(headers)) this.setHeader(name, value);
      } else keepPrivate(this);
      return super.writeHead(status, ...(more as []));
    }
  };
}
