import { useStore } from '@nanostores/react';
import { $brokerQuote } from '#src/features/finance/client/repayment.store.ts';
import { useOwnTerms } from '#src/features/finance/client/use-repayment.ts';
import { originText, repaymentDisplay } from '#src/features/finance/repayment-display.ts';

/** FIN-10: the source of the advertised figure, or of the quote that replaces it. */
export function RepaymentBasis({ basis }: { basis: string }) {
  const quote = useStore($brokerQuote, { ssr: () => null });
  const quoted = quote && repaymentDisplay(quote).kind === 'amount' ? originText(quote.source) : basis;
  return useOwnTerms() ? null : (
    <p className="finance-basis" data-of-price>
      {quoted}
    </p>
  );
}
