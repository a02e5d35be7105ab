import { retryDelayMs } from '#src/domain/lead/delivery/delivery-retry.ts';
import { confirmationMail } from '#src/domain/search/alert-message.ts';
import {
  claimConfirmation,
  dueConfirmations,
  endSavedSearch,
  returnConfirmation,
} from '#src/providers/database/saved-search-turns.ts';
import type { Mailer } from '#src/providers/delivery/mailer.ts';
import { confirmUrl } from './alert-links.ts';
import { alertSender } from './compose-alert.ts';
import type { AlertServices } from './send-alert.ts';

const AT_ONCE = 100;
/** After so many failures in a row the mail server is down: the others wait for the next round. */
export const MAX_CONFIRMATION_FAILURES = 3;

/**
 * Sends the mails that ask addresses whether they want alerts. What could not be sent is due again.
 * @param isStopped asked between mails
 * @returns how many were sent
 */
export async function sendConfirmations(
  services: AlertServices,
  mailer: Mailer,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { db, clock, env, log, tenants } = services;
  let sent = 0;
  let failures = 0;
  // What no longer sends alerts asks for no consent to them.
  const dealers = tenants.all.filter(({ search, status }) => search.alerts && status.state === 'live');
  if (dealers.length === 0) return 0;
  const slugs = dealers.map(({ slug }) => slug);
  for (const row of await dueConfirmations(db, slugs, { now: clock.now().toISOString(), limit: AT_ONCE })) {
    if (isStopped() || failures === MAX_CONFIRMATION_FAILURES) return sent;
    const dealer = dealers.find(({ slug }) => slug === row.dealer);
    if (!dealer || !(await claimConfirmation(db, row))) continue;
    const outcome = await mailer.send({
      key: `${row.id}.confirm.${Date.parse(row.confirm_due_at ?? '')}`,
      to: row.recipient,
      fromName: dealer.name,
      replyTo: { name: dealer.name, address: dealer.email },
      ...confirmationMail(confirmUrl(env.SITE_SECRET, dealer, row.id), alertSender(dealer)),
      autoSubmitted: 'auto-generated',
    });
    if (outcome.kind === 'delivered') {
      sent += 1;
      failures = 0;
    } else if (outcome.kind === 'retry') {
      log.warn({ dealer: dealer.slug, reason: outcome.reason }, 'confirmation of an alert not sent');
      const wait = retryDelayMs(row.attempts + 1, Math.random(), outcome.afterMs);
      await returnConfirmation(db, row.id, new Date(clock.now().getTime() + wait).toISOString());
      failures += 1;
    } else if (row.confirmed_at === null) {
      // There is no such address.
      await endSavedSearch(db, row.id);
    }
  }
  return sent;
}
