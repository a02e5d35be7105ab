import * as v from 'valibot';
import { forIds } from '#src/features/leads/server/queries/lead-list-queries.ts';
import { type TradeInRecord, TradeInRecordSchema } from '#src/features/trade-in/trade-in-record.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { MiscellaneousRecordsTable } from '#src/platform/database/lead-tables.ts';

export type StoredTradeIn = { id: string; vehicleId: string | null; record: TradeInRecord };

const RecordText = v.pipe(v.string(), v.parseJson(), TradeInRecordSchema);

/** @param vehicleId the requested car of the dealer */
export async function insertTradeIn(
  db: Database,
  dealer: string,
  tradeIn: StoredTradeIn,
  at: string,
): Promise<void> {
  const { id, vehicleId, record } = tradeIn;
  await db
    .insertInto('trade_ins')
    .values({
      id,
      dealer,
      created_at: at,
      updated_at: at,
      record: JSON.stringify(record),
      lead_id: record.lead_id,
      vehicle_id: vehicleId,
    })
    .execute();
}

/** Undefined if unknown or another dealer's. */
export async function findTradeIn(
  db: Database,
  dealer: string,
  id: string,
): Promise<StoredTradeIn | undefined> {
  const row = await db
    .selectFrom('trade_ins')
    .select(['id', 'vehicle_id', 'record'])
    .where('dealer', '=', dealer)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { id: row.id, vehicleId: row.vehicle_id, record: v.parse(RecordText, row.record) };
}

/**
 * Updates a valuation, serialised with concurrent updates. Runs inside `transaction`.
 * @returns the stored record, undefined if there is none
 */
export async function changeTradeIn(
  transaction: Database,
  dealer: string,
  id: string,
  at: string,
  change: (record: TradeInRecord) => TradeInRecord,
): Promise<TradeInRecord | undefined> {
  // A no-op write: a concurrent caller waits here on either engine.
  await transaction
    .updateTable('trade_ins')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('dealer', '=', dealer)
    .where('id', '=', id)
    .execute();
  const found = await findTradeIn(transaction, dealer, id);
  if (!found) return undefined;
  const record = change(found.record);
  if (record === found.record) return record;
  await transaction
    .updateTable('trade_ins')
    .set({ record: JSON.stringify(record), lead_id: record.lead_id, updated_at: at })
    .where('dealer', '=', dealer)
    .where('id', '=', id)
    .execute();
  return record;
}

const MAX_OWN_VALUATIONS = 50;

/** FAV-294: the valuations sent from an account, newest first. */
export const tradeInsOfContact = async (
  db: Database,
  { id, dealer }: { id: string; dealer: string },
): Promise<TradeInRecord[]> =>
  (
    await db
      .selectFrom('trade_ins')
      .innerJoin('leads', 'leads.id', 'trade_ins.lead_id')
      .select('trade_ins.record')
      .where('trade_ins.dealer', '=', dealer)
      .where('leads.contact_id', '=', id)
      .where('leads.erased_at', 'is', null)
      .orderBy('leads.created_at', 'desc')
      .orderBy('trade_ins.id')
      .limit(MAX_OWN_VALUATIONS)
      .execute()
  ).map(({ record }) => v.parse(RecordText, record));

/** Ids of valuations without a lead, last changed before an instant. */
export const unfinishedTradeIns = async (db: Database, dealer: string, before: string): Promise<string[]> =>
  (
    await db
      .selectFrom('trade_ins')
      .select('id')
      .where('dealer', '=', dealer)
      .where('lead_id', 'is', null)
      .where('updated_at', '<', before)
      .execute()
  ).map(({ id }) => id);

const tradeInsOfLeads = (db: Database, leadIds: readonly string[]): Promise<string[]> =>
  forIds(leadIds, async (some) => {
    const rows = await db
      .selectFrom('trade_ins')
      .select('id')
      .where('lead_id', 'in', [...some])
      .execute();
    return rows.map(({ id }) => id);
  });

/**
 * Deletes valuations with their photos and records, inside `transaction`.
 * @returns ids of the photos whose files still exist
 */
export const deleteTradeIns = (transaction: Database, ids: readonly string[]): Promise<string[]> =>
  forIds(ids, async (some) => {
    const photos = await transaction
      .deleteFrom('trade_in_photos')
      .where('trade_in_id', 'in', [...some])
      .returning('id')
      .execute();
    await transaction
      .deleteFrom('miscellaneous_records')
      .where('trade_in_id', 'in', [...some])
      .execute();
    await transaction
      .deleteFrom('trade_ins')
      .where('id', 'in', [...some])
      .execute();
    return photos.map(({ id }) => id);
  });

/** `deleteTradeIns` for the valuations of leads. */
export const deleteTradeInsOfLeads = async (
  transaction: Database,
  leadIds: readonly string[],
): Promise<string[]> => deleteTradeIns(transaction, await tradeInsOfLeads(transaction, leadIds));

/** Idempotent. */
export async function storeMiscellaneous(db: Database, record: MiscellaneousRecordsTable): Promise<void> {
  await db
    .insertInto('miscellaneous_records')
    .values(record)
    .onConflict((on) => on.column('id').doNothing())
    .execute();
}

/**
 * Adds a photo unless it is a duplicate or the limit is reached. Runs inside `transaction`, after `changeTradeIn`,
 * whose lock makes the count exact.
 * @returns whether it was added
 */
export async function addTradeInPhoto(
  transaction: Database,
  photo: { id: string; tradeInId: string; bytes: number; at: string },
  maxPhotos: number,
): Promise<boolean> {
  const before = await tradeInPhotos(transaction, photo.tradeInId);
  if (before.length >= maxPhotos || before.includes(photo.id)) return false;
  await transaction
    .insertInto('trade_in_photos')
    .values({
      id: photo.id,
      trade_in_id: photo.tradeInId,
      position: before.length + 1,
      bytes: photo.bytes,
      created_at: photo.at,
    })
    .execute();
  return true;
}

/** In upload order. */
export const tradeInPhotos = async (db: Database, tradeInId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('trade_in_photos')
      .select('id')
      .where('trade_in_id', '=', tradeInId)
      .orderBy('position')
      .execute()
  ).map(({ id }) => id);

export const isPhotoOfDealer = async (db: Database, dealer: string, photoId: string): Promise<boolean> =>
  (await db
    .selectFrom('trade_in_photos')
    .innerJoin('trade_ins', 'trade_ins.id', 'trade_in_photos.trade_in_id')
    .select('trade_in_photos.id')
    .where('trade_in_photos.id', '=', photoId)
    .where('trade_ins.dealer', '=', dealer)
    .executeTakeFirst()) !== undefined;

/** The ids among these that belong to a valuation. */
export const referencedPhotos = (db: Database, ids: readonly string[]): Promise<string[]> =>
  forIds(ids, async (some) => {
    const rows = await db
      .selectFrom('trade_in_photos')
      .select('id')
      .where('id', 'in', [...some])
      .execute();
    return rows.map(({ id }) => id);
  });
