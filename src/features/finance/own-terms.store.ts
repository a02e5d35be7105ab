import { atom } from 'nanostores';
import { type OwnLoanRules, type OwnTerms, readOwnTerms } from '#src/domain/finance/own-loan.ts';
import { ownLoanOf } from '#src/domain/finance/own-loan-text.ts';
import { OWN_TERMS_KEY } from '#src/domain/finance/own-terms-key.ts';
import { browserStorage, readStored, writeStored } from '#src/ui/browser-storage.ts';

/** The loan all figures are worked out for; null shows the advertised ones. */
export const $ownTerms = atom<OwnTerms | null>(null);

/** What the site's lender allows, as every page with repayments says; null on others. */
export function pageRules(): OwnLoanRules | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="own-loan"]')?.content;
  return content ? ownLoanOf(content) : null;
}

let isWatched = false;

/** Fills the store and follows other tabs and the back button. */
export function watchOwnTerms(rules: OwnLoanRules): void {
  if (isWatched) return;
  isWatched = true;
  const read = () =>
    $ownTerms.set(readOwnTerms(readStored(browserStorage('localStorage'), OWN_TERMS_KEY), rules));
  addEventListener('storage', ({ key }) => (key === OWN_TERMS_KEY || key === null) && read());
  addEventListener('pageshow', ({ persisted }) => persisted && read());
  read();
}

export function saveOwnTerms(terms: OwnTerms | null): void {
  const storage = browserStorage('localStorage');
  if (terms) writeStored(storage, OWN_TERMS_KEY, terms);
  else storage?.removeItem(OWN_TERMS_KEY);
  $ownTerms.set(terms);
}
