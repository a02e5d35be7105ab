import type { DealerConfig } from '#src/config/dealer-config.ts';
import { textVersion } from '#src/config/public/text-version.ts';
import type { LeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import { CONSENT_CHANNEL, consentShown } from '../leads/intake/consents.ts';

/** Shown above the button of the details; a page may link its last words. */
export const VALUATION_TERMS = {
  accept: 'By continuing you accept the',
  terms: 'valuation terms and conditions',
};

type Pages = Pick<DealerConfig, 'pages'>;

const termsOf = ({ pages }: Pages) => pages['value-my-car-terms-and-conditions'];

/** Undefined where the site has no such terms. */
export function valuationTermsVersion(site: Pages): string | undefined {
  const { enabled, title, lead, sections, faqs, disclaimer } = termsOf(site);
  return enabled ? textVersion([JSON.stringify([title, lead, sections, faqs, disclaimer])]) : undefined;
}

/**
 * FORM-04, FORM-10: the valuation terms that continuing accepts, in the version shown; none if the site has none.
 * @param shown version that the form carried
 */
export function valuationTermsConsent(
  site: Pages,
  shown: string | undefined,
  now: Date,
): Pick<LeadPayload, 'valuation_terms_consent'> {
  const version = valuationTermsVersion(site);
  if (version === undefined) return {};
  const text = `${VALUATION_TERMS.accept} ${VALUATION_TERMS.terms}.`;
  const consent = { text, version, channel: CONSENT_CHANNEL, at: now.toISOString() };
  // The version is of the terms; the sentence that accepts them is the same for all.
  return { valuation_terms_consent: consentShown(consent, shown, text) };
}
