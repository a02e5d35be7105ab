import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { LiveCode } from '#src/dealer-files/release/current-release.ts';
import { codeEntry } from '#src/dealer-files/release/release-folders.ts';
import { siteRoutes } from '#src/platform/routing/site-routes.ts';
import { loadPages } from '#src/publishing/page-bundle.ts';
import {
  findLiveCode,
  isPublishedWhole,
  newestCodeOf,
  readLiveCode,
  serverSourceOf,
} from '#src/publishing/release/code-release.ts';
import type { PageCode } from '#src/server/http/page-code.ts';
import type { SiteServer } from '#src/server/http/site-server.ts';
import type { Services } from '#src/server/services.ts';
import type { RefusedCode } from '#src/server/status/status-facts.ts';

/** Maximum delay of the start while stock is read without the search engine. */
const WARM_UP_TIMEOUT_MS = 3000;

type Prepares = Pick<SiteServer, 'prepare'>;

/**
 * Loads the code of dynamic pages and, of dealers whose search engine is unavailable, the stock of as many as time
 * allows. Failures are reported by the first request.
 */
export async function warmUp(
  { tenants, engines }: Pick<Services, 'tenants' | 'engines'>,
  server: Prepares,
): Promise<void> {
  const until = performance.now() + WARM_UP_TIMEOUT_MS;
  const wanted = tenants.all.filter(({ slug }, at) => at === 0 || engines.isUnavailable(slug));
  for (const dealer of wanted) {
    for (const path of [dealer.search.defaultPath, '/']) {
      await server.prepare(dealer, path).catch(() => undefined);
    }
    if (performance.now() > until) return;
  }
}

const VEHICLE_PAGE = /href="(\/cars\/[a-z0-9-]+)"/;
const SERVER_ERROR = 500;

/** One address per type of dynamic page of a dealer's site, without vehicles. */
const addressesOf = (dealer: DealerConfig): string[] => [
  '/',
  ...siteRoutes(dealer)
    .filter(({ rendered }) => rendered !== 'build')
    .map(({ path }) => path),
];

/**
 * Renders one page of each type with new code, for the first live dealer. Pages that also fail with the current code,
 * such as those of an unavailable service, are ignored.
 * @throws Error naming the page that fails
 */
export async function tryPages(
  { tenants }: Pick<Services, 'tenants'>,
  server: Prepares,
  code: PageCode,
): Promise<void> {
  const dealer = tenants.all.find(({ status }) => status.state === 'live') ?? tenants.all[0];
  if (!dealer) return;
  const render = async (path: string) => {
    const response = await server.prepare(dealer, path, code);
    if (response.status >= SERVER_ERROR) {
      const inForce = await server.prepare(dealer, path).catch(() => undefined);
      if (inForce !== undefined && inForce.status < SERVER_ERROR)
        throw new Error(`the page ${path} of ${dealer.slug} answers ${response.status}`);
    }
    return response.body.toString();
  };
  const [, vehicle] = VEHICLE_PAGE.exec(await render(dealer.search.defaultPath)) ?? [];
  for (const path of new Set([...addressesOf(dealer), ...(vehicle ? [vehicle] : [])])) await render(path);
}

const LOOK_EVERY_MS = 500;
/** Retries loading a code release, since the disk may have been busy. */
const TRY_AGAIN_MS = 60_000;

/**
 * Loads all modules of a code release, so that one that is incompatible with the server's modules fails now and not on
 * a request.
 */
async function loadCode(dist: string, { code }: Pick<LiveCode, 'code'>): Promise<PageCode> {
  const entry = codeEntry(dist, code);
  const renderPage = await loadPages(entry);
  const names = await readdir(dirname(entry), { recursive: true });
  for (const name of names.filter((each) => each.endsWith('.mjs')))
    await import(pathToFileURL(join(dirname(entry), name)).href);
  return { name: code, renderPage };
}

/**
 * Says whether the live code was built with other server modules than those of this process, which takes a restart. Logs
 * it once.
 */
export function watchForRestart({
  dist,
  serverSource,
  log,
}: Pick<FollowOptions, 'dist' | 'serverSource' | 'log'>): () => Promise<RefusedCode | undefined> {
  let found: RefusedCode | undefined;
  return async () => {
    const live = findLiveCode(dist);
    const wanted = live && (await serverSourceOf(dist, live.code));
    if (!live || wanted === undefined || wanted === serverSource) {
      found = undefined;
    } else if (found?.code !== live.code) {
      found = { code: live.code, reason: 'it needs another server', needsRestart: true, since: live.at };
      log.warn({ code: live.code }, 'restart: new code needs another server');
    }
    return found;
  };
}

/**
 * Code that a server starts with: the live code, or the newest code of its own server modules while the live code was
 * built with others, as between a build and the replacement of all servers. Without any, the pages of the live code are
 * served, which may fail; this is logged.
 * @throws Error with the remedy if there is no complete build
 */
export async function codeToStartWith(
  options: Pick<FollowOptions, 'dist' | 'serverSource' | 'log'>,
): Promise<{ code: string; refused: RefusedCode | undefined }> {
  const { dist, serverSource, log } = options;
  const live = readLiveCode(dist).code;
  const refused = await watchForRestart(options)();
  const own = refused && (await newestCodeOf(dist, serverSource));
  if (refused && own === undefined)
    log.error({ code: live }, 'no code of this server is stored, that of another server is served: build');
  return { code: own ?? live, refused };
}

type FollowedCode = {
  /** Code for the next request. */
  current(): PageCode;
  /** Live code that could not be loaded. */
  refused(): RefusedCode | undefined;
  /** Checks for a new code release now. */
  look(): Promise<void>;
  stop(): void;
};

type FollowOptions = {
  dist: string;
  /** Code the server started with. */
  first: PageCode;
  /** Live code that it did not start with, or should not have. */
  refusedAtStart?: RefusedCode | undefined;
  /** Fingerprint of the server modules this process has loaded. */
  serverSource: string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Renders pages of each type with new code before it is used. @throws if one fails */
  warm(code: PageCode): Promise<void>;
  onChange?: (code: string) => void;
};

/**
 * Follows the live code release without a restart: new code is loaded and warmed up in the background, then used for
 * all new requests. Pending requests finish with the code they started with. If the new code cannot be loaded or a page
 * fails, the old one stays. It also stays if the new one was built with other server modules: that takes a restart.
 */
export function followCode(options: FollowOptions, everyMs = LOOK_EVERY_MS): FollowedCode {
  const { dist, log, warm } = options;
  const needsRestart = watchForRestart(options);
  let current = options.first;
  const { refusedAtStart } = options;
  let refused = refusedAtStart && { ...refusedAtStart, at: performance.now() };
  let looking: Promise<void> | undefined;

  async function activate(live: LiveCode): Promise<void> {
    const restart = await needsRestart();
    if (restart?.code === live.code) {
      refused = { ...restart, at: performance.now() };
      return;
    }
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
      const since = new Date().toISOString();
      refused = { code: live.code, reason, needsRestart: false, since, at: performance.now() };
      log.error({ code: live.code, reason }, `new code cannot be loaded, ${current.name} stays in force`);
    }
  }

  async function once(): Promise<void> {
    const live = findLiveCode(dist);
    if (live?.code !== refused?.code) refused = undefined;
    if (!live || live.code === current.name) return;
    const staysRefused = refused?.needsRestart || performance.now() - (refused?.at ?? 0) < TRY_AGAIN_MS;
    if (refused && staysRefused) return;
    if (isPublishedWhole(dist, live)) await activate(live);
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
