import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import type { LiveCode } from '#src/dealer-files/release/current-release.ts';
import { codeEntry } from '#src/dealer-files/release/release-folders.ts';
import { siteRoutes } from '#src/platform/routing/site-routes.ts';
import { loadPages } from '#src/publishing/page-bundle.ts';
import { findLiveCode, isPublishedWhole, serverSourceOf } from '#src/publishing/release/code-release.ts';
import type { PageCode } from '#src/server/http/page-code.ts';
import type { SiteServer } from '#src/server/http/site-server.ts';
import type { Services } from '#src/server/services.ts';
import type { RefusedCode } from '#src/server/status/status-facts.ts';

/** The longest a start is delayed by reading stock while the engine is unavailable. */
const LONGEST_WARM_UP_MS = 3000;

type Prepares = Pick<SiteServer, 'prepare'>;

/**
 * Loads the code of on-demand pages before shoppers need it and, while the engine is unavailable, the stock of as
 * many dealers as time allows. A failure here is reported by the first request.
 */
export async function warmUp(
  { tenants, engineBreaker }: Pick<Services, 'tenants' | 'engineBreaker'>,
  server: Prepares,
): Promise<void> {
  const until = performance.now() + LONGEST_WARM_UP_MS;
  const wanted = engineBreaker.isOpen() ? tenants.all : tenants.all.slice(0, 1);
  for (const dealer of wanted) {
    for (const path of [dealer.search.defaultPath, '/']) {
      await server.prepare(dealer, path).catch(() => undefined);
    }
    if (performance.now() > until) return;
  }
}

/** Renders the first pages of every dealer, so that the first shopper of each finds a cached one. */
export async function warmEachDealer(
  { tenants }: Pick<Services, 'tenants'>,
  server: Prepares,
  longestMs: number,
): Promise<void> {
  const until = performance.now() + longestMs;
  for (const dealer of tenants.all) {
    for (const path of ['/', dealer.search.defaultPath]) {
      if (performance.now() > until) return;
      await server.prepare(dealer, path).catch(() => undefined);
    }
  }
}

const VEHICLE_PAGE = /href="(\/cars\/[a-z0-9-]+)"/;
const SERVER_ERROR = 500;

/** One address of each type of page that a dealer's site renders on demand, without vehicles. */
const addressesOf = (dealer: DealerConfig): string[] => [
  '/',
  ...siteRoutes(dealer)
    .filter(({ rendered }) => rendered !== 'build')
    .map(({ path }) => path),
];

/** The status of a page with the code in force; undefined if it does not respond. */
type StatusInForce = (dealer: DealerConfig, path: string) => Promise<number | undefined>;

/** Of the code of this server. */
export const statusByServer =
  (server: Prepares): StatusInForce =>
  (dealer, path) =>
    server.prepare(dealer, path).then(
      ({ status }) => status,
      () => undefined,
    );

/**
 * Renders a page of each type with new code, of the first dealer that is live. A page that fails with the code in force
 * too, such as one that needs an unavailable service, says nothing of the new code.
 * @throws Error naming the page that fails
 */
export async function tryPages(
  { tenants }: Pick<Services, 'tenants'>,
  server: Prepares,
  code: PageCode,
  statusInForce: StatusInForce = statusByServer(server),
): Promise<void> {
  const dealer = tenants.all.find(({ status }) => status.state === 'live') ?? tenants.all[0];
  if (!dealer) return;
  const render = async (path: string) => {
    const response = await server.prepare(dealer, path, code);
    if (response.status >= SERVER_ERROR) {
      const inForce = await statusInForce(dealer, path);
      if (inForce !== undefined && inForce < SERVER_ERROR)
        throw new Error(`the page ${path} of ${dealer.slug} answers ${response.status}`);
    }
    return response.body.toString();
  };
  const [, vehicle] = VEHICLE_PAGE.exec(await render(dealer.search.defaultPath)) ?? [];
  for (const path of new Set([...addressesOf(dealer), ...(vehicle ? [vehicle] : [])])) await render(path);
}

const RESPONSE_MS = 10_000;

/** Asks a running server for pages: the host of a request decides whose they are, which `fetch` does not set. */
export const statusAt =
  (url: string): StatusInForce =>
  (dealer, path) =>
    new Promise((resolve) => {
      const { host } = new URL(canonicalOrigin(dealer));
      const asked = request(new URL(path, url), { headers: { host }, timeout: RESPONSE_MS }, (res) => {
        resolve(res.statusCode);
        res.destroy();
      });
      asked.on('timeout', () => asked.destroy());
      asked.on('error', () => resolve(undefined)).end();
    });

const LOOK_EVERY_MS = 500;
/** A code release that could not be loaded is tried again: the disk may have been busy. */
const TRY_AGAIN_MS = 60_000;

/**
 * Loads a code release whole. Every module is loaded now: one that does not fit the server's own modules fails here, and
 * not when a shopper asks for its page.
 */
export async function loadCode(dist: string, { code }: Pick<LiveCode, 'code'>): Promise<PageCode> {
  const entry = codeEntry(dist, code);
  const renderPage = await loadPages(entry);
  const names = await readdir(dirname(entry), { recursive: true });
  for (const name of names.filter((each) => each.endsWith('.mjs')))
    await import(pathToFileURL(join(dirname(entry), name)).href);
  return { name: code, renderPage };
}

export type FollowedCode = {
  /** The code of the next request. */
  current(): PageCode;
  /** The live code that could not be loaded. */
  refused(): RefusedCode | undefined;
  /** Looks for a new code release now. */
  look(): Promise<void>;
  stop(): void;
};

export type FollowOptions = {
  dist: string;
  /** The code the server began with. */
  first: PageCode;
  /** Of the server's own modules, as this process has loaded them. */
  serverSource: string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Renders pages of each type with new code before shoppers get them. @throws if one fails */
  warm(code: PageCode): Promise<void>;
  onChange?: (code: string) => void;
};

/**
 * Serves the live code release, without a restart: a new one is loaded beside the old, warmed, and takes over between two
 * requests. Running requests finish with the code they began with. If it cannot be loaded or a page of it fails, the old
 * one stays. Code that needs another server is left to `followServer`.
 */
export function followCode(options: FollowOptions, everyMs = LOOK_EVERY_MS): FollowedCode {
  const { dist, serverSource, log, warm } = options;
  let current = options.first;
  let refused: (RefusedCode & { at: number }) | undefined;
  let looking: Promise<void> | undefined;

  async function takeOver(live: LiveCode): Promise<void> {
    const wanted = await serverSourceOf(dist, live.code);
    if (wanted !== undefined && wanted !== serverSource) return;
    const started = performance.now();
    try {
      const next = await loadCode(dist, live);
      await warm(next);
      current = next;
      refused = undefined;
      log.info({ code: live.code, ms: Math.round(performance.now() - started) }, 'new code in force');
      options.onChange?.(live.code);
    } catch (error) {
      const reason = String(error);
      refused = { code: live.code, reason, since: new Date().toISOString(), at: performance.now() };
      log.error({ code: live.code, reason }, `new code cannot be loaded, ${current.name} stays in force`);
    }
  }

  async function once(): Promise<void> {
    const live = findLiveCode(dist);
    if (live?.code !== refused?.code) refused = undefined;
    if (!live || live.code === current.name) return;
    const isRefused = refused?.code === live.code && performance.now() - refused.at < TRY_AGAIN_MS;
    if (!isRefused && isPublishedWhole(dist, live)) await takeOver(live);
  }

  const look = () => {
    looking ??= once()
      .catch((error: unknown) => log.error({ reason: String(error) }, 'the live code could not be read'))
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };
  const timer = setInterval(() => void look(), everyMs).unref();
  return { current: () => current, refused: () => refused, look, stop: () => clearInterval(timer) };
}
