import { useStore } from '@nanostores/react';
import { type RepaymentDisplay, repaymentDisplay } from '#src/domain/finance/repayment-display.ts';
import { $brokerQuote } from './broker-quote.store.ts';

/** ERR-02: the broker's quote takes the place of the advertised figure, everywhere on the page of its vehicle. */
export function useQuotedFigure<D extends RepaymentDisplay | null>(advertised: D): D | RepaymentDisplay {
  const quote = useStore($brokerQuote, { ssr: () => null });
  const quoted = quote && repaymentDisplay(quote);
  return quoted?.kind === 'amount' ? quoted : advertised;
}
