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
  type AlertClaim,
  claimAlert,
  claimConfirmation,
  deleteSavedSearch,
  dueConfirmations,
  releaseAlert,
  releaseConfirmation,
  resetAttempts,
  type SavedSearchRow,
} from '#src/features/account/server/queries/saved-search-queries.ts';
import { internationalMobile } from '#src/features/leads/phone-code/phone-code.ts';
import { retryDelayMs } from '#src/features/leads/server/delivery/attempt-delivery.ts';
import { priceDisplay } from '#src/features/vehicle/price/price-display.ts';
import { formatDate } from '#src/features/vehicle/text/display-text.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { withinSharedLimits } from '#src/platform/limits/rate-limits.ts';
import type { DeliveryOutcome } from '#src/platform/mail/delivery-outcome.ts';
import type { Mailer } from '#src/platform/mail/mailer.ts';
import { formatPhone } from '#src/platform/number/typed-number.ts';
import type { Sms } from '#src/platform/sms/sms-service.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import type { Services } from '#src/server/services.ts';
import type { Match } from './find-matches.ts';
import { confirmUrl, type DescribedSearch, readStored, seePath, stopPath } from './save-search.ts';

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

/** The content of an alert, for all channels. */
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
/** A missing transport sends nothing; its searches wait. */
export type AlertTransports = { mailer: Mailer | undefined; sms: Sms | undefined };

/** A recipient rejected this many times in a row does not exist or blocks messages. */
const MAX_REFUSALS = 3;
/** Retries span four hours. Afterwards an alert is retried once a day, because each text message costs money. */
const MAX_RETRIES = 12;
/** The validity of a text message for a phone that is off; later the stock has changed. */
const TEXT_VALID_S = 4 * 60 * 60;
/** Without a response the text message may still have been sent. */
const UNCERTAIN = 'no response in time';

/** `taken`: claimed by another process, or nothing to send. `limited`: retried once the limit allows. */
export type AlertResult = 'sent' | 'taken' | 'limited' | 'failed';

async function sendMail(
  mailer: Mailer,
  dealer: DealerConfig,
  row: SavedSearchRow,
  matches: readonly Match[],
): Promise<DeliveryOutcome> {
  const alert = composeAlert(dealer, row, matches);
  return mailer.send({
    // The same for a retry, so that a receiver can drop duplicates.
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

/** Claims an alert; a text message also counts against the spending limits. */
async function claim(
  services: AlertServices,
  dealer: DealerConfig,
  channel: string,
  alertClaim: AlertClaim,
): Promise<'claimed' | 'taken' | 'limited'> {
  const outcome = (isClaimed: boolean) => (isClaimed ? 'claimed' : 'taken');
  if (channel !== 'sms') return outcome(await claimAlert(services.db, alertClaim));
  const user = { dealer, clientAddress: undefined };
  const counted = await withinSharedLimits(services, 'alertTexted', user, (tx) => claimAlert(tx, alertClaim));
  return counted.kind === 'done' ? outcome(counted.result) : 'limited';
}

/**
 * Sends one alert. It is claimed first: a process that crashes before sending loses that day's message, but none is
 * sent twice. Failures are retried.
 */
export async function sendAlert(
  services: AlertServices,
  transports: AlertTransports,
  dealer: DealerConfig,
  row: SavedSearchRow,
  matches: readonly Match[],
  { now, seenAt }: { now: Date; seenAt: string },
): Promise<AlertResult> {
  const { db, clock, log } = services;
  const alertClaim: AlertClaim = {
    id: row.id,
    lookedAt: row.looked_at,
    seenAt: seenAt > row.looked_at ? seenAt : row.looked_at,
    now: now.toISOString(),
    nextAt: new Date(now.getTime() + ALERT_EVERY_MS).toISOString(),
  };
  const transport = row.channel === 'sms' ? transports.sms : transports.mailer;
  if (!transport) return 'taken';
  const claimed = await claim(services, dealer, row.channel, alertClaim);
  if (claimed !== 'claimed') return claimed;
  const outcome =
    row.channel === 'sms' && transports.sms
      ? await sendText(transports.sms, dealer, row, matches)
      : transports.mailer
        ? await sendMail(transports.mailer, dealer, row, matches)
        : undefined;
  switch (outcome?.kind) {
    case 'delivered':
      await resetAttempts(db, row.id);
      return 'sent';
    case 'withheld':
      await deleteSavedSearch(db, row.id);
      return 'taken';
    case 'rejected':
      log.warn({ dealer: dealer.slug, reason: outcome.reason }, 'alert refused');
      if (row.attempts + 1 >= MAX_REFUSALS) await deleteSavedSearch(db, row.id);
      return 'taken';
    default: {
      log.warn({ dealer: dealer.slug, channel: row.channel, reason: outcome?.reason }, 'alert not sent');
      const tries = row.attempts + 1;
      const wait =
        tries < MAX_RETRIES ? retryDelayMs(tries, Math.random(), outcome?.afterMs) : ALERT_EVERY_MS;
      await releaseAlert(db, alertClaim, new Date(clock.now().getTime() + wait).toISOString());
      return 'failed';
    }
  }
}

const AT_ONCE = 100;
/** After this many failures in a row the mail server is considered down; the rest wait for the next round. */
export const MAX_CONFIRMATION_FAILURES = 3;

/**
 * Sends double opt-in e-mails. Failures are retried.
 * @param isStopped checked between e-mails
 * @returns the number sent
 */
export async function sendConfirmations(
  services: AlertServices,
  mailer: Mailer,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { db, clock, env, log, tenants } = services;
  let sent = 0;
  let failures = 0;
  // Dealers without alerts do not ask for consent.
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
      await releaseConfirmation(db, row.id, new Date(clock.now().getTime() + wait).toISOString());
      failures += 1;
    } else if (row.confirmed_at === null) {
      // The address does not exist.
      await deleteSavedSearch(db, row.id);
    }
  }
  return sent;
}
