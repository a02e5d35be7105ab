import type { DealerConfig } from '#src/config/dealer-config.ts';
import { explainDelivery } from '#src/features/feeds/delivery-failures.ts';
import { deliveryRows, forgetDeliveries } from '#src/features/feeds/server/queries/delivery-queries.ts';
import {
  type AlarmServices,
  type Alert,
  alertPeople,
} from '#src/features/leads/server/operations/monitor-delivery.ts';
import {
  deleteFeedAlarm,
  feedAlarms,
  putFeedAlarm,
} from '#src/features/stock/server/queries/feed-queries.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import {
  deliveryName,
  isOverdue,
  mayDeliver,
  type ScheduledDelivery,
  scheduledDeliveries,
} from './delivery-schedule.ts';

const KIND = 'delivery:';
const KNOWN_FOR_MS = 30 * DAY_MS;
/** Enough to tell the deliveries of a dealer apart. */
const ID_LENGTH = 8;

function localTime(iso: string | null, { timeZone }: DealerConfig): string {
  if (iso === null) return 'never';
  const { date, time } = zonedDate(new Date(iso), timeZone);
  return `${date} ${time}`;
}

function overdueText(dealer: DealerConfig, { delivery, state }: ScheduledDelivery) {
  const { name, slug } = dealer;
  const { what, remedy } = explainDelivery(state.last_error);
  return {
    subject: `${name}: ${deliveryName(delivery)} is not delivered any more`,
    text: [
      `Last delivered: ${localTime(state.last_success_at, dealer)}. Failures in a row: ${state.failures}. Last one: ${what} (${state.last_error}).`,
      remedy,
      `npm run stock -- feeds ${slug} --deliver`,
    ].join('\n'),
  };
}

const deliveredText = ({ name }: DealerConfig, { delivery, state }: ScheduledDelivery) => ({
  subject: `${name}: ${deliveryName(delivery)} is delivered again`,
  text: `Vehicles in it: ${state.vehicles}, left out: ${state.left_out}.`,
});

/**
 * FEED-23: alerts staff once about a delivery of which three in a row were missed, or that has failed for a day, and
 * once when it works again. An alert that could not be delivered is sent again by the next check.
 */
export async function checkDeliveryAlarms(
  services: AlarmServices,
  alert: Alert = alertPeople,
): Promise<void> {
  const { db, log, clock, tenants } = services;
  const now = clock.now();
  const at = now.toISOString();
  await forgetDeliveries(db, new Date(now.getTime() - KNOWN_FOR_MS).toISOString());
  const rows = await deliveryRows(db);
  const alarms = (await feedAlarms(db)).filter(({ kind }) => kind.startsWith(KIND));
  for (const dealer of tenants.all) {
    const own = alarms.filter((alarm) => alarm.dealer === dealer.slug);
    const deliveries = mayDeliver(dealer) ? scheduledDeliveries(dealer, rows, now) : [];
    for (const each of deliveries) {
      const { id, failures } = each.state;
      const key = { dealer: dealer.slug, kind: `${KIND}${id}` };
      const known = own.find(({ kind }) => kind === key.kind);
      const facts = { dealer: dealer.slug, feed: each.delivery.feed, code: each.state.last_error, failures };
      const send = (trouble: string, text: { subject: string; text: string }) =>
        alert(services, {
          ...{ slug: dealer.slug, dealer, about: 'Stock', facts: { failures } },
          ...{ trouble: `${trouble}-${id.slice(0, ID_LENGTH)}`, ...text },
        });
      if (!isOverdue(each, now)) {
        if (!known || failures > 0) continue;
        log.warn(facts, 'a feed is delivered again');
        const isTold = !known.isReported || (await send('feed-delivered', deliveredText(dealer, each)));
        if (isTold) await deleteFeedAlarm(db, key);
        continue;
      }
      if (known?.isReported) continue;
      if (!known) log.error(facts, 'a feed is not delivered');
      // Stored before the alert is sent: after a crash in between, it is sent again.
      await putFeedAlarm(db, { ...key, isReported: false }, at);
      if (await send('feed-delivery', overdueText(dealer, each)))
        await putFeedAlarm(db, { ...key, isReported: true }, at);
    }
    const kinds = new Set(deliveries.map(({ state }) => `${KIND}${state.id}`));
    for (const { kind } of own)
      if (!kinds.has(kind)) await deleteFeedAlarm(db, { dealer: dealer.slug, kind });
  }
}
