import { createHmac, randomUUID } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { dealerLicence } from '#src/config/public/licences.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import { ACKNOWLEDGEMENT_DESTINATION } from '#src/config/sections/lead-destinations.ts';
import { mainKind } from '#src/config/sections/verticals.ts';
import { DAY_MS } from '#src/domain/duration.ts';
import {
  ACKNOWLEDGEMENTS_A_DAY,
  type AcknowledgingDealer,
  mailboxOf,
} from '#src/domain/lead/delivery/acknowledgement.ts';
import type { LeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import type { Database } from '#src/providers/database/database.ts';
import { addDelivery } from '#src/providers/database/outbox.ts';
import { countOne } from '#src/providers/database/rate-counts.ts';
import type { Services } from '../../services.ts';
import { mailerFor } from '../delivery/mailer-for.ts';

/**
 * Queues the acknowledgement e-mail, in the transaction that stores the lead, unless the lead is a test, the dealer
 * has switched it off, no mail server is set, or the address has reached its daily limit.
 */
export async function queueAcknowledgement(
  services: Pick<Services, 'env' | 'clock'>,
  transaction: Database,
  dealer: DealerConfig,
  lead: { id: string; email: string; kind: string },
): Promise<void> {
  const { env, clock } = services;
  if (
    lead.email === '' ||
    lead.kind === 'test' ||
    !dealer.leads.acknowledgement.enabled ||
    'missing' in mailerFor(services)
  )
    return;
  const now = clock.now();
  const today = now.toISOString().slice(0, 10);
  // A keyed hash, so that the counts do not reveal addresses.
  const digest = createHmac('sha256', env.SITE_SECRET).update(`acknowledgement\n${mailboxOf(lead.email)}`);
  const count = await countOne(transaction, {
    key: `acknowledgement:${digest.digest('base64url')}`,
    windowStart: today,
    expiresAt: new Date(Date.parse(today) + 2 * DAY_MS).toISOString(),
  });
  if (count > ACKNOWLEDGEMENTS_A_DAY) return;
  await addDelivery(transaction, {
    id: randomUUID(),
    leadId: lead.id,
    dealer: dealer.slug,
    destination: ACKNOWLEDGEMENT_DESTINATION,
    at: now.toISOString(),
  });
}

/** The dealer's details for the sender of a lead. */
export function acknowledgingDealer(dealer: DealerConfig, payload: LeadPayload): AcknowledgingDealer {
  const { acknowledgement, responsePromise } = dealer.leads;
  const location =
    dealer.locations.find(({ id }) => id === payload.location_id) ??
    dealer.locations.find(({ primary }) => primary);
  const dealership =
    dealer.dealerships.find(({ slug }) => slug === payload.dealership_slug) ?? dealer.dealerships[0];
  return {
    subject: acknowledgement.subject,
    text: acknowledgement.text,
    signature: acknowledgement.signature ?? dealer.name,
    responsePromise,
    phone: dealer.phones.override ?? location?.phone ?? dealer.phones.main,
    legalName: dealer.legalName,
    licence: location && dealership ? dealerLicence(location, dealership) : '',
    url: canonicalOrigin(dealer),
    kind: mainKind(dealer.verticals),
  };
}
