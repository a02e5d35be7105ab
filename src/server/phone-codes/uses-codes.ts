import type { DealerConfig } from '#src/config/dealer-config.ts';
import { LEAD_FORMS } from '#src/domain/lead/lead-form.ts';
import type { PhoneCodePurpose } from '#src/domain/phone-code/phone-code.ts';

/** AUTH-01: whether a site asks for codes of this purpose. Any other would cost a text message for nothing. */
export const usesCodes = (dealer: DealerConfig, purpose: PhoneCodePurpose): boolean =>
  dealer.status.state === 'live' &&
  (purpose === 'sign-in'
    ? dealer.account.signIn
    : Object.values(LEAD_FORMS).some(({ verifiesPhone }) => verifiesPhone?.(dealer) === purpose));
