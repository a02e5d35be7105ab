import type { DealerConfig } from '#src/config/dealer-config.ts';
import { dealerLicence } from '#src/config/public/dealer-facts.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import { stockNoun } from '#src/config/sections/stock/stock-terms.ts';
import {
  type Alert,
  type AlertSender,
  alertMail,
  alertText,
  confirmationMail,
} from '#src/features/account/saved-searches/alert-message.ts';
import { ALERT_EVERY_MS } from '#src/features/account/saved-searches/saved-search.ts';
import {
  type AlertTurn,
  claimAlert,
  claimConfirmation,
  dueConfirmations,
  endSavedSearch,
  returnAlert,
  returnConfirmation,
  type SavedSearchRow,
  settleAlert,
} from '#src/features/account/server/queries/saved-search-queries.ts';
import { internationalMobile } from '#src/features/leads/phone-code/phone-code.ts';
import { retryDelayMs } from '#src/features/leads/server/delivery/attempt-delivery.ts';
import type { DeliveryOutcome } from '#src/features/leads/server/destinations/delivery-adapter.ts';
import { withinSharedLimits } from '#src/features/leads/server/limits/rate-limits.ts';
import type { Mailer } from '#src/features/leads/server/mail/mailer.ts';
import { priceDisplay } from '#src/features/vehicle/price/price-display.ts';
import { formatDate } from '#src/features/vehicle/text/display-text.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { formatPhone } from '#src/platform/number/typed-number.ts';
import type { Sms } from '#src/platform/sms/sms-service.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import type { Services } from '#src/server/services.ts';
import type { Match } from './find-matches.ts';
import { confirmUrl, type DescribedSearch, readStored, seePath, stopPath } from './save-search.ts';

/** Who sends alerts of a dealer, and how to reach them. */
function alertSender(dealer: DealerConfig): AlertSender {
  const location = dealer.locations.find(({ primary }) => primary);
  const [dealership] = dealer.dealerships;
  return {
    name: dealer.name,
    legalName: dealer.legalName,
    licence: location && dealership ? dealerLicence(location, dealership) : '',
    phone: formatPhone(dealer.phones.override ?? location?.phone ?? dealer.phones.main),
    url: canonicalOrigin(dealer),
  };
}

/** Everything a message about matches says, whichever way it is sent. */
function composeAlert(
  dealer: DealerConfig,
  row: SavedSearchRow,
  matches: readonly Match[],
  search: DescribedSearch = readStored(dealer, row.search),
): Alert {
  const origin = canonicalOrigin(dealer);
  const options = {
    noPriceText: dealer.vehiclePage.noPriceText,
    subscriptionSite: dealer.subscription,
  };
  return {
    name: search.name,
    noun: stockNoun(dealer.verticals),
    vehicles: matches.map(({ document, reason }) => ({
      name: document.name,
      url: `${origin}${vehiclePath(document.slug)}`,
      price: priceDisplay(document.pricing, options),
      reason,
    })),
    searchUrl: `${origin}${row.channel === 'sms' ? seePath(row.stop_token) : search.href}`,
    stopUrl: `${origin}${stopPath(row.stop_token)}`,
    lastDay: formatDate(zonedDate(new Date(row.expires_at), dealer.timeZone).date),
    sender: alertSender(dealer),
  };
}

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
