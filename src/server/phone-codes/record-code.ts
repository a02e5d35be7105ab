import type { DealerConfig } from '#src/config/dealer-config.ts';
import { recordVerification, type VerificationType } from '#src/providers/database/verifications.ts';
import type { Services } from '../services.ts';

export type VerifyingDealer = Pick<DealerConfig, 'slug' | 'locations' | 'dealerships'>;

/** AUTH-03: of the site's main location, as a code names none. */
export const verifyingDealership = ({ locations, dealerships }: VerifyingDealer): string =>
  locations.find(({ primary }) => primary)?.dealership ?? dealerships[0]?.slug ?? '';

/** AUTH-03: records a code that was sent, or a phone verified without an account. Never rejects. */
export async function recordCode(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  dealer: VerifyingDealer,
  type: VerificationType,
): Promise<void> {
  try {
    const dealershipSlug = verifyingDealership(dealer);
    await recordVerification(db, {
      dealer: dealer.slug,
      dealershipSlug,
      type,
      now: clock.now().toISOString(),
    });
  } catch (error) {
    // The code is on its way or used up: a missing record is no reason to say otherwise.
    const reason = error instanceof Error ? error.message : 'unknown';
    log.error({ dealer: dealer.slug, type, reason }, 'code not recorded');
  }
}
