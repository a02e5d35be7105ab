import { useStore } from '@nanostores/react';
import { basisText } from '#src/domain/finance/basis-text.ts';
import { repaymentDisplay } from '#src/domain/finance/repayment-display.ts';
import { $brokerQuote } from '#src/stores/broker-quote.store.ts';
import { useOwnTerms } from '#src/stores/use-own-figure.ts';

/** FIN-10: how the advertised figure, or the quote in its place, came about. */
export function RepaymentBasis({ basis }: { basis: string }) {
  const quote = useStore($brokerQuote, { ssr: () => null });
  const quoted = quote && basisText(repaymentDisplay(quote), quote.source);
  return useOwnTerms() ? null : <p data-of-price>{quoted ?? basis}</p>;
}
