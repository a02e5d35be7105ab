import type { DealerConfig } from '#src/config/dealer-config.ts';
import { retryDelayMs } from '#src/domain/lead/delivery/delivery-retry.ts';
import { internationalMobile } from '#src/domain/phone-code/phone-code.ts';
import { alertMail } from '#src/domain/search/alert-message.ts';
import { alertText } from '#src/domain/search/alert-text.ts';
import { ALERT_EVERY_MS } from '#src/domain/search/saved-search.ts';
import {
  type AlertTurn,
  claimAlert,
  endSavedSearch,
  returnAlert,
  settleAlert,
} from '#src/providers/database/saved-search-turns.ts';
import type { SavedSearchRow } from '#src/providers/database/saved-searches.ts';
import type { DeliveryOutcome } from '#src/providers/delivery/delivery-adapter.ts';
import type { Mailer } from '#src/providers/delivery/mailer.ts';
import type { Sms } from '#src/providers/sms/sms.ts';
import type { Services } from '../services.ts';
import { withinSharedLimits } from '../shared-limits.ts';
import { composeAlert } from './compose-alert.ts';
import type { Match } from './find-matches.ts';

export type AlertServices = Pick<Services, 'db' | 'clock' | 'env' | 'log' | 'tenants' | 'locate'>;
/** What messages are sent by; a way that is not set up sends nothing, and its searches wait. */
export type AlertWays = { mailer: Mailer | undefined; sms: Sms | undefined };

/** A recipient refused so many times in a row does not exist, or wants no messages. */
const MOST_REFUSALS = 3;
/** Spread over four hours. An alert that fails so many times in a row is tried once a day: each text message counts. */
const MOST_RETRIES = 12;
/** A phone that was off until then gets it; afterwards the stock is another. */
const TEXT_VALID_S = 4 * 60 * 60;
/** A text message that got no response may have arrived. */
const UNCERTAIN = 'no response in time';

/** `taken`: another process has it, or there is nothing to send. `limited`: it is due again once others may be sent. */
export type Sent = 'sent' | 'taken' | 'limited' | 'failed';

async function sendMail(
  mailer: Mailer,
  dealer: DealerConfig,
  row: SavedSearchRow,
  matches: readonly Match[],
): Promise<DeliveryOutcome> {
  const alert = composeAlert(dealer, row, matches);
  return mailer.send({
    // The same where it is sent again, so that one that did arrive is not shown twice.
    key: `${row.id}.alert.${Date.parse(row.looked_at)}`,
    to: row.recipient,
    fromName: dealer.name,
    replyTo: { name: dealer.name, address: dealer.email },
    ...alertMail(alert),
    unsubscribeUrl: alert.stopUrl,
    autoSubmitted: 'auto-generated',
  });
}

async function sendText(
  sms: Sms,
  dealer: DealerConfig,
  row: SavedSearchRow,
  matches: readonly Match[],
): Promise<DeliveryOutcome> {
  const outcome = await sms.send({
    to: internationalMobile(row.recipient),
    text: alertText(composeAlert(dealer, row, matches)),
    validSeconds: TEXT_VALID_S,
  });
  if (outcome.kind === 'sent' || outcome.reason === UNCERTAIN) return { kind: 'delivered' };
  return { kind: outcome.kind === 'rejected' ? 'rejected' : 'retry', reason: outcome.reason };
}

/** Takes the turn of a search; a text message also counts against the limits of what it costs. */
async function claim(
  services: AlertServices,
  dealer: DealerConfig,
  channel: string,
  turn: AlertTurn,
): Promise<'claimed' | 'taken' | 'limited'> {
  const outcome = (isClaimed: boolean) => (isClaimed ? 'claimed' : 'taken');
  if (channel !== 'sms') return outcome(await claimAlert(services.db, turn));
  const user = { dealer, clientAddress: undefined };
  const counted = await withinSharedLimits(services, 'alertTexted', user, (tx) => claimAlert(tx, turn));
  return counted.kind === 'done' ? outcome(counted.result) : 'limited';
}

/**
 * Sends one alert. Its turn is taken first: a process that dies before the message has left loses the message of that
 * day, and none is sent twice. What could not be sent is due again.
 */
export async function sendAlert(
  services: AlertServices,
  ways: AlertWays,
  dealer: DealerConfig,
  row: SavedSearchRow,
  matches: readonly Match[],
  now: Date,
): Promise<Sent> {
  const { db, clock, log } = services;
  const turn: AlertTurn = {
    id: row.id,
    lookedAt: row.looked_at,
    now: now.toISOString(),
    nextAt: new Date(now.getTime() + ALERT_EVERY_MS).toISOString(),
  };
  const way = row.channel === 'sms' ? ways.sms : ways.mailer;
  if (!way) return 'taken';
  const claimed = await claim(services, dealer, row.channel, turn);
  if (claimed !== 'claimed') return claimed;
  const outcome =
    row.channel === 'sms' && ways.sms
      ? await sendText(ways.sms, dealer, row, matches)
      : ways.mailer
        ? await sendMail(ways.mailer, dealer, row, matches)
        : undefined;
  switch (outcome?.kind) {
    case 'delivered':
      await settleAlert(db, row.id);
      return 'sent';
    case 'withheld':
      await endSavedSearch(db, row.id);
      return 'taken';
    case 'rejected':
      log.warn({ dealer: dealer.slug, reason: outcome.reason }, 'alert refused');
      if (row.attempts + 1 >= MOST_REFUSALS) await endSavedSearch(db, row.id);
      return 'taken';
    default: {
      log.warn({ dealer: dealer.slug, channel: row.channel, reason: outcome?.reason }, 'alert not sent');
      const tries = row.attempts + 1;
      const wait =
        tries < MOST_RETRIES ? retryDelayMs(tries, Math.random(), outcome?.afterMs) : ALERT_EVERY_MS;
      await returnAlert(db, turn, new Date(clock.now().getTime() + wait).toISOString());
      return 'failed';
    }
  }
}
