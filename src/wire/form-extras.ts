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
