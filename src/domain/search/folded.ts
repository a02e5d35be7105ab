/** Text as the search engine compares it: without accents' composition, outer space and case. */
export const folded = (text: string): string => text.normalize('NFKD').trim().toLowerCase();
