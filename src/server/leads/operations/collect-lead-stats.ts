import { ACKNOWLEDGEMENT_DESTINATION } from '#src/config/sections/lead-destinations.ts';
import { zonedDate } from '#src/domain/clock.ts';
import { type LeadFact, type LeadStats, leadStats } from '#src/domain/lead/delivery/lead-stats.ts';
import { countLeadCalls, type LeadCallCount } from '#src/providers/database/lead-calls.ts';
import {
  deliveriesOf,
  type LeadFilter,
  pagesOfLeads,
  type StoredDelivery,
} from '#src/providers/database/lead-rows.ts';
import type { StoredLead } from '#src/providers/database/leads.ts';
import type { AdminServices } from './lead-admin.ts';

const LEADS_AT_ONCE = 500;

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
 * Counts of leads, deliveries and revealed numbers. Tests and updates are not counted.
 * @param timeZoneOf the time zone of a dealer's dates
 */
export async function collectLeadStats(
  { db }: Pick<AdminServices, 'db'>,
  filter: Omit<LeadFilter, 'kinds'>,
  timeZoneOf: (dealer: string) => string,
): Promise<LeadStats & { calls: LeadCallCount[] }> {
  const facts: LeadFact[] = [];
  for await (const page of pagesOfLeads(db, { ...filter, kinds: ['lead'] }, LEADS_AT_ONCE)) {
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
