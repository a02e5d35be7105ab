import { forceNextImport } from '#src/features/stock/server/queries/feed-queries.ts';
import type { Services } from '#src/server/services.ts';
import type { PicturedVehicle } from './feed-pictures.ts';
import { importPictures, pictureSource } from './import-pictures.ts';

/** Pictures of a dealer may take an hour, so several dealers are processed concurrently. */
const CONCURRENCY = 2;

type Pictured = ReadonlyMap<string, PicturedVehicle>;

type PictureQueue = {
  /** Queues the pictures of these vehicles. */
  add(dealer: string, vehicles: readonly PicturedVehicle[]): void;
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
  const waiting = new Map<string, Pictured>();
  const running = new Map<string, Promise<void>>();

  async function fetchAll(dealer: string, vehicles: Pictured): Promise<void> {
    const { db, env, log } = services;
    try {
      const source = pictureSource(env);
      await importPictures(services, dealer, [...vehicles.values()], source, signal);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      if (!signal.aborted) log.error({ job: 'pictures', dealer, reason }, 'feed job failed');
      await forceNextImport(db, dealer).catch(() => {});
    }
  }

  function startNext(): void {
    for (const [dealer, vehicles] of waiting) {
      if (running.size >= CONCURRENCY || signal.aborted) return;
      if (running.has(dealer)) continue;
      waiting.delete(dealer);
      const fetching = fetchAll(dealer, vehicles).finally(() => {
        running.delete(dealer);
        startNext();
      });
      running.set(dealer, fetching);
    }
  }

  return {
    add(dealer, vehicles) {
      // Merges changes into waiting vehicles; the newer version of a vehicle wins.
      const added = vehicles.map((vehicle) => [vehicle.id, vehicle] as const);
      waiting.set(dealer, new Map([...(waiting.get(dealer) ?? []), ...added]));
      startNext();
    },
    isIdle: () => running.size === 0 && waiting.size === 0,
    async settled() {
      await Promise.all(running.values());
      await Promise.all(
        [...waiting.keys()].map((dealer) => forceNextImport(services.db, dealer).catch(() => {})),
      );
    },
  };
}
