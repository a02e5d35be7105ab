import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { LeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import { CONSENT_CHANNEL } from '../leads/intake/compose-payload.ts';
import { termsVersion } from '../leads/intake/terms-version.ts';

/** Stands above the button of the details; a page may make a link of its last words. */
export const VALUATION_TERMS = {
  accept: 'By continuing you accept the',
  terms: 'valuation terms and conditions',
};

/** FORM-04, FORM-10: the terms of valuations that going on accepts, in the version shown; none on a site without. */
export function valuationTermsConsent(
  { pages }: Pick<DealerConfig, 'pages'>,
  now: Date,
): Pick<LeadPayload, 'valuation_terms_consent'> {
  const { enabled, title, lead, sections, faqs, disclaimer } = pages['value-my-car-terms-and-conditions'];
  if (!enabled) return {};
  return {
    valuation_terms_consent: {
      text: `${VALUATION_TERMS.accept} ${VALUATION_TERMS.terms}.`,
      version: termsVersion([JSON.stringify([title, lead, sections, faqs, disclaimer])]),
      channel: CONSENT_CHANNEL,
      at: now.toISOString(),
    },
  };
}
