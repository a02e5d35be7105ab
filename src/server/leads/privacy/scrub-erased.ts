import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#src/providers/database/database.ts';
import { isScrubDue, scrubDeleted } from '#src/providers/database/scrub-deleted.ts';
import type { Services } from '../../services.ts';

const TRIES = 10;
const PAUSE_MS = 500;

/**
 * Removes erased people from the database's file and log too, while the sites run.
 * @returns true if nothing is left; false while another program reads from the log
 */
export async function scrubErased(db: Database, tries = TRIES): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    if ((await scrubDeleted(db)) === 'clean') return true;
    if (attempt === tries) return false;
    await wait(PAUSE_MS);
  }
}

/** The same for a server, until it succeeds. */
export async function scrubWhenDue({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  if (!(await isScrubDue(db))) return;
  const started = performance.now();
  if (await scrubErased(db, 1))
    log.info({ ms: Math.round(performance.now() - started) }, 'database file holds nothing erased');
  else log.warn('erased data is still in the database log: another program holds the log open');
}
