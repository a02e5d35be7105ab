import '#src/platform/ui/storage/stored-list.ts';
import { persistentAtom } from '@nanostores/persistent';
import { atom } from 'nanostores';
import type { quotedRepayment } from '#src/features/finance/broker-quote.ts';
import type { CalculatorFigure } from '#src/features/finance/loan/calculator-inputs.ts';
import { type OwnLoanRules, type OwnTerms, readOwnTerms } from '#src/features/finance/loan/own-loan.ts';
import { OWN_TERMS_KEY } from '#src/features/finance/own-terms-key.ts';

let rules: OwnLoanRules | null | undefined;

/** The lender's rules, from a meta tag of every page with repayments; null on other pages and on the server. */
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

/** The terms all figures are calculated for; null for the advertised ones. Values of other releases are ignored. */
export const $ownTerms = persistentAtom<OwnTerms | null>(OWN_TERMS_KEY, null, {
  encode: (terms) => (terms ? JSON.stringify(terms) : undefined),
  decode,
});

/** Hydrates parts of the page whose figures have changed. */
export const announceFigures = (): boolean => dispatchEvent(new Event('forecourt:figures'));

export function saveOwnTerms(terms: OwnTerms | null): void {
  $ownTerms.set(terms);
  announceFigures();
}

/** The figure of a loan that the shopper has entered on the page of its vehicle, which all of the page shows. */
export const $ownLoan = atom<CalculatorFigure | null>(null);

/** ERR-02: the broker's quote for the page's vehicle, once received. */
export const $brokerQuote = atom<ReturnType<typeof quotedRepayment> | null>(null);
