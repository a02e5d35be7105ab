import type { Database } from './database.ts';
import { forIds } from './lead-rows.ts';

/**
 * Adds a photo to a valuation unless it is already there or the limit is reached. Runs inside `transaction`,
 * after `changeTradeIn`, whose lock makes the count exact.
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

/** In order of arrival. */
export const tradeInPhotos = async (db: Database, tradeInId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('trade_in_photos')
      .select('id')
      .where('trade_in_id', '=', tradeInId)
      .orderBy('position')
      .execute()
  ).map(({ id }) => id);

/** Whether a photo belongs to a valuation of this dealer. */
export const isPhotoOfDealer = async (db: Database, dealer: string, photoId: string): Promise<boolean> =>
  (await db
    .selectFrom('trade_in_photos')
    .innerJoin('trade_ins', 'trade_ins.id', 'trade_in_photos.trade_in_id')
    .select('trade_in_photos.id')
    .where('trade_in_photos.id', '=', photoId)
    .where('trade_ins.dealer', '=', dealer)
    .executeTakeFirst()) !== undefined;

/** The ids that belong to a valuation. */
export const knownPhotos = (db: Database, ids: readonly string[]): Promise<string[]> =>
  forIds(ids, async (some) => {
    const rows = await db
      .selectFrom('trade_in_photos')
      .select('id')
      .where('id', 'in', [...some])
      .execute();
    return rows.map(({ id }) => id);
  });
