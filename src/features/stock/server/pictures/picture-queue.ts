import { forceImportNow, forceNextImport } from '#src/features/stock/server/queries/feed-queries.ts';
import type { PicturedVehicles } from '#src/features/stock/server/queries/pictured-vehicles.ts';
import { takeExpired } from '#src/platform/database/leases.ts';
import type { Services } from '#src/server/services.ts';
import { importPictures, PICTURES_LEASE, pictureSource } from './import-pictures.ts';

/** Pictures of a dealer may take an hour, so several dealers are processed concurrently. */
const CONCURRENCY = 2;

type PictureQueue = {
  /** Queues the pictures of these vehicles, and closes these when they are fetched. */
  add(dealer: string, pictured: PicturedVehicles): void;
  isIdle(): boolean;
  /** Call it after aborting `signal`: resolves when no picture is being fetched and remaining ones are recorded. */
  settled(): Promise<void>;
};

/**
 * Fetches pictures of imported feeds, for a few dealers concurrently, and imports of a dealer in order. Queues their
 * vehicles for indexing. If it stops or fails, the feed is imported again at its next reading, even if unchanged.
 * @param signal stops fetching
 */
export function createPictureQueue(services: Services, signal: AbortSignal): PictureQueue {
  const waiting = new Map<string, PicturedVehicles>();
  const running = new Map<string, Promise<void>>();

  async function fetchAll(dealer: string, pictured: PicturedVehicles): Promise<void> {
    const { db, env, log } = services;
    try {
      const source = pictureSource(env);
      await importPictures(services, dealer, pictured, source, signal);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      if (!signal.aborted) log.error({ job: 'pictures', dealer, reason }, 'feed job failed');
      await forceNextImport(db, dealer).catch(() => {});
    } finally {
      pictured.close();
    }
  }

  function startNext(): void {
    for (const [dealer, pictured] of waiting) {
      if (running.size >= CONCURRENCY || signal.aborted) return;
      if (running.has(dealer)) continue;
      waiting.delete(dealer);
      const fetching = fetchAll(dealer, pictured).finally(() => {
        running.delete(dealer);
        startNext();
      });
      running.set(dealer, fetching);
    }
  }

  return {
    add(dealer, pictured) {
      const earlier = waiting.get(dealer);
      if (earlier) {
        // The newer version of a vehicle wins.
        for (const vehicle of pictured) earlier.put(vehicle);
        pictured.close();
      } else waiting.set(dealer, pictured);
      startNext();
    },
    isIdle: () => running.size === 0 && waiting.size === 0,
    async settled() {
      await Promise.all(running.values());
      for (const [dealer, pictured] of waiting) {
        await forceNextImport(services.db, dealer).catch(() => {});
        pictured.close();
      }
    },
  };
}

/** Where a process died while it fetched pictures, the feed is read again at once, and the others are fetched. */
export async function resumePictures({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>) {
  const now = clock.now();
  for (const dealer of await takeExpired(db, PICTURES_LEASE, clock)) {
    log.warn({ dealer }, 'pictures were not all fetched: the feed is read again');
    await forceImportNow(db, dealer, now.toISOString());
  }
}
