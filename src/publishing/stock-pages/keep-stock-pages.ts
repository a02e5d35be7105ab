import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { systemClock } from '#src/platform/time/clock.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import type { StockPagesOf } from '#src/server/routes/cached-responses.ts';
import type { Services } from '#src/server/services.ts';
import { stockRoutes } from './render-stock-pages.ts';
import type { StockPagesResult, StockPagesTask } from './stock-pages-process.ts';

const PROCESS = join(import.meta.dirname, 'stock-pages-process.ts');

const LOOK_EVERY_MS = 1000;
/** Reservations may change a dealer's stock every few seconds. */
const AFTER_RENDERING_MS = 5000;
const AFTER_FAILURE_MS = 30_000;
const MAX_DOUBLINGS = 5;
/** A process loads the pages once for all dealers of a batch; the limit bounds the wait of others. */
const BATCH_SIZE = 20;
/** Rendering takes seconds. A process blocked by a database or disk would prevent all later ones. */
const RENDERING_TIMEOUT_MS = 5 * MINUTE_MS;

export type StockPageKeeper = { stop(): Promise<void> };

/** Never rejects: if the process fails, that is the reason for each of its dealers. */
function resultOf(child: ChildProcess, task: StockPagesTask): Promise<StockPagesResult> {
  const failed = (reason: string): StockPagesResult => ({
    failed: Object.fromEntries(Object.keys(task.releases).map((slug) => [slug, reason])),
  });
  return new Promise((resolve) => {
    let result: StockPagesResult | undefined;
    const late = setTimeout(() => {
      result = failed('the process did not end in time');
      child.kill('SIGKILL');
    }, RENDERING_TIMEOUT_MS).unref();
    const end = (reason: string) => {
      clearTimeout(late);
      resolve(result ?? failed(reason));
    };
    child.once('message', (message) => {
      result ??= message as StockPagesResult;
    });
    child.once('exit', (code, signal) => end(`the process ended with ${signal ?? code}`));
    // Emitted if the process cannot be started or sent its task.
    child.on('error', (error) => {
      child.kill('SIGKILL');
      end(error.message);
    });
    child.send(task);
  });
}

/**
 * Renders a dealer's stock pages again when its stock, its release or the day has changed, in a low-priority process
 * that exits afterwards. Meanwhile, and on failure, pages are rendered on demand.
 * @param current returns the folder of a dealer's current stock pages
 */
export function keepStockPages(options: {
  services: Services;
  dist: string;
  /** Id of the current code. */
  code: () => string;
  current: StockPagesOf;
}): StockPageKeeper {
  const { services, dist, code, current } = options;
  const { env, clock, log, tenants } = services;
  /** Time, on the performance clock, before which a dealer is not rendered again. */
  const waitsUntil = new Map<string, number>();
  /** Last failure, and number of consecutive ones. */
  const failures = new Map<string, { reason: string; times: number }>();
  let child: ChildProcess | undefined;
  let working: Promise<void> | undefined;

  function note(slug: string, now: number, reason: string | undefined): void {
    if (reason === undefined) {
      failures.delete(slug);
      waitsUntil.set(slug, now + AFTER_RENDERING_MS);
      return;
    }
    const before = failures.get(slug);
    const times = (before?.times ?? 0) + 1;
    failures.set(slug, { reason, times });
    waitsUntil.set(slug, now + AFTER_FAILURE_MS * 2 ** Math.min(times - 1, MAX_DOUBLINGS));
    if (before?.reason !== reason)
      log.warn({ dealer: slug, reason }, 'pages of the stock could not be rendered in advance');
  }

  async function render(releases: StockPagesTask['releases']): Promise<void> {
    const at = clock === systemClock ? undefined : clock.now().toISOString();
    const started = performance.now();
    child = fork(PROCESS, { execArgv: [], serialization: 'advanced' });
    const { failed } = await resultOf(child, { env, dist, code: code(), releases, at });
    child = undefined;
    const now = performance.now();
    for (const slug of Object.keys(releases)) note(slug, now, failed[slug]);
    log.info(
      { dealers: Object.keys(releases), ms: Math.round(now - started) },
      'pages of the stock rendered',
    );
  }

  function look(): void {
    if (working) return;
    const now = performance.now();
    const due = tenants.all.flatMap((dealer) => {
      const { slug, release } = dealer;
      const isWaiting = (waitsUntil.get(slug) ?? 0) > now;
      const isDue = release && !isWaiting && stockRoutes(dealer).length > 0 && current(dealer) === undefined;
      return isDue ? [[slug, release.id] as const] : [];
    });
    if (due.length === 0) return;
    working = render(Object.fromEntries(due.slice(0, BATCH_SIZE)))
      .catch((error: unknown) => log.error({ reason: String(error) }, 'pages of the stock are not kept'))
      .finally(() => {
        working = undefined;
      });
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      child?.kill('SIGKILL');
      await working;
    },
  };
}
