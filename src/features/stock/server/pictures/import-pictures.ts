import { contentHash } from '#src/features/stock/server/importing/plan-import.ts';
import { withLease } from '#src/features/stock/server/importing/with-lease.ts';
import {
  duePictures,
  type PictureRow,
  presentRecords,
  replaceRecords,
  storedPicturesOf,
  updatePicture,
} from '#src/features/stock/server/queries/picture-queries.ts';
import { feedFiles } from '#src/features/stock/server/sources/feed-places.ts';
import { allPictures, type VehiclePictures } from '#src/features/vehicle/media/vehicle-media.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { httpPictureSource, type PictureSource } from '#src/platform/images/picture-source.ts';
import { batches, type OnProgress } from '#src/platform/queue/batches.ts';
import type { Services } from '#src/server/services.ts';
import { withArchivedPictures } from './archived-pictures.ts';
import {
  notePictures,
  optionalPictures,
  type PicturedVehicle,
  readyPictures,
  withNextPictures,
  withPictures,
} from './feed-pictures.ts';
import { type FetchOutcome, fetchOriginal, forgetPictures } from './picture-originals.ts';
import { isNotThere } from './picture-series.ts';

/** Processes items with limited concurrency per host, in order as far as possible, preferring the least busy hosts. */
export async function forEachByHost<T>(
  items: readonly T[],
  hostOf: (item: T) => string,
  limits: { atOnce: number; perHost: number },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queues = [...Map.groupBy(items, hostOf).values()].map((waiting) => ({
    waiting,
    next: 0,
    running: 0,
  }));

  const freest = () =>
    queues
      .filter(({ waiting, next, running }) => next < waiting.length && running < limits.perHost)
      .reduce<(typeof queues)[number] | undefined>(
        (best, queue) => (best && best.running <= queue.running ? best : queue),
        undefined,
      );

  // A worker without an available host ends; workers on the busy hosts continue.
  async function worker(): Promise<void> {
    for (let queue = freest(); queue; queue = freest()) {
      const item = queue.waiting[queue.next];
      queue.next += 1;
      queue.running += 1;
      try {
        if (item !== undefined) await work(item);
      } finally {
        queue.running -= 1;
      }
    }
  }
  await Promise.all(Array.from({ length: limits.atOnce }, worker));
}

type PictureFailures = { reason: string; count: number; example: string };

export type PictureSummary = {
  /** Number requested in this import. */
  asked: number;
  /** Number with new content. */
  fetched: number;
  unchanged: number;
  /** Most frequent reason first. */
  failures: PictureFailures[];
  /** Number of vehicles with changed pictures. */
  vehicles: number;
  /** Originals unused for 90 days. */
  forgotten: number;
};

const LIMITS = { atOnce: 8, perHost: 4 };
/** A host is skipped for the rest of the import after this many consecutive failures to respond. */
const MAX_SILENCES = 8;
const GIVEN_UP = 'its host did not answer several times; the next import asks again';
/** Vehicles are updated after each batch of this size, not only at the end. */
const ROUND = 400;

type PictureServices = Pick<Services, 'db' | 'clock' | 'env'>;

/** CFG-22: fetches pictures from public hosts, and those the operator allows. */
export const pictureSource = ({ FEED_HOSTS, PICTURE_HOSTS }: Services['env']): PictureSource =>
  httpPictureSource({ allowedHosts: [...FEED_HOSTS, ...PICTURE_HOSTS] });

/**
 * Fetches the pictures in a feed (CFG-22), updates their vehicles and queues these for indexing; deletes long unused
 * ones. Failed pictures are reported and retried by a later import. Call it after `importStock` and before
 * `drainIndexChanges`. Picture imports of a dealer are serialised.
 * @param signal stops fetching; remaining pictures stay due
 * @throws AbortError if `signal` has aborted
 */
export function importPictures(
  services: PictureServices,
  dealer: string,
  pictured: readonly PicturedVehicle[],
  source: PictureSource = pictureSource(services.env),
  signal?: AbortSignal,
  onProgress?: OnProgress,
): Promise<PictureSummary> {
  const work = () => fetchAll(services, dealer, pictured, source, signal, onProgress);
  return withLease(services, `pictures:${dealer}`, work, undefined, signal);
}

async function fetchAll(
  services: PictureServices,
  dealer: string,
  pictured: readonly PicturedVehicle[],
  source: PictureSource,
  signal: AbortSignal | undefined,
  onProgress: OnProgress | undefined,
): Promise<PictureSummary> {
  const summary: PictureSummary = {
    ...{ asked: 0, fetched: 0, unchanged: 0, failures: [], vehicles: 0, forgotten: 0 },
  };
  const failures = new Map<string, PictureFailures>();
  const shown = new Set<string>();
  const hostOf = ({ url }: PictureRow) => new URL(url).host;
  const silences = new Map<string, number>();
  const archive = feedFiles(services.env.DATA_DIR, dealer).photos;
  const everywhere = withArchivedPictures(archive, source);

  async function fetchDue(vehicles: readonly PicturedVehicle[]): Promise<void> {
    const vehiclesOf = vehiclesByPicture(vehicles);
    const optional = new Set(vehicles.flatMap(optionalPictures));
    const due = await dueInOrder(services, dealer, vehicles);
    for (const round of batches(due, ROUND)) {
      const changed = new Set<PicturedVehicle>();
      await forEachByHost(round, hostOf, LIMITS, async (row) => {
        if (signal?.aborted) return;
        const host = hostOf(row);
        const silent = silences.get(host) ?? 0;
        if (silent >= MAX_SILENCES) return count(failures, GIVEN_UP, row.url);
        const outcome = await fetchOriginal(services, everywhere, row).catch(notStored);
        summary.asked += 1;
        onProgress?.('Fetching pictures', summary.asked, due.length);
        const isSilent = outcome.kind === 'failed' && outcome.isSilence === true;
        silences.set(host, isSilent ? (silences.get(host) ?? 0) + 1 : 0);
        if (outcome.kind === 'failed') {
          const isEnd = optional.has(row.id) && isNotThere(outcome.reason);
          if (isEnd) await updatePicture(services.db, row.id, { state: 'failed' });
          else count(failures, outcome.reason, row.url);
          return;
        }
        summary[outcome.kind === 'new' ? 'fetched' : 'unchanged'] += 1;
        for (const vehicle of vehiclesOf.get(row.id) ?? []) changed.add(vehicle);
      });
      for (const id of await showPictures(services, dealer, [...changed])) shown.add(id);
    }
  }

  const latest = new Map(pictured.map((vehicle) => [vehicle.id, vehicle]));
  try {
    for (let vehicles = pictured; vehicles.length > 0 && !signal?.aborted; ) {
      await fetchDue(vehicles);
      vehicles = await nextOfSeries(services, dealer, vehicles);
      for (const vehicle of vehicles) latest.set(vehicle.id, vehicle);
    }
  } finally {
    source.close();
  }
  // Includes vehicles another import has written in the meantime without the pictures fetched since.
  for (const id of await showPictures(services, dealer, [...latest.values()])) shown.add(id);
  summary.vehicles = shown.size;
  signal?.throwIfAborted();
  summary.failures = [...failures.values()].sort((a, b) => b.count - a.count);
  summary.forgotten = await forgetPictures(services, dealer);
  return summary;
}

/** FEED-15: vehicles whose series has another picture to look for. */
async function nextOfSeries(
  { db, clock }: PictureServices,
  dealer: string,
  vehicles: readonly PicturedVehicle[],
): Promise<PicturedVehicle[]> {
  const counted = vehicles.filter(({ series }) => series !== undefined);
  if (counted.length === 0) return [];
  const longer = withNextPictures(dealer, counted, await storedPicturesOf(db, dealer));
  await notePictures(db, dealer, longer, clock.now().toISOString());
  return longer;
}

/** For example a full disk: the picture stays due. */
const notStored = (error: NodeJS.ErrnoException): FetchOutcome => ({
  kind: 'failed',
  reason: `could not be stored (${error.code ?? error.name})`,
});

function count(failures: Map<string, PictureFailures>, reason: string, url: string): void {
  const group = failures.get(reason) ?? { reason, count: 0, example: url };
  group.count += 1;
  failures.set(reason, group);
}

function vehiclesByPicture(pictured: readonly PicturedVehicle[]): Map<string, PicturedVehicle[]> {
  const vehicles = new Map<string, PicturedVehicle[]>();
  for (const vehicle of pictured) {
    for (const { id } of allPictures(vehicle.pictures)) {
      const others = vehicles.get(id);
      if (others) others.push(vehicle);
      else vehicles.set(id, [vehicle]);
    }
  }
  return vehicles;
}

/** Due pictures of this feed, starting with first photos, because cards only show those. */
async function dueInOrder(
  { db, clock }: PictureServices,
  dealer: string,
  pictured: readonly PicturedVehicle[],
): Promise<PictureRow[]> {
  if (pictured.length === 0) return [];
  const place = new Map<string, number>();
  for (const { pictures } of pictured) {
    for (const [at, { id }] of allPictures(pictures).entries())
      place.set(id, Math.min(at, place.get(id) ?? at));
  }
  const rows = await duePictures(db, dealer, clock.now().toISOString());
  return rows
    .filter(({ id }) => place.has(id))
    .sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0) || (a.id < b.id ? -1 : 1));
}

const samePictures = (a: VehiclePictures, b: VehiclePictures) =>
  JSON.stringify(allPictures(a)) === JSON.stringify(allPictures(b));

/** Updates records whose pictures have changed, in feed order. */
async function showPictures(
  { db, clock }: PictureServices,
  dealer: string,
  vehicles: readonly PicturedVehicle[],
): Promise<string[]> {
  const pictured = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));
  const known = await storedPicturesOf(db, dealer);
  const records = await presentRecords(db, dealer, [...pictured.keys()]);
  const changes = records.flatMap((before) => {
    const feed = pictured.get(before.id);
    // A newer import has its own list of pictures.
    if (feed?.runId !== before.run_id) return [];
    const vehicle = JSON.parse(before.record) as Vehicle;
    const ready = readyPictures(feed.pictures, known, vehicle);
    if (samePictures(vehicle, ready)) return [];
    const record = JSON.stringify(withPictures(vehicle, ready));
    return [{ before, record, contentHash: contentHash(before.slug, record) }];
  });
  return replaceRecords(db, dealer, changes, clock.now().toISOString());
}
