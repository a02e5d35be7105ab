import { importAgain } from '#src/features/stock/server/queries/feed-queries.ts';
import type { Services } from '#src/server/services.ts';
import type { PicturedVehicle } from './feed-pictures.ts';
import { importPictures, pictureSource } from './import-pictures.ts';

/** Pictures of a dealer may take an hour: those of others are fetched meanwhile. */
const DEALERS_AT_ONCE = 2;

type Pictured = ReadonlyMap<string, PicturedVehicle>;

export type PictureQueue = {
  /** Fetches the pictures of these vehicles once it is their turn. */
  add(dealer: string, vehicles: readonly PicturedVehicle[]): void;
  isIdle(): boolean;
  /** Call it once `signal` is aborted: resolves when no picture is being fetched and those left are noted. */
  settled(): Promise<void>;
};

/**
 * The pictures of imported feeds: of few dealers at once, and of one dealer one import after the other. They mark their
 * vehicles for the search index. Pictures that are left when it stops, or fails, come with the next reading of their
 * feed, which imports it even if it has not changed.
 * @param signal stops it: no further picture is fetched
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
      await importAgain(db, dealer).catch(() => {});
    }
  }

  function startNext(): void {
    for (const [dealer, vehicles] of waiting) {
      if (running.size >= DEALERS_AT_ONCE || signal.aborted) return;
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
      // Changes add to those that wait; of a vehicle in both, the newer one counts.
      const added = vehicles.map((vehicle) => [vehicle.id, vehicle] as const);
      waiting.set(dealer, new Map([...(waiting.get(dealer) ?? []), ...added]));
      startNext();
    },
    isIdle: () => running.size === 0 && waiting.size === 0,
    async settled() {
      await Promise.all(running.values());
      await Promise.all(
        [...waiting.keys()].map((dealer) => importAgain(services.db, dealer).catch(() => {})),
      );
    },
  };
}
