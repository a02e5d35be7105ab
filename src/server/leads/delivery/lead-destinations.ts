import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type LeadDestination, UNASSIGNED_DESTINATION } from '#src/config/sections/lead-destinations.ts';
import type { LeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import { isPreviewLead } from '#src/domain/lead/preview-lead.ts';

type RoutedLead = { form: string; payload: Pick<LeadPayload, 'category' | 'location_id' | 'tags'> };

/** An empty list accepts everything. */
const lets = (wanted: readonly string[], value: string | undefined) =>
  wanted.length === 0 || (value !== undefined && wanted.includes(value));

const takes = ({ categories, forms, locations }: LeadDestination, { form, payload }: RoutedLead) =>
  lets(categories, payload.category) && lets(forms, form) && lets(locations, payload.location_id);

/**
 * Names of the destinations of a lead, unique within its dealer: all that accept it, else the dealer's first. Empty
 * for a lead from a preview, which goes nowhere, and for no other: it would be forgotten.
 */
export function destinationsOf({ leads }: Pick<DealerConfig, 'leads'>, lead: RoutedLead): readonly string[] {
  if (isPreviewLead(lead.payload)) return [];
  const [taker, ...others] = leads.destinations.filter((destination) => takes(destination, lead));
  if (taker) return [taker.name, ...others.map(({ name }) => name)];
  return [leads.destinations[0]?.name ?? UNASSIGNED_DESTINATION];
}
