import type { DealerConfig } from '#src/config/dealer-config.ts';
import { ALERTS_LAST_MS, isRenewable } from '#src/domain/search/saved-search.ts';
import {
  confirmSavedSearch,
  findByStopToken,
  findSavedSearch,
  renewSavedSearch,
} from '#src/providers/database/saved-searches.ts';
import type { Services } from '../services.ts';
import { isConfirmMac } from './alert-links.ts';
import { type DescribedSearch, readStored } from './describe-search.ts';
import { alertConsent, consentText } from './save-search.ts';
import { stopAlerts } from './stop-alerts.ts';

type PageServices = Pick<Services, 'db' | 'clock' | 'env'>;

export type ConfirmPage =
  /** The button is still to be pressed. Alerts that run last longer by it: `renewal` is what is agreed to. */
  | { kind: 'asks'; search: DescribedSearch; renewal?: string }
  | { kind: 'confirmed'; search: DescribedSearch }
  /** Wrong, too old, or its alerts were stopped. */
  | { kind: 'unknown' };

/**
 * The page of the link in a confirmation. Programs that check links open it: it confirms nothing until its button is
 * pressed.
 */
export async function confirmPage(
  { db, clock, env }: PageServices,
  dealer: DealerConfig,
  { id, mac, isPressed }: { id: string; mac: string; isPressed: boolean },
): Promise<ConfirmPage> {
  if (!isConfirmMac(env.SITE_SECRET, dealer.slug, { id, mac })) return { kind: 'unknown' };
  const now = clock.now();
  const at = now.toISOString();
  const found = await findSavedSearch(db, dealer.slug, { id, now: at });
  if (found?.channel !== 'email') return { kind: 'unknown' };
  const search = readStored(dealer, found.search);
  const isRunning = found.confirmed_at !== null;
  if (isRunning && !isRenewable(found.expires_at, now)) return { kind: 'confirmed', search };
  if (!isPressed) return { kind: 'asks', search, ...(isRunning && { renewal: consentText(dealer) }) };
  const expiresAt = new Date(now.getTime() + ALERTS_LAST_MS).toISOString();
  if (isRunning) {
    const consent = JSON.stringify(alertConsent(dealer, 'email', at));
    await renewSavedSearch(db, dealer.slug, { id, now: at, expiresAt, consent });
    return { kind: 'confirmed', search };
  }
  return (await confirmSavedSearch(db, dealer.slug, { id, now: at, expiresAt }))
    ? { kind: 'confirmed', search }
    : { kind: 'unknown' };
}

/** The results that a message leads to: of its search, else all stock. */
export async function searchOfMessage(
  { db }: Pick<Services, 'db'>,
  dealer: DealerConfig,
  token: string,
): Promise<string> {
  const found = await findByStopToken(db, dealer.slug, token);
  return found ? readStored(dealer, found.search).href : dealer.search.defaultPath;
}

export type StopPage = {
  /** Whether the alerts have ended: now or before, or there never were any. */
  isStopped: boolean;
  /** Of alerts that run. */
  search: DescribedSearch | undefined;
};

/**
 * The page that ends alerts: one button, or the one-click POST of a mail service (RFC 8058). What is shown for an
 * unknown token is the same as for one that was used.
 */
export async function stopPage(
  services: PageServices & Pick<Services, 'log'>,
  dealer: DealerConfig,
  { token, isPressed }: { token: string; isPressed: boolean },
): Promise<StopPage> {
  if (isPressed) {
    await stopAlerts(services, dealer.slug, token);
    return { isStopped: true, search: undefined };
  }
  const found = await findByStopToken(services.db, dealer.slug, token);
  return found
    ? { isStopped: false, search: readStored(dealer, found.search) }
    : { isStopped: true, search: undefined };
}
