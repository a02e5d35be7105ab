import type { DealerConfig } from '#src/config/dealer-config.ts';
import { zonedDate } from '#src/domain/clock.ts';
import { MINUTE_MS } from '#src/domain/duration.ts';
import {
  type AlarmStep,
  alarmSteps,
  alarmText,
  allClearText,
  REPORTED_FOR_MS,
  type TroubledLeads,
} from '#src/domain/lead/delivery/lead-alarm.ts';
import {
  forgetAlarm,
  keepAlarm,
  knownAlarms,
  troubledPlaces,
  undeliveredLeads,
} from '#src/providers/database/lead-alarms.ts';
import type { Services } from '../../services.ts';
import { type AlarmServices, type Alert, alertPeople } from './alert-people.ts';

/** For leads of a dealer whose file is missing or invalid. */
const DEFAULT_ALARM_SETTINGS = { afterMinutes: 30, timeZone: 'Australia/Sydney' };

const FAULT_LINES = 8;

/**
 * FORM-11: alerts people about leads that wait too long, were given up, or are held: once, again within the hour if
 * more were given up or held, daily while it lasts, and when leads no longer wait. Alarms use other channels than
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
  const steps = alarmSteps(troubled, await knownAlarms(db), now);
  // In parallel: a hanging mail server must not make it outlast this process's lease.
  await Promise.all(steps.map((step) => takeStep(services, step, now, alert)));
}

async function takeStep(services: AlarmServices, step: AlarmStep, now: Date, alert: Alert): Promise<void> {
  const { db, log, tenants } = services;
  const about = step.kind === 'tell' ? step.found : step.alarm;
  const dealer = tenants.bySlug(about.dealer);
  const facts = { dealer: about.dealer, trouble: about.trouble };
  if (step.kind === 'forget') return forgetAlarm(db, about);
  if (step.kind === 'all-clear') {
    log.warn(facts, 'no lead is waiting too long');
    const { subject, text } = allClearText(dealer?.name ?? about.dealer, about.dealer);
    await alert(services, { ...ofLeads(about, 0), dealer, subject, text });
    return forgetAlarm(db, about);
  }
  const { leads, since } = step.found;
  log.error({ ...facts, leads, since }, 'leads need attention');
  const text = alarmText(step.found, {
    name: dealer?.name ?? about.dealer,
    sinceText: localTime(since, dealer),
    isReminder: step.isReminder,
    places: await placesOf(db, step.found),
  });
  // Stored before anyone is alerted: after a crash in between, the alarm is sent again.
  await keepAlarm(db, about, { at: now.toISOString(), isReported: false });
  const isReported = await alert(services, { ...ofLeads(about, leads), dealer, ...text });
  if (isReported) await keepAlarm(db, about, { at: now.toISOString(), isReported: true });
}

const ofLeads = ({ dealer, trouble }: Pick<TroubledLeads, 'dealer' | 'trouble'>, leads: number) =>
  ({ slug: dealer, about: 'Leads', trouble, facts: { leads } }) as const;

function localTime(iso: string, dealer: DealerConfig | undefined): string {
  const { date, time } = zonedDate(new Date(iso), dealer?.timeZone ?? DEFAULT_ALARM_SETTINGS.timeZone);
  return `${date} ${time}`;
}

async function placesOf(db: Services['db'], found: TroubledLeads): Promise<string[]> {
  const places = await troubledPlaces(db, found);
  return places
    .slice(0, FAULT_LINES)
    .map(
      ({ destination, leads, reason }) => `${destination}: ${leads}${reason === null ? '' : `, ${reason}`}`,
    );
}
