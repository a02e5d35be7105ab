import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Consent } from '#src/domain/lead/delivery/lead-payload.ts';
import { type LeadField, type LeadValues, TICKED } from '#src/domain/lead/lead-field.ts';
import { textVersion } from './text-version.ts';

export const CONSENT_CHANNEL = 'Website form';

/** The text beside the checkbox, as the form showed it. */
const labelOf = (fields: readonly LeadField[], name: string): string =>
  fields.find((field) => field.name === name)?.label ?? '';

/** FORM-04: what a shopper agreed to in a form, in the versions shown; null where the box was not ticked. */
export function consentsOf(
  { leads, content }: Pick<DealerConfig, 'leads' | 'content'>,
  fields: readonly LeadField[],
  values: LeadValues,
  now: Date,
): { opt_in_consent: Consent | null; terms_consent: Consent | null } {
  const agreed = (name: string, version: string) =>
    values[name] === TICKED
      ? { text: labelOf(fields, name), version, channel: CONSENT_CHANNEL, at: now.toISOString() }
      : null;
  return {
    opt_in_consent: agreed('opt_in', leads.optInVersion),
    terms_consent: agreed('terms', textVersion([content.terms].flat())),
  };
}
