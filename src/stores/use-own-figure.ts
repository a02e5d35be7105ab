import { useStore } from '@nanostores/react';
import { type OwnTerms, ownFigure } from '#src/domain/finance/own-loan.ts';
import type { RepaymentDisplay } from '#src/domain/finance/repayment-display.ts';
import { $ownTerms, ownLoanRulesOfPage } from './own-terms.store.ts';

/** The shopper's own terms; none on the server and in the first render of an island. */
export const useOwnTerms = (): OwnTerms | null => useStore($ownTerms, { ssr: () => null });

/**
 * A vehicle's repayment on the shopper's own terms; null where its advertised one is shown.
 * @param price whole dollars
 */
export function useOwnFigure(price: number | undefined): RepaymentDisplay | null {
  const terms = useOwnTerms();
  const rules = ownLoanRulesOfPage();
  return terms && rules && price !== undefined ? ownFigure(rules, terms, price) : null;
}
