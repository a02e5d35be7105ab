import type { LeadField } from './lead-field.ts';

/** Fields every form has besides its own; none reaches the CRM under these names. */
export const FORM_EXTRAS = {
  submissionKey: 'submission_key',
  visitedPages: 'visited_pages',
  linkedQueryParams: 'linked_query_params',
  pagePath: 'page_path',
  /** Decision 41: the shopper's own finance terms as stored by the browser, JSON. */
  ownTerms: 'own_terms',
  /** FORM-12: button that requests the free times of the selected location without JavaScript; stores nothing. */
  showTimes: 'show_times',
  /** FIN-02: button that requests an estimate without JavaScript; stores nothing. */
  showEstimate: 'show_estimate',
  /** Hidden from people, with a name browsers do not autofill; only bots fill it in. */
  honeypot: 'contact_code_2',
  /** The field Turnstile adds to its form. */
  challengeToken: 'cf-turnstile-response',
  /** FIN-19: token of a verified phone, see /api/phone-codes/verify. */
  phoneToken: 'phone_token',
} as const;

/**
 * FORM-04: hidden fields with the versions of the texts a form displays. It may be sent after the dealer has
 * published other texts.
 */
export const SHOWN_VERSION = {
  opt_in: 'opt_in_version',
  terms: 'terms_version',
  /** Of a text accepted by sending the form, without a checkbox. */
  notice: 'notice_version',
} as const;

type Site = { leads: { optInVersion: string; termsVersion?: string } };

/** The version fields of a form with the usual checkboxes. */
export const shownVersions = ({ leads }: Site): Record<string, string> => ({
  [SHOWN_VERSION.opt_in]: leads.optInVersion,
  ...(leads.termsVersion && { [SHOWN_VERSION.terms]: leads.termsVersion }),
});

/** Version fields for the checkboxes among a form's fields, always with the current version. */
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
