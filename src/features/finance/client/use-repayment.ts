import { useStore } from '@nanostores/react';
import { type OwnTerms, ownFigure } from '#src/features/finance/loan/own-loan.ts';
import { type RepaymentDisplay, repaymentDisplay } from '#src/features/finance/repayment-display.ts';
import { $brokerQuote, $ownTerms, ownLoanRulesOfPage } from './repayment.store.ts';

/** Null on the server and in the first render of an island. */
export const useOwnTerms = (): OwnTerms | null => useStore($ownTerms, { ssr: () => null });

/**
 * A vehicle's repayment on the shopper's own terms; null if the advertised one is displayed.
 * @param price whole dollars
 */
export function useOwnFigure(price: number | undefined): RepaymentDisplay | null {
  const terms = useOwnTerms();
  const rules = ownLoanRulesOfPage();
  return terms && rules && price !== undefined ? ownFigure(rules, terms, price) : null;
}

/** ERR-02: the broker's quote replaces the advertised figure everywhere on its vehicle's page. */
export function useQuotedFigure<D extends RepaymentDisplay | null>(advertised: D): D | RepaymentDisplay {
  const quote = useStore($brokerQuote, { ssr: () => null });
  const quoted = quote && repaymentDisplay(quote);
  return quoted?.kind === 'amount' ? quoted : advertised;
}
