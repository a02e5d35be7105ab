import { DOCUMENT_VERSION } from '#src/features/search/index/to-search-document.ts';
import { SETTINGS_VERSION } from '#src/features/search/server/engine/index-settings.ts';
import type { NextIndex } from '#src/features/search/server/engine/vehicle-index.ts';
import {
  type IndexVersion,
  indexRecord,
  recordIndex,
} from '#src/features/search/server/queries/index-record-queries.ts';
import { placements } from '#src/features/search/server/queries/placement-queries.ts';
import { marksOf, presentVehicles } from '#src/features/stock/server/queries/index-change-queries.ts';
import type { StockedRow } from '#src/features/stock/server/queries/stock-queries.ts';
import { countPresentVehicles, markForIndex } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { HeldLease } from '#src/platform/database/with-lease.ts';
import type { OnProgress } from '#src/platform/queue/batches.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';
import { DOCUMENTS_AT_ONCE, documentsOf, type IndexedEngine, type IndexWork } from './index-documents.ts';
import { forgetServed } from './serve-marks.ts';

const COPIED_PER_REQUEST = 1000;

const OWN_VERSION: IndexVersion = { settings: SETTINGS_VERSION, documents: DOCUMENT_VERSION };

/** How often a process says that its release is there, and how long without it until another takes the index over. */
const CONFIRM_EVERY_MS = MINUTE_MS / 2;
const GONE_AFTER_MS = 3 * MINUTE_MS;

/**
 * How an engine's index is to the release of this process. `newer`: a later release that still runs has made it, and
 * does all index work. `older`: it is to be rebuilt, which a release that was gone back to also finds.
 */
type Standing = 'current' | 'newer' | 'older';

/** PLAT-54 */
export async function standingOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  engine: string,
): Promise<Standing> {
  const record = await indexRecord(db, engine);
  if (!record) return 'current';
  const { settings, documents, confirmedAt } = record;
  if (settings === OWN_VERSION.settings && documents === OWN_VERSION.documents) return 'current';
  const isNewer = settings > OWN_VERSION.settings || documents > OWN_VERSION.documents;
  const isThere = clock.now().getTime() - confirmedAt.getTime() < GONE_AFTER_MS;
  return isNewer && isThere ? 'newer' : 'older';
}

/** Says that a process of the release that made the index is there. */
export async function confirmIndex(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  engine: string,
  isKnownCurrent: boolean,
): Promise<void> {
  const record = await indexRecord(db, engine);
  if (!record && !isKnownCurrent) return;
  const now = clock.now();
  if (record && now.getTime() - record.confirmedAt.getTime() < CONFIRM_EVERY_MS) return;
  await recordIndex(db, engine, OWN_VERSION, now);
}

/**
 * Rebuilds the index from the database in a second index and swaps the two, so that no search sees a partial one.
 * Documents without a vehicle are dropped. Documents of dealers that are not loaded are copied, because creating them
 * requires the dealer file.
 * @returns number of documents created
 * @throws LeaseLost, SearchUnavailable; the live index is unchanged then
 */
async function fillNextIndex(
  services: Services,
  engine: IndexedEngine,
  lease: HeldLease,
  onProgress?: OnProgress,
): Promise<number> {
  const next = await engine.index.startNext();
  const held = [...engine.dealers, ...engine.moving.map(({ dealer }) => dealer)];
  let made = 0;
  let all = 0;
  if (onProgress) for (const slug of held) all += await countPresentVehicles(services.db, slug);
  async function* documents() {
    for await (const rows of presentVehicles(services.db, { of: held }, DOCUMENTS_AT_ONCE)) {
      onProgress?.('Sending vehicles to the search index', made, all);
      const some = documentsOf(services, rows);
      await lease.confirm(services.db);
      yield some;
      made += some.length;
    }
  }
  await next.upsert(documents());
  // The engine of a dealer file has no dealers that are not loaded.
  const notCopied = engine.kind === 'own' ? [] : await copyOthers(services, engine, lease, next);
  await lease.confirm(services.db);
  await next.publish();
  await markForIndex(services.db, notCopied);
  return made;
}

/** @returns vehicles missing from the live index, which stay queued until their dealer is loaded */
async function copyOthers(
  { db, tenants }: Services,
  { name, kind, index }: IndexedEngine,
  lease: HeldLease,
  next: NextIndex,
): Promise<StockedRow[]> {
  const placed = await placements(db);
  const isHere = ({ engine, moving }: (typeof placed)[number]) => engine === name || moving?.other === name;
  const slugs = (which: typeof placed) => which.map(({ dealer }) => dealer);
  const loaded = tenants.all.map(({ slug }) => slug);
  const others =
    kind === 'shared'
      ? { except: [...loaded, ...slugs(placed.filter((each) => !isHere(each)))] }
      : { of: slugs(placed.filter(isHere)).filter((slug) => !loaded.includes(slug)) };
  const missing: StockedRow[] = [];
  for await (const rows of presentVehicles(db, others, COPIED_PER_REQUEST)) {
    const documents = await index.documents(rows.map(({ id }) => id));
    const found = new Set(documents.map(({ id }) => id));
    missing.push(...rows.filter(({ id }) => !found.has(id)));
    await lease.confirm(db);
    await next.upsert(documents);
  }
  return missing;
}

/** @returns vehicles sent */
export async function rebuildWhereNeeded(
  services: Services,
  engine: IndexedEngine,
  lease: HeldLease,
  { rebuild, report, onProgress }: IndexWork,
): Promise<number> {
  const { db, clock } = services;
  const { name, index, dealers } = engine;
  const state = await index.state();
  const isOlder = (await standingOf(services, name)) === 'older';
  if (state === 'current' && !isOlder && !rebuild) return 0;
  if (state === 'outdated' || isOlder)
    report?.(
      isOlder
        ? 'The search index was made by another release: it is rebuilt and swapped.'
        : 'The settings of the search index have changed: it is rebuilt and swapped.',
    );
  // Before the swap, so that no older release finds settings that seem to be wrong.
  const documents = (await indexRecord(db, name))?.documents ?? 0;
  await recordIndex(db, name, { ...OWN_VERSION, documents }, clock.now());
  if (state === 'absent') await index.ensure();
  const marks = await marksOf(db, dealers);
  const sent = await fillNextIndex(services, engine, lease, onProgress);
  await forgetServed(services, engine, lease, marks, dealers);
  await recordIndex(db, name, OWN_VERSION, clock.now());
  return sent;
}
