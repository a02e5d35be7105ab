const PLAIN = /^[!-~][ -~]*$/;

/** Text as the search engine compares it: without accents' composition, outer space and case. */
export const folded = (text: string): string =>
  // Most texts of a feed are plain, and normalising costs ten times as much.
  (PLAIN.test(text) ? text : text.normalize('NFKD')).trim().toLowerCase();
