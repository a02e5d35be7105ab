import { useEffect } from 'react';
import type { LoanToQuote } from '#src/domain/finance/loan-to-quote.ts';
import { quotedRepayment } from '#src/domain/finance/quoted-repayment.ts';
import type { RepaymentDisplay } from '#src/domain/finance/repayment-display.ts';
import { dollarsToCents } from '#src/domain/money.ts';
import { $brokerQuote } from '#src/stores/broker-quote.store.ts';
import { announceFigures } from '#src/stores/own-terms.store.ts';
import { useQuotedFigure } from '#src/stores/use-quoted-figure.ts';
import { postQuote } from '#src/wire/quote-call.ts';
import { RepaymentFigures } from './RepaymentFigures.tsx';

type Props = {
  repayment: RepaymentDisplay;
  /** Where Enquire for Finance leads. */
  enquireHref: string;
  /** ERR-02: the loan to ask the broker about, for a vehicle whose quote is not here yet. */
  quoteFor?: LoanToQuote | undefined;
  /** Whole dollars, for the shopper's own terms. */
  price?: number | undefined;
};

/** If there is no quote, the page stays as it is, and says nothing. */
async function showQuote(loan: LoanToQuote): Promise<void> {
  const quote = await postQuote(loan);
  if (typeof quote === 'string') return;
  $brokerQuote.set(quotedRepayment(quote, dollarsToCents(loan.purchasePrice), loan.loanTerm));
  announceFigures();
}

/** The repayment beside the price of a vehicle. */
export function RepaymentPanel({ repayment, enquireHref, quoteFor, price }: Props) {
  const shown = useQuotedFigure(repayment);
  useEffect(() => {
    if (quoteFor) void showQuote(quoteFor);
  }, [quoteFor]);
  return (
    <div className="repayment" data-quotable={quoteFor && ''}>
      {shown.kind === 'enquire' ? (
        <>
          {/* The line of the quote's terms, which takes the same space. */}
          {quoteFor && <p className="muted" />}
          <p className="repayment-enquire">
            <a href={enquireHref} data-native>
              {shown.text}
            </a>
          </p>
        </>
      ) : (
        <RepaymentFigures repayment={shown} price={price} />
      )}
    </div>
  );
}
