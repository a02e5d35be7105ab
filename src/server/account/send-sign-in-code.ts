import type { DealerConfig } from '#src/config/dealer-config.ts';
import { recordVerification } from '#src/providers/database/verifications.ts';
import { type CodeSending, type PhoneCodeServices, sendCode } from '../phone-codes/send-code.ts';

/** AUTH-03: of the site's main location, as a sign-in names none. */
export const signInDealership = ({ locations, dealerships }: DealerConfig): string =>
  locations.find(({ primary }) => primary)?.dealership ?? dealerships[0]?.slug ?? '';

/** AUTH-01, AUTH-03: sends a code to sign in with, and records that one was sent. Never rejects. */
export async function sendSignInCode(
  services: PhoneCodeServices,
  dealer: DealerConfig,
  phone: string,
  clientAddress: string | undefined,
): Promise<CodeSending> {
  const sending = await sendCode(services, dealer, { phone, purpose: 'sign-in' }, clientAddress);
  if (sending.kind !== 'sent') return sending;
  try {
    await recordVerification(services.db, {
      dealer: dealer.slug,
      dealershipSlug: signInDealership(dealer),
      type: 'sms',
      now: services.clock.now().toISOString(),
    });
  } catch (error) {
    // The code is on its way: a missing record is no reason to say that it is not.
    const reason = error instanceof Error ? error.message : 'unknown';
    services.log.error({ dealer: dealer.slug, reason }, 'code sent not recorded');
  }
  return sending;
}
