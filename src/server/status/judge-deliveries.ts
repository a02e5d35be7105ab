import { explainDelivery } from '#src/features/feeds/delivery-failures.ts';
import type { DealerFacts, DeliveryFacts, Finding } from './status-facts.ts';

/** FEED-23: red once staff have been alerted, amber before. */
function judgeDelivery(slug: string, facts: DeliveryFacts): Omit<Finding, 'about'>[] {
  const { feed, receiver, failures, lastError, lastSuccessAt, isOverdue } = facts;
  if (failures === 0) return [];
  const { what, remedy } = explainDelivery(lastError);
  const times = failures === 1 ? 'once' : `${failures} times in a row`;
  return [
    {
      level: isOverdue ? 'red' : 'amber',
      what: `${feed} could not be delivered to ${receiver} ${times}: ${what} (${lastError}). ${remedy}`,
      since: lastSuccessAt,
      remedy: `npm run stock -- feeds ${slug} --deliver`,
    },
  ];
}

export const judgeDeliveries = ({ slug, isLive, deliveries }: DealerFacts): Omit<Finding, 'about'>[] =>
  isLive ? deliveries.flatMap((each) => judgeDelivery(slug, each)) : [];
