import { contentHash } from '#src/features/stock/server/importing/plan-import.ts';
import {
  duePictures,
  type PictureRow,
  picturesById,
  presentRecordsById,
  replaceRecords,
  storedPictures,
  updatePicture,
} from '#src/features/stock/server/queries/picture-queries.ts';
import type {
  PicturedVehicles,
  QueuedPicture,
} from '#src/features/stock/server/queries/pictured-vehicles.ts';
import { allPictures, type VehiclePictures } from '#src/features/vehicle/media/vehicle-media.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { withLease } from '#src/platform/database/with-lease.ts';
import { httpPictureSource, type PictureSource } from '#src/platform/images/picture-source.ts';
import type { OnProgress } from '#src/platform/queue/batches.ts';
import { StorageError } from '#src/platform/storage/object-storage.ts';
import type { Services } from '#src/server/services.ts';
import { withArchivedPictures } from './archived-photos.ts';
import { notePictures, readyPictures, withNextPictures, withPictures } from './feed-pictures.ts';
import { type FetchOutcome, fetchOriginal, forgetPictures } from './picture-originals.ts';
import { isNotThere, type PicturedVehicle, seriesIds } from './picture-series.ts';

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

/** Followed by the dealer. */
export const PICTURES_LEASE = 'pictures:';

type PictureServices = Pick<Services, 'db' | 'storage' | 'clock' | 'env'>;

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
  pictured: PicturedVehicles,
  source: PictureSource = pictureSource(services.env),
  signal?: AbortSignal,
  onProgress?: OnProgress,
): Promise<PictureSummary> {
  const work = () => fetchAll(services, dealer, pictured, source, signal, onProgress);
  return withLease(services, PICTURES_LEASE + dealer, work, undefined, signal);
}

async function fetchAll(
  services: PictureServices,
  dealer: string,
  pictured: PicturedVehicles,
  source: PictureSource,
  signal: AbortSignal | undefined,
  onProgress: OnProgress | undefined,
): Promise<PictureSummary> {
  const { db } = services;
  const summary: PictureSummary = {
    ...{ asked: 0, fetched: 0, unchanged: 0, failures: [], vehicles: 0, forgotten: 0 },
  };
  const failures = new Map<string, PictureFailures>();
  const hostOf = ({ url }: PictureRow) => new URL(url).host;
  const silences = new Map<string, number>();
  const everywhere = withArchivedPictures(services, dealer, source);

  async function show(batches: Iterable<readonly PicturedVehicle[]>): Promise<void> {
    for (const batch of batches)
      for (const id of await showPictures(services, dealer, batch)) pictured.noteShown(id);
  }

  async function fetchQueued(queued: readonly QueuedPicture[], all: number): Promise<void> {
    const optional = new Set(queued.flatMap(({ picture, isOptional }) => (isOptional ? [picture] : [])));
    const rows = await picturesById(
      db,
      queued.map(({ picture }) => picture),
    );
    await forEachByHost(rows, hostOf, LIMITS, async (row) => {
      if (signal?.aborted) return;
      const host = hostOf(row);
      const silent = silences.get(host) ?? 0;
      if (silent >= MAX_SILENCES) return count(failures, GIVEN_UP, row.url);
      const outcome = await fetchOriginal(services, everywhere, row).catch(notStored);
      summary.asked += 1;
      onProgress?.('Fetching pictures', summary.asked, all);
      const isSilent = outcome.kind === 'failed' && outcome.isSilence === true;
      silences.set(host, isSilent ? (silences.get(host) ?? 0) + 1 : 0);
      if (outcome.kind === 'failed') {
        const isEnd = optional.has(row.id) && isNotThere(outcome.reason);
        if (isEnd) await updatePicture(db, row.id, { state: 'failed' });
        else count(failures, outcome.reason, row.url);
        return;
      }
      summary[outcome.kind === 'new' ? 'fetched' : 'unchanged'] += 1;
      pictured.noteChanged(row.id);
    });
    await show(pictured.changed());
    pictured.forgetChanged();
  }

  pictured.begin();
  try {
    for (let round = 0; !signal?.aborted; round += 1) {
      await queueDue(services, dealer, pictured, round);
      for (const queued of pictured.queued(ROUND)) await fetchQueued(queued, pictured.countQueued());
      if (!(await lengthenSeries(services, dealer, pictured, round))) break;
    }
  } finally {
    source.close();
  }
  // Includes vehicles another import has written in the meantime without the pictures fetched since.
  await show(pictured.batches());
  summary.vehicles = pictured.countShown();
  signal?.throwIfAborted();
  summary.failures = [...failures.values()].sort((a, b) => b.count - a.count);
  summary.forgotten = await forgetPictures(services, dealer);
  return summary;
}

/** Queues the pictures of a round that are due. */
async function queueDue(
  { db, clock }: PictureServices,
  dealer: string,
  pictured: PicturedVehicles,
  round: number,
): Promise<void> {
  pictured.beginRound();
  for await (const ids of duePictures(db, dealer, clock.now().toISOString()))
    for (const id of ids) pictured.addDue(id);
  for (const batch of pictured.inRound(round)) for (const vehicle of batch) pictured.addUses(vehicle);
}

/** FEED-15: adds the next picture of series. @returns whether there is one to look for in the next round */
async function lengthenSeries(
  { db, clock }: PictureServices,
  dealer: string,
  pictured: PicturedVehicles,
  round: number,
): Promise<boolean> {
  let isLonger = false;
  for (const batch of pictured.seriesInRound(round)) {
    const ids = batch.flatMap(({ series }) => (series ? seriesIds(dealer, series) : []));
    const longer = withNextPictures(dealer, batch, await storedPictures(db, ids));
    await notePictures(db, dealer, longer, clock.now().toISOString());
    for (const vehicle of longer) pictured.put(vehicle, { isNoted: true, round: round + 1 });
    isLonger ||= longer.length > 0;
  }
  return isLonger;
}

/** For example a full disk: the picture stays due. */
const notStored = (error: NodeJS.ErrnoException): FetchOutcome => ({
  kind: 'failed',
  reason: `could not be stored (${error instanceof StorageError ? 'the bucket cannot be reached' : (error.code ?? error.name)})`,
});

function count(failures: Map<string, PictureFailures>, reason: string, url: string): void {
  const group = failures.get(reason) ?? { reason, count: 0, example: url };
  group.count += 1;
  failures.set(reason, group);
}

const samePictures = (a: VehiclePictures, b: VehiclePictures) =>
  JSON.stringify(allPictures(a)) === JSON.stringify(allPictures(b));

/** Updates records whose pictures have changed. @param vehicles a batch */
async function showPictures(
  { db, clock }: PictureServices,
  dealer: string,
  vehicles: readonly PicturedVehicle[],
): Promise<string[]> {
  const pictured = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));
  const records = await presentRecordsById(db, [...pictured.keys()]);
  // A newer import has its own list of pictures.
  const present = records.flatMap((before) => {
    const feed = pictured.get(before.id);
    return feed?.runId === before.run_id
      ? [{ feed, before, vehicle: JSON.parse(before.record) as Vehicle }]
      : [];
  });
  const ids = present.flatMap(({ feed, vehicle }) =>
    [...allPictures(feed.pictures), ...allPictures(vehicle)].map(({ id }) => id),
  );
  const known = await storedPictures(db, ids);
  const changes = present.flatMap(({ feed, before, vehicle }) => {
    const ready = readyPictures(feed.pictures, known, vehicle);
    if (samePictures(vehicle, ready)) return [];
    const record = JSON.stringify(withPictures(vehicle, ready));
    return [{ before, record, contentHash: contentHash(before.slug, record) }];
  });
  return replaceRecords(db, dealer, changes, clock.now().toISOString());
}
