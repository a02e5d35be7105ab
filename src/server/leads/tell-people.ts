import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { AlarmText, Trouble } from '#src/domain/lead/lead-alarm.ts';
import { postLead } from '#src/providers/couriers/http-delivery.ts';
import type { Services } from '../services.ts';

export type AlarmServices = Pick<Services, 'env' | 'clock' | 'log' | 'db' | 'tenants'>;

export type News = AlarmText & {
  slug: string;
  /** Absent where the dealer's file is missing or invalid. */
  dealer: DealerConfig | undefined;
  trouble: Trouble;
  leads: number;
};

/** @returns whether anybody knows now; false to be tried again */
export type Tell = (services: AlarmServices, news: News) => Promise<boolean>;

/** One way to people. @returns why they were not told, or undefined */
type Channel = { name: string; send: () => Promise<string | undefined> };

function channels({ env, clock }: AlarmServices, news: News): Channel[] {
  const { subject, text, slug, trouble, leads } = news;
  const { OPS_WEBHOOK: url } = env;
  const body = JSON.stringify({ text: `${subject}\n${text}`, subject, dealer: slug, trouble, leads });
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return url === undefined
    ? []
    : [
        {
          name: 'webhook',
          async send() {
            const outcome = await postLead({ url, headers, body, clock });
            return outcome.kind === 'delivered' ? undefined : outcome.reason;
          },
        },
      ];
}

/**
 * Tells the people of a dealer and those who run the sites, each the way the settings name. One way that fails is
 * made up for by another; where no way is set, the log has told.
 */
export const tellPeople: Tell = async (services, news) => {
  const ways = channels(services, news);
  const failures = await Promise.all(
    ways.map(async ({ name, send }) => {
      const reason = await send();
      if (reason !== undefined) services.log.error({ way: name, reason }, 'nobody told of an alarm this way');
      return reason;
    }),
  );
  return ways.length === 0 || failures.includes(undefined);
};
