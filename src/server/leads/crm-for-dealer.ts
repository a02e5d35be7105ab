import type { DealerConfig } from '#src/config/dealer-config.ts';
import { secretNamed } from '#src/config/environment.ts';
import type { Clock } from '#src/domain/clock.ts';
import type { CrmClient } from '#src/providers/crm/crm.ts';
import { webhookCrm } from '#src/providers/crm/webhook-crm.ts';

/** A dealer's CRM, or what must be set before leads can leave for it. */
export type CrmForDealer = (
  dealer: DealerConfig | undefined,
  clock: Clock,
) => { client: CrmClient } | { missing: string };

export const crmForDealer: CrmForDealer = (dealer, clock) => {
  if (!dealer) return { missing: 'the dealer file is missing or invalid' };
  const { crm } = dealer.leads;
  if (!crm) return { missing: 'leads.crm is not set in the dealer file' };
  const signingKey = secretNamed(crm.signingKey);
  if (signingKey === undefined) return { missing: `environment variable ${crm.signingKey} is not set` };
  return { client: webhookCrm({ url: crm.url, signingKey, clock }) };
};
