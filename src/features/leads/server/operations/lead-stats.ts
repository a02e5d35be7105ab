import { ACKNOWLEDGEMENT_DESTINATION } from '#src/config/sections/leads/leads-section.ts';
import {
  countLeadCalls,
  deliveriesOf,
  type LeadCallCount,
  type LeadFilter,
  pagesOfLeads,
  type StoredDelivery,
} from '#src/features/leads/server/queries/lead-list-queries.ts';
import type { StoredLead } from '#src/features/leads/server/queries/lead-queries.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import type { AdminServices } from './lead-admin.ts';

export type LeadFact = {
  dealer: string;
  form: string;
  category: string;
  /** Date in the dealer's time zone. */
  day: string;
  deliveries: readonly { state: string; attempts: number }[];
  /** Until the first delivery; undefined before it. */
  secondsToDelivery: number | undefined;
};

export type LeadFigures = {
  leads: number;
  /** Delivered to all destinations. */
  delivered: number;
  /** Of leads that are not held or erased, from 0 to 1; null if there are none. */
  deliveredShare: number | null;
  /** Leads with a delivery that is pending, was given up, or is held; a lead may count in several. */
  waiting: number;
  dead: number;
  held: number;
  /** Erased before they were fully delivered. */
  erased: number;
  attempts: number;
  /** Percentiles of the seconds until the first delivery. */
  p50Seconds: number | null;
  p95Seconds: number | null;
};

export type LeadStats = {
  total: LeadFigures;
  forms: ({ dealer: string; form: string; category: string } & LeadFigures)[];
  days: { dealer: string; day: string; leads: number }[];
};

/** The nearest-rank percentile. */
function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

type Outcome = 'dead' | 'held' | 'waiting' | 'erased' | 'delivered';

const hasDelivery = ({ deliveries }: LeadFact, state: string): boolean =>
  deliveries.some((delivery) => delivery.state === state);

/** The worst state of its deliveries. */
function outcomeOf(fact: LeadFact): Outcome {
  const { deliveries } = fact;
  if (hasDelivery(fact, 'dead')) return 'dead';
  if (hasDelivery(fact, 'held')) return 'held';
  if (hasDelivery(fact, 'erased')) return 'erased';
  return deliveries.length > 0 && deliveries.every(({ state }) => state === 'delivered')
    ? 'delivered'
    : 'waiting';
}

function figuresOf(facts: readonly LeadFact[]): LeadFigures {
  const outcomes = facts.map(outcomeOf);
  const count = (outcome: Outcome) => outcomes.filter((each) => each === outcome).length;
  const seconds = facts.flatMap(({ secondsToDelivery }) => secondsToDelivery ?? []).sort((a, b) => a - b);
  const toDeliver = facts.length - count('held') - count('erased');
  return {
    leads: facts.length,
    delivered: count('delivered'),
    deliveredShare: toDeliver === 0 ? null : count('delivered') / toDeliver,
    waiting: facts.filter((fact) => hasDelivery(fact, 'pending') || outcomeOf(fact) === 'waiting').length,
    dead: facts.filter((fact) => hasDelivery(fact, 'dead')).length,
    held: facts.filter((fact) => hasDelivery(fact, 'held')).length,
    erased: count('erased'),
    attempts: facts.flatMap(({ deliveries }) => deliveries).reduce((sum, { attempts }) => sum + attempts, 0),
    p50Seconds: percentile(seconds, 0.5),
    p95Seconds: percentile(seconds, 0.95),
  };
}

const byKey = <T>(facts: readonly T[], key: (fact: T) => readonly string[]): [string[], T[]][] =>
  [...Map.groupBy(facts, (fact) => JSON.stringify(key(fact)))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([text, group]) => [JSON.parse(text) as string[], group]);

export const leadStats = (facts: readonly LeadFact[]): LeadStats => ({
  total: figuresOf(facts),
  forms: byKey(facts, ({ dealer, form, category }) => [dealer, form, category]).map(
    ([[dealer = '', form = '', category = ''], group]) => ({ dealer, form, category, ...figuresOf(group) }),
  ),
  days: byKey(facts, ({ dealer, day }) => [dealer, day]).map(([[dealer = '', day = ''], group]) => ({
    dealer,
    day,
    leads: group.length,
  })),
});

const PAGE_SIZE = 500;

function factOf(lead: StoredLead, deliveries: readonly StoredDelivery[], timeZone: string): LeadFact {
  const first = deliveries.flatMap(({ delivered_at }) => delivered_at ?? []).sort()[0];
  return {
    dealer: lead.dealer,
    form: lead.form,
    category: lead.category,
    day: zonedDate(new Date(lead.created_at), timeZone).date,
    deliveries: deliveries.map(({ state, attempts }) => ({ state, attempts })),
    secondsToDelivery:
      first === undefined ? undefined : (Date.parse(first) - Date.parse(lead.created_at)) / 1000,
  };
}

/**
 * Statistics of leads, deliveries and revealed numbers, without tests and updates.
 * @param timeZoneOf the time zone of a dealer
 */
export async function collectLeadStats(
  { db }: Pick<AdminServices, 'db'>,
  filter: Omit<LeadFilter, 'kinds'>,
  timeZoneOf: (dealer: string) => string,
): Promise<LeadStats & { calls: LeadCallCount[] }> {
  const facts: LeadFact[] = [];
  for await (const page of pagesOfLeads(db, { ...filter, kinds: ['lead'] }, PAGE_SIZE)) {
    const deliveries = await deliveriesOf(
      db,
      page.map(({ id }) => id),
    );
    // Acknowledgements are not deliveries to the dealer.
    const toDealer = deliveries.filter(({ destination }) => destination !== ACKNOWLEDGEMENT_DESTINATION);
    const byLead = Map.groupBy(toDealer, ({ lead_id }) => lead_id);
    facts.push(...page.map((lead) => factOf(lead, byLead.get(lead.id) ?? [], timeZoneOf(lead.dealer))));
  }
  return { ...leadStats(facts), calls: await countLeadCalls(db, filter) };
}
