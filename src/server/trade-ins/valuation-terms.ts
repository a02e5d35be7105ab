import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { LeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import { CONSENT_CHANNEL } from '../leads/intake/consents.ts';
import { textVersion } from '../leads/intake/text-version.ts';

/** Shown above the button of the details; a page may link its last words. */
export const VALUATION_TERMS = {
  accept: 'By continuing you accept the',
  terms: 'valuation terms and conditions',
};

/** FORM-04, FORM-10: the valuation terms that continuing accepts, in the version shown; none if the site has none. */
export function valuationTermsConsent(
  { pages }: Pick<DealerConfig, 'pages'>,
  now: Date,
): Pick<LeadPayload, 'valuation_terms_consent'> {
  const { enabled, title, lead, sections, faqs, disclaimer } = pages['value-my-car-terms-and-conditions'];
  if (!enabled) return {};
  return {
    valuation_terms_consent: {
      text: `${VALUATION_TERMS.accept} ${VALUATION_TERMS.terms}.`,
      version: textVersion([JSON.stringify([title, lead, sections, faqs, disclaimer])]),
      channel: CONSENT_CHANNEL,
      at: now.toISOString(),
    },
  };
}
