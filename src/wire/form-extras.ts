/** Fields every form carries beside its own; none reaches the CRM under these names. */
export const FORM_EXTRAS = {
  submissionKey: 'submission_key',
  visitedPages: 'visited_pages',
  linkedQueryParams: 'linked_query_params',
  pagePath: 'page_path',
  /** FORM-12: name of the button that requests the free times of the chosen place without scripts; stores nothing. */
  showTimes: 'show_times',
  /** Hidden from people, with a name that browsers do not autofill; only bots fill it in. */
  honeypot: 'contact_code_2',
  /** The field Turnstile's widget adds to its form. */
  challengeToken: 'cf-turnstile-response',
} as const;
