import { createHash } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { AlarmText } from '#src/domain/lead/delivery/lead-alarm.ts';
import { postLead } from '#src/providers/delivery/http-delivery.ts';
import type { Services } from '../../services.ts';
import { mailerFor } from '../delivery/mailer-for.ts';

export type AlarmServices = Pick<Services, 'env' | 'clock' | 'log' | 'db' | 'tenants'>;

export type Alarm = AlarmText & {
  slug: string;
  /** Absent where the dealer's file is missing or invalid. */
  dealer: DealerConfig | undefined;
  /** What it is about, as the sender of the e-mail. */
  about: 'Leads' | 'Payments' | 'Stock';
  trouble: string;
  /** Figures for programs. */
  facts: Readonly<Record<string, number>>;
};

/** @returns whether anyone was reached; false to retry */
export type Alert = (services: AlarmServices, alarm: Alarm) => Promise<boolean>;

/** One channel to people. @returns why it failed, or undefined */
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
 * Alerts the dealer's people and the operators, each by the channels in the settings. If one channel fails, another
 * is enough; without any channel, the log has the alarm.
 */
export const alertPeople: Alert = async (services, alarm) => {
  const ways = channels(services, alarm);
  const failures = await Promise.all(
    ways.map(async ({ name, send }) => {
      const reason = await send();
      if (reason !== undefined)
        services.log.error({ way: name, reason }, 'an alarm could not be sent this way');
      return reason;
    }),
  );
  return ways.length === 0 || failures.includes(undefined);
};
