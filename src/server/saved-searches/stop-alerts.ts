import { eraseSearches } from '#src/providers/database/saved-search-privacy.ts';
import { deleteByStopToken, findByStopToken } from '#src/providers/database/saved-searches.ts';
import { appendErasure, hasErasures } from '../leads/privacy/erasure-log.ts';
import type { Services } from '../services.ts';
import { findRestoredSearches } from './erase-searches.ts';

type StopServices = Pick<Services, 'db' | 'clock' | 'env' | 'log'>;

/**
 * Ends alerts for the person who gets them, permanently. The search is logged first: a restored backup may bring it
 * back, but not its alerts. They end even where the log cannot be written.
 */
export async function stopAlerts(
  { db, clock, env, log }: StopServices,
  dealer: string,
  token: string,
): Promise<void> {
  const found = await findByStopToken(db, dealer, token);
  if (!found) return;
  try {
    const at = clock.now().toISOString();
    appendErasure(env.DATA_DIR, { at, reason: 'alerts stopped', leadIds: [], searchIds: [found.id] });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    log.error(
      { dealer, reason },
      'the end of alerts is not logged: a restored backup would start them again',
    );
  }
  await deleteByStopToken(db, dealer, token);
}

/**
 * Ends again what a restored backup brought back, before anything is sent.
 * @throws Error if a line of the log is invalid
 */
export async function endRestoredAlerts({ db, clock, env, log }: StopServices): Promise<void> {
  if (!hasErasures(env.DATA_DIR)) return;
  const restored = await findRestoredSearches({ db, clock, dataDir: env.DATA_DIR });
  if (restored.length === 0) return;
  await eraseSearches(db, restored);
  log.warn(
    { searches: restored.length },
    'alerts that were stopped before a backup was restored have ended again',
  );
}
