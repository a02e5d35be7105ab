import { createHash } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import {
  type AlarmStep,
  type AlarmText,
  alarmSteps,
  alarmText,
  allClearText,
  REPORTED_FOR_MS,
  type TroubledLeads,
} from '#src/features/leads/delivery/lead-alarm.ts';
import { postLead } from '#src/features/leads/server/destinations/delivery-adapter.ts';
import { countOpenBreakers } from '#src/features/leads/server/queries/destination-health-queries.ts';
import {
  deleteAlarm,
  storeAlarm,
  storedAlarms,
  troubledDestinations,
  undeliveredLeads,
} from '#src/features/leads/server/queries/lead-alarm-queries.ts';
import { countDeliveries } from '#src/features/leads/server/queries/outbox-queries.ts';
import type { HeldLease } from '#src/platform/database/with-lease.ts';
import { mailerFor } from '#src/platform/mail/mailer.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';

export type OutboxStatus = {
  pending: number;
  dead: number;
  held: number;
  oldestPendingSeconds: number | null;
  /** The number of unavailable destinations. */
  unavailable: number;
};

/** Without personal data. */
export async function outboxStatus(services: Pick<Services, 'db' | 'clock'>): Promise<OutboxStatus> {
  const { pending, dead, held, oldestPendingAt } = await countDeliveries(services.db);
  const now = services.clock.now().getTime();
  return {
    pending,
    dead,
    held,
    unavailable: await countOpenBreakers(services.db),
    oldestPendingSeconds:
      oldestPendingAt === null ? null : Math.max(0, Math.round((now - Date.parse(oldestPendingAt)) / 1000)),
  };
}

export type AlarmServices = Pick<Services, 'env' | 'clock' | 'log' | 'db' | 'tenants'>;

export type Alarm = AlarmText & {
  slug: string;
  /** Undefined if the dealer's file is missing or invalid. */
  dealer: DealerConfig | undefined;
  /** The display name of the sender. */
  about: 'Leads' | 'Payments' | 'Stock' | 'CDN';
  trouble: string;
  /** Machine-readable figures. */
  facts: Readonly<Record<string, number>>;
};

/** @returns whether any channel succeeded; false to retry */
export type Alert = (services: AlarmServices, alarm: Alarm) => Promise<boolean>;

/** A notification channel. `send` returns why it failed, or undefined. */
type Channel = { name: string; send: () => Promise<string | undefined> };

function webhook({ clock }: AlarmServices, url: string, alarm: Alarm): Channel {
  const { subject, text, slug, trouble, facts } = alarm;
  const body = JSON.stringify({ text: `${subject}\n${text}`, subject, dealer: slug, trouble, ...facts });
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return {
    name: 'webhook',
    async send() {
      const outcome = await postLead({ url, headers, body, clock, fetch });
      return outcome.kind === 'delivered' ? undefined : outcome.reason;
    },
  };
}

function mail(services: AlarmServices, to: string, { subject, text, slug, trouble, about }: Alarm): Channel {
  const day = services.clock.now().toISOString().slice(0, 10);
  return {
    name: 'mail',
    async send() {
      const found = mailerFor(services);
      if ('missing' in found) return found.missing;
      const outcome = await found.mailer.send({
        key: `alarm.${slug}.${trouble}.${day}.${createHash('sha256').update(to).digest('hex').slice(0, 12)}`,
        to,
        fromName: about,
        subject,
        text,
        autoSubmitted: 'auto-generated',
      });
      return outcome.kind === 'delivered' ? undefined : outcome.reason;
    },
  };
}

function channels(services: AlarmServices, alarm: Alarm): Channel[] {
  const { OPS_WEBHOOK, OPS_EMAIL } = services.env;
  const addresses = new Set([...OPS_EMAIL, ...(alarm.dealer?.leads.alarm.emails ?? [])]);
  return [
    ...(OPS_WEBHOOK === undefined ? [] : [webhook(services, OPS_WEBHOOK, alarm)]),
    ...[...addresses].map((to) => mail(services, to, alarm)),
  ];
}

/**
 * Alerts the dealer and the operators by all configured channels, of which one must succeed. Without any channel the
 * log has the alarm.
 */
export const alertPeople: Alert = async (services, alarm) => {
  const available = channels(services, alarm);
  const failures = await Promise.all(
    available.map(async ({ name, send }) => {
      const reason = await send();
      if (reason !== undefined)
        services.log.error({ way: name, reason }, 'an alarm could not be sent this way');
      return reason;
    }),
  );
  return available.length === 0 || failures.includes(undefined);
};

/** Alerts unless another process has taken the job over meanwhile, which then alerts by itself. */
export const alertWhileHeld =
  (lease: HeldLease): Alert =>
  async (services, alarm) => {
    await lease.confirm(services.db);
    return alertPeople(services, alarm);
  };

/** For a dealer whose file is missing or invalid. */
const DEFAULT_ALARM_SETTINGS = { afterMinutes: 30, timeZone: 'Australia/Sydney' };

const FAULT_LINES = 8;

/**
 * FORM-11: raises alarms for leads that wait too long, were given up, or are held: once, again within the hour if
 * more were given up or held, daily while it lasts, and when none waits any more. Alarms use other channels than
 * leads, so that the cause of a delay does not delay the alarm.
 */
export async function checkLeadAlarms(services: AlarmServices, alert: Alert = alertPeople): Promise<void> {
  const { db, clock, tenants } = services;
  const now = clock.now();
  const horizon = new Date(now.getTime() - REPORTED_FOR_MS).toISOString();
  const undelivered = await undeliveredLeads(db, horizon);
  const troubled = undelivered.filter(({ dealer, trouble, since }) => {
    const { afterMinutes } = tenants.bySlug(dealer)?.leads.alarm ?? DEFAULT_ALARM_SETTINGS;
    return trouble !== 'waiting' || now.getTime() - Date.parse(since) >= afterMinutes * MINUTE_MS;
  });
  const steps = alarmSteps(troubled, await storedAlarms(db), now);
  // In parallel, so that a hanging mail server does not outlast the lease.
  await Promise.all(steps.map((step) => handleStep(services, step, now, alert)));
}

async function handleStep(services: AlarmServices, step: AlarmStep, now: Date, alert: Alert): Promise<void> {
  const { db, log, tenants } = services;
  const about = step.kind === 'tell' ? step.found : step.alarm;
  const dealer = tenants.bySlug(about.dealer);
  const facts = { dealer: about.dealer, trouble: about.trouble };
  if (step.kind === 'forget') return deleteAlarm(db, about);
  if (step.kind === 'all-clear') {
    log.warn(facts, 'no lead is waiting too long');
    const { subject, text } = allClearText(dealer?.name ?? about.dealer, about.dealer);
    await alert(services, { ...ofLeads(about, 0), dealer, subject, text });
    return deleteAlarm(db, about);
  }
  const { leads, since } = step.found;
  log.error({ ...facts, leads, since }, 'leads need attention');
  const text = alarmText(step.found, {
    name: dealer?.name ?? about.dealer,
    sinceText: localTime(since, dealer),
    isReminder: step.isReminder,
    places: await destinationLines(db, step.found),
  });
  // Stored before alerting: after a crash in between, the alarm is sent again.
  await storeAlarm(db, about, { at: now.toISOString(), isReported: false });
  const isReported = await alert(services, { ...ofLeads(about, leads), dealer, ...text });
  if (isReported) await storeAlarm(db, about, { at: now.toISOString(), isReported: true });
}

const ofLeads = ({ dealer, trouble }: Pick<TroubledLeads, 'dealer' | 'trouble'>, leads: number) =>
  ({ slug: dealer, about: 'Leads', trouble, facts: { leads } }) as const;

function localTime(iso: string, dealer: DealerConfig | undefined): string {
  const { date, time } = zonedDate(new Date(iso), dealer?.timeZone ?? DEFAULT_ALARM_SETTINGS.timeZone);
  return `${date} ${time}`;
}

async function destinationLines(db: Services['db'], found: TroubledLeads): Promise<string[]> {
  const destinations = await troubledDestinations(db, found);
  return destinations
    .slice(0, FAULT_LINES)
    .map(
      ({ destination, leads, reason }) => `${destination}: ${leads}${reason === null ? '' : `, ${reason}`}`,
    );
}
