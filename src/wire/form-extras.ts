/** Fields every form carries beside its own; none reaches the CRM under these names. */
export const FORM_EXTRAS = {
  submissionKey: 'submission_key',
  visitedPages: 'visited_pages',
  linkedQueryParams: 'linked_query_params',
  pagePath: 'page_path',
  /** FORM-12: of the button that asks a page without scripts for the free times of the place chosen; stores nothing. */
  showTimes: 'show_times',
  /** Hidden from people and named like nothing a form filler knows; whatever fills it in is hardly a shopper. */
  honeypot: 'contact_code_2',
  /** What Turnstile's widget adds to the form around it. */
  challengeToken: 'cf-turnstile-response',
} as const;
