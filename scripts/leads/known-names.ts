import { LEAD_FORMS, type LeadFormName } from '#src/features/leads/forms/lead-form.ts';
import type { LeadAdmin } from '#src/features/leads/server/operations/lead-admin.ts';
import { UsageError } from '../command/command.ts';
import { knownDealers, type LeadPlaces } from './lead-dealers.ts';

const FORMS = Object.keys(LEAD_FORMS) as LeadFormName[];

/** @throws UsageError for a name no form has */
export function readForm(given: string | undefined): LeadFormName | undefined {
  const form = FORMS.find((name) => name === given);
  if (given !== undefined && !form) throw new UsageError(`--form takes one of ${FORMS.join(', ')}.`);
  return form;
}

/** @throws UsageError for a name that is neither in a dealer file nor was ever sent to: most likely a slip of the pen */
export async function checkDestination(
  admin: Pick<LeadAdmin, 'destinations'>,
  destination: string | undefined,
  { dealer, places }: { dealer: string | undefined; places: LeadPlaces },
): Promise<void> {
  if (destination === undefined) return;
  const named = knownDealers(places)
    .filter(({ slug }) => dealer === undefined || slug === dealer)
    .flatMap(({ leads }) => leads.destinations.map(({ name }) => name));
  const known = new Set([...named, ...(await admin.destinations(dealer))]);
  if (known.has(destination)) return;
  throw new UsageError(
    known.size === 0
      ? `There is no destination "${destination}", and no other.`
      : `--destination takes one of ${[...known].sort().join(', ')}.`,
  );
}
