const PLAIN = /^[!-~][ -~]*$/;

/** Normalises text like the search engine: without accents, outer whitespace and case. */
export const folded = (text: string): string =>
  // Most texts in feeds are ASCII, and normalising takes ten times as long.
  (PLAIN.test(text) ? text : text.normalize('NFKD')).trim().toLowerCase();
