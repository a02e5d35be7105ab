import type { LeadField } from './lead-field.ts';

/**
 * FORM-04: hidden fields that name the versions of the texts a form shows. It may be sent after the dealer published
 * other texts.
 */
export const SHOWN_VERSION = {
  opt_in: 'opt_in_version',
  terms: 'terms_version',
  /** Of a text that sending the form accepts, without a box to tick. */
  notice: 'notice_version',
} as const;

type Site = { leads: { optInVersion: string; termsVersion?: string } };

/** What a form with the usual boxes carries, by field name. */
export const shownVersions = ({ leads }: Site): Record<string, string> => ({
  [SHOWN_VERSION.opt_in]: leads.optInVersion,
  ...(leads.termsVersion && { [SHOWN_VERSION.terms]: leads.termsVersion }),
});

/** For the boxes among a form's fields, the version shown now, whatever was sent before. */
export function versionFields(site: Site, fields: readonly LeadField[]): LeadField[] {
  const versions = shownVersions(site);
  return fields.flatMap((field): LeadField[] => {
    const name = SHOWN_VERSION[field.name as keyof typeof SHOWN_VERSION];
    const value = versions[name];
    if (value === undefined) return [];
    return [
      {
        ...{ name, label: 'Version of a text', type: 'hidden', value, isFixed: true },
        ...{ required: false, maxLength: 100, invalidMessage: '' },
      },
    ];
  });
}
