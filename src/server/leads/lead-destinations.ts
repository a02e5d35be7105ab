import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { LeadPayload } from '#src/domain/lead/lead-payload.ts';

const CRM_DESTINATION = 'crm';

/** Names of the destinations a lead is delivered to, unique within its dealer. Never empty: a lead without one would be forgotten. */
export function destinationsOf(
  _dealer: DealerConfig,
  _lead: { form: string; payload: LeadPayload },
): readonly [string, ...string[]] {
  return [CRM_DESTINATION];
}
