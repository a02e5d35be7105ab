import './safe-storage.ts';
import { persistentAtom } from '@nanostores/persistent';
import { type OwnLoanRules, type OwnTerms, readOwnTerms } from '#src/domain/finance/own-loan.ts';
import { OWN_TERMS_KEY } from '#src/domain/finance/own-terms-key.ts';

let rules: OwnLoanRules | null | undefined;

/** What the site's lender allows, as every page with repayments states it; null on others and on the server. */
export function ownLoanRulesOfPage(): OwnLoanRules | null {
  if (typeof document === 'undefined') return null;
  const meta = document.querySelector<HTMLMetaElement>('meta[name="own-loan"]');
  rules ??= meta && JSON.parse(meta.content);
  return rules ?? null;
}

function decode(text: string): OwnTerms | null {
  const allowed = ownLoanRulesOfPage();
  try {
    return allowed && readOwnTerms(JSON.parse(text), allowed);
  } catch {
    return null;
  }
}

/** The loan all figures are worked out for; null shows the advertised ones. Values of other versions count as none. */
export const $ownTerms = persistentAtom<OwnTerms | null>(OWN_TERMS_KEY, null, {
  encode: (terms) => (terms ? JSON.stringify(terms) : undefined),
  decode,
});

/** Tells parts of the page that are not hydrated yet that their figures have changed. */
export const announceFigures = (): boolean => dispatchEvent(new Event('forecourt:figures'));

export function saveOwnTerms(terms: OwnTerms | null): void {
  $ownTerms.set(terms);
  announceFigures();
}
