import type { Database } from '#src/platform/database/database.ts';
import { phoneHash } from '#src/platform/database/installation-keys.ts';

/** CONT-09: the prize a phone has drawn, as configured at that time. */
export type PrizeDraw = { prizeId: string; label: string; wins: boolean; leadId: string; drawnAt: string };

/**
 * Stores a draw in the transaction of its lead.
 * @param phone digits from 0
 * @returns false if the phone has already drawn at this dealer
 */
export async function storePrizeDraw(
  transaction: Database,
  { dealer, phone }: { dealer: string; phone: string },
  { prizeId, label, wins, leadId, drawnAt }: PrizeDraw,
): Promise<boolean> {
  const stored = await transaction
    .insertInto('prize_draws')
    .values({
      dealer,
      phone_hash: await phoneHash(transaction, phone),
      prize_id: prizeId,
      label,
      wins: wins ? 1 : 0,
      lead_id: leadId,
      drawn_at: drawnAt,
    })
    .onConflict((on) => on.columns(['dealer', 'phone_hash']).doNothing())
    .returning('lead_id')
    .executeTakeFirst();
  return stored !== undefined;
}

/** @param phone digits from 0 */
export async function findPrizeDraw(
  db: Database,
  { dealer, phone }: { dealer: string; phone: string },
): Promise<PrizeDraw | undefined> {
  const row = await db
    .selectFrom('prize_draws')
    .selectAll()
    .where('dealer', '=', dealer)
    .where('phone_hash', '=', await phoneHash(db, phone))
    .executeTakeFirst();
  if (!row) return undefined;
  const { prize_id: prizeId, label, wins, lead_id: leadId, drawn_at: drawnAt } = row;
  return { prizeId, label, wins: wins === 1, leadId, drawnAt };
}

/**
 * Erases a person's draws, at one dealer or all. The keyed hash of the phone remains until `sweepPrizeDraws`;
 * otherwise an erased person could draw again.
 * @param phones digits from 0
 */
export async function erasePrizeDraws(
  db: Database,
  phones: readonly string[],
  dealer: string | undefined,
): Promise<void> {
  for (const phone of phones) {
    const ofPhone = db
      .updateTable('prize_draws')
      .set({ prize_id: '', label: '', wins: 0, lead_id: '' })
      .where('phone_hash', '=', await phoneHash(db, phone));
    await (dealer === undefined ? ofPhone : ofPhone.where('dealer', '=', dealer)).execute();
  }
}

/** Deletes draws before an instant, including the phone hashes. */
export async function sweepPrizeDraws(db: Database, dealer: string, before: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('prize_draws')
    .where('dealer', '=', dealer)
    .where('drawn_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
