import '#src/platform/ui/storage/stored-list.ts';
import { persistentAtom } from '@nanostores/persistent';
import { atom } from 'nanostores';
import type { quotedRepayment } from '#src/features/finance/broker-quote.ts';
import { type OwnLoanRules, type OwnTerms, readOwnTerms } from '#src/features/finance/loan/own-loan.ts';
import { OWN_TERMS_KEY } from '#src/features/finance/own-terms-key.ts';

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

/** ERR-02: the broker's quote for the vehicle of the page, once it has arrived. */
export const $brokerQuote = atom<ReturnType<typeof quotedRepayment> | null>(null);
