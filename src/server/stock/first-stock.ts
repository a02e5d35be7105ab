import { DAY_MS } from '#src/domain/duration.ts';
import type { Database } from '#src/providers/database/database.ts';

/** Longer than any dealer calls a car a new arrival (`card.newArrivalDays`). */
const NO_LONGER_NEW_DAYS = 61;

/** What a dealer had before the site knew it has not just come in (CARD-03). @param now ISO 8601 */
export const beforeTheSite = (now: string): string =>
  new Date(Date.parse(now) - NO_LONGER_NEW_DAYS * DAY_MS).toISOString();

/**
 * Databases of earlier versions hold the day of the dealer's first import for every car of it. Does nothing where
 * it has been done. The documents follow with this import, because their version is another one.
 */
export async function backdateFirstStock(db: Database, dealer: string): Promise<void> {
  const first = await db
    .selectFrom('import_runs')
    .select('started_at')
    .where('dealer', '=', dealer)
    .orderBy('started_at')
    .limit(1)
    .executeTakeFirst();
  if (!first) return;
  await db
    .updateTable('vehicles')
    .set({ first_seen_at: beforeTheSite(first.started_at) })
    .where('dealer', '=', dealer)
    .where('first_seen_at', '=', first.started_at)
    .execute();
}
