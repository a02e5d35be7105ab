import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type SessionServices, signedInContact } from '#src/features/account/server/session.ts';

/**
 * FAV-261: where the sender of a request finds again what belongs to an account.
 * @param contactId the account's
 * @returns undefined unless the sender is signed in to that account
 */
export async function garageOf(
  services: SessionServices,
  dealer: DealerConfig,
  request: Request,
  contactId: string | null,
): Promise<string | undefined> {
  if (contactId === null || !dealer.account.myGarage) return undefined;
  const contact = await signedInContact(services, dealer.slug, request.headers.get('cookie'));
  return contact?.id === contactId ? dealer.links.garage : undefined;
}
