import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import type { LiveCode } from '#src/dealer-files/code-pointer.ts';
import { codeEntry } from '#src/dealer-files/release-folders.ts';
import type { PageCode } from '#src/server/http/page-code.ts';
import type { RefusedCode } from '#src/server/status/status-facts.ts';
import { findLiveCode, isPublishedWhole, serverSourceOf } from './code-release.ts';
import { loadPages } from './page-bundle.ts';

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
