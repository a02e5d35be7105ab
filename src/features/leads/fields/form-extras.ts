import type { LeadField } from './lead-field.ts';

/** Fields every form carries beside its own; none reaches the CRM under these names. */
export const FORM_EXTRAS = {
  submissionKey: 'submission_key',
  visitedPages: 'visited_pages',
  linkedQueryParams: 'linked_query_params',
  pagePath: 'page_path',
  /** Decision 41: the shopper's own terms of finance as the browser stores them, JSON. */
  ownTerms: 'own_terms',
  /** FORM-12: name of the button that requests the free times of the chosen place without scripts; stores nothing. */
  showTimes: 'show_times',
  /** FIN-02: name of the button that requests an estimate without scripts; stores nothing. */
  showEstimate: 'show_estimate',
  /** Hidden from people, with a name that browsers do not autofill; only bots fill it in. */
  honeypot: 'contact_code_2',
  /** The field Turnstile's widget adds to its form. */
  challengeToken: 'cf-turnstile-response',
  /** FIN-19: says that the phone of the form was verified by a code, see /api/phone-codes/verify. */
  phoneToken: 'phone_token',
} as const;

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
