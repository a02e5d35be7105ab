import type { DealerConfig } from '#src/config/dealer-config.ts';
import { termsVersion } from '#src/config/public/text-version.ts';
import { singleLine } from '#src/domain/lead/clean-text.ts';
import type { Consent } from '#src/domain/lead/delivery/lead-payload.ts';
import { type LeadField, type LeadValues, TICKED } from '#src/domain/lead/lead-field.ts';
import { SHOWN_VERSION } from '#src/domain/lead/shown-versions.ts';

export const CONSENT_CHANNEL = 'Website form';

const MAX_VERSION_LENGTH = 100;
/** In the record of a consent in place of a text that is no longer published. */
export const EARLIER_TEXT = 'The wording of this version, which the form showed. It has been replaced since.';

type Texts = Pick<DealerConfig, 'leads' | 'content'>;

/** The text beside the checkbox, as the form showed it. */
const labelOf = (fields: readonly LeadField[], name: string): string =>
  fields.find((field) => field.name === name)?.label ?? '';

/**
 * A consent in the version that was shown.
 * @param consent in the present version
 * @param shown version that the form carried; the present one where it carried none
 * @param earlierText recorded with any other version
 */
export function consentShown(
  consent: Consent,
  shown: string | undefined,
  earlierText: string = EARLIER_TEXT,
): Consent {
  const version = singleLine(shown ?? '').slice(0, MAX_VERSION_LENGTH);
  return version === '' || shown === consent.version ? consent : { ...consent, text: earlierText, version };
}

const versionsOf = ({ leads, content }: Texts) => ({
  opt_in: leads.optInVersion,
  terms: termsVersion(content),
});

/**
 * FORM-04: what a shopper agreed to in a form, in the versions shown; null where the box was not ticked.
 * @param values cleaned and checked
 * @param body as sent, with the versions
 */
export function consentsOf(
  dealer: Texts,
  fields: readonly LeadField[],
  { values, body }: { values: LeadValues; body: LeadValues },
  now: Date,
): { opt_in_consent: Consent | null; terms_consent: Consent | null } {
  const versions = versionsOf(dealer);
  const agreed = (name: keyof typeof versions, earlierText?: string) => {
    if (values[name] !== TICKED) return null;
    const text = labelOf(fields, name);
    const consent = { text, version: versions[name], channel: CONSENT_CHANNEL, at: now.toISOString() };
    return consentShown(consent, body[SHOWN_VERSION[name]], earlierText);
  };
  return {
    opt_in_consent: agreed('opt_in'),
    // The version is of the terms; the text beside the box is the same for all.
    terms_consent: agreed('terms', labelOf(fields, 'terms')),
  };
}

/** A form that is shown again: a box that was ticked beside another text is empty. */
export function withoutFormerConsents(dealer: Texts, values: LeadValues, body: LeadValues): LeadValues {
  const former = Object.entries(versionsOf(dealer)).filter(([name, version]) => {
    const shown = body[SHOWN_VERSION[name as keyof typeof SHOWN_VERSION]];
    return shown !== undefined && shown !== version && values[name] !== undefined;
  });
  return { ...values, ...Object.fromEntries(former.map(([name]) => [name, ''])) };
}
