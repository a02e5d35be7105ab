import { setTimeout as wait } from 'node:timers/promises';
import type { EngineInUse } from '#src/features/search/server/engine/site-engines.ts';
import {
  finishCopy,
  forgetUnwantedCopies,
  placements,
  settle,
} from '#src/features/search/server/queries/placement-queries.ts';
import { SearchUnavailable } from '#src/features/search/server/search-failure.ts';
import { marksOf, presentVehicles } from '#src/features/stock/server/queries/index-change-queries.ts';
import { raiseStockVersions } from '#src/features/stock/server/queries/stock-queries.ts';
import {
  countPresentVehicles,
  markVehiclesForIndex,
} from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { type HeldLease, LeaseLost } from '#src/platform/database/with-lease.ts';
import type { Services } from '#src/server/services.ts';
import { DOCUMENTS_AT_ONCE, documentsOf, type IndexedEngine, type IndexWork } from './index-documents.ts';
import { lostIndex, sendVehicles, serveCopies } from './serve-marks.ts';

/**
 * How long a dealer is indexed where it came from: processes read its placement every half second, and a response that
 * was begun before takes eight seconds at most.
 */
export const LEAVING_MS = 30_000;

/** Imports may change the stock between two counts. */
const COUNTS_TRIED = 20;
const BETWEEN_COUNTS_MS = 250;

type Moving = EngineInUse['moving'][number];

/** @property sent receives the ids of vehicles that were sent */
type CopyWork = IndexWork & { sent: Set<string> };

/** Whether the engine has a step of this move to do now. */
export const isMoveDue = ({ moving }: Moving, { clock }: Pick<Services, 'clock'>): boolean =>
  moving.state === 'copying' || clock.now().getTime() - moving.since.getTime() >= LEAVING_MS;

/** PLAT-51: does what is due of each move on this engine. Every step may be repeated, so a killed one is. */
export async function continueMoves(
  services: Services,
  engine: IndexedEngine,
  lease: HeldLease,
  work: IndexWork,
): Promise<void> {
  for (const move of engine.moving) {
    if (!isMoveDue(move, services)) continue;
    const sent = new Set<string>();
    try {
      await lease.confirm(services.db);
      if (move.moving.state === 'copying') await copyDealer(services, engine, lease, move, { ...work, sent });
      else await removeDealer(services, engine, lease, move);
    } catch (error) {
      if (error instanceof LeaseLost) await queueAgain(services, move, sent);
      throw error;
    }
  }
}

/** Ends moves of this engine's dealers from engines that were taken out of the environment, with all they held. */
export async function leaveEnginesTakenOut(
  { db, clock, engines }: Services,
  { name }: IndexedEngine,
): Promise<void> {
  for (const { dealer, engine, moving } of await placements(db)) {
    if (engine !== name || moving?.state !== 'leaving' || engines.named(moving.other)) continue;
    if (!isMoveDue({ dealer, engine, moving }, { clock })) continue;
    await db.transaction().execute(async (trx) => {
      await settle(trx, dealer, moving.other);
      await raiseStockVersions(trx, [dealer]);
    });
  }
  await forgetUnwantedCopies(db);
}

/**
 * After a lost lease: what was removed or sent late may be newer in the index by another process, and of vehicles that
 * have been sold since.
 */
async function queueAgain({ db }: Services, { dealer }: Moving, sent: ReadonlySet<string>): Promise<void> {
  for await (const rows of presentVehicles(db, { of: [dealer] }, DOCUMENTS_AT_ONCE))
    await markVehiclesForIndex(
      db,
      dealer,
      rows.map(({ id }) => id),
    );
  await markVehiclesForIndex(db, dealer, [...sent]);
}

/** @throws LeaseLost, SearchUnavailable; the dealer is searched where it was then */
async function copyDealer(
  services: Services,
  engine: IndexedEngine,
  lease: HeldLease,
  { dealer, engine: from }: Moving,
  { onProgress, sent }: CopyWork,
): Promise<void> {
  const { db, clock } = services;
  const { index, name } = engine;
  // An earlier move may have left vehicles that have been sold since.
  await index.clear(dealer);
  const all = onProgress ? await countPresentVehicles(db, dealer) : 0;
  async function* documents() {
    for await (const rows of presentVehicles(db, { of: [dealer] }, DOCUMENTS_AT_ONCE)) {
      onProgress?.(`Copying ${dealer} to ${name}`, sent.size, all);
      await lease.confirm(db);
      for (const { id } of rows) sent.add(id);
      yield documentsOf(services, rows);
    }
  }
  await index.upsert(documents());
  await untilEqual(services, engine, lease, { dealer, sent });
  await db.transaction().execute(async (trx) => {
    if (!(await lease.renew(trx))) throw lostIndex(engine);
    await finishCopy(trx, { dealer, engine: from, other: name, now: clock.now() });
    await raiseStockVersions(trx, [dealer]);
  });
}

/** Sends what imports have changed since, until engine and database have the same number of vehicles. */
async function untilEqual(
  services: Services,
  engine: IndexedEngine,
  lease: HeldLease,
  { dealer, sent }: Pick<Moving, 'dealer'> & Pick<CopyWork, 'sent'>,
): Promise<void> {
  let counts = '';
  for (let tried = 0; tried < COUNTS_TRIED; tried += 1) {
    if (tried > 0) await wait(BETWEEN_COUNTS_MS);
    await serveCopies(services, engine, lease);
    // The engine it comes from may be unavailable, and these have not been handed over then.
    const marks = await marksOf(services.db, [dealer]);
    const ids = marks.map(({ vehicle_id }) => vehicle_id);
    for (const id of ids) sent.add(id);
    await sendVehicles(services, engine, lease, ids);
    const there = await engine.index.count(dealer);
    const stored = await countPresentVehicles(services.db, dealer);
    if (there === stored) return;
    counts = `${there} of ${stored} vehicles are on it`;
  }
  throw new SearchUnavailable(
    `"${dealer}" is not complete on the engine "${engine.name}" (${counts}), so it is searched where it was`,
  );
}

async function removeDealer(
  { db }: Services,
  engine: IndexedEngine,
  lease: HeldLease,
  { dealer }: Moving,
): Promise<void> {
  await engine.index.clear(dealer);
  await db.transaction().execute(async (trx) => {
    if (!(await lease.renew(trx))) throw lostIndex(engine);
    await settle(trx, dealer, engine.name);
    await raiseStockVersions(trx, [dealer]);
  });
}
