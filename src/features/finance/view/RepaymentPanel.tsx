import { useEffect } from 'react';
import type { LoanToQuote } from '#src/features/finance/broker-endpoints.ts';
import { quotedRepayment } from '#src/features/finance/broker-quote.ts';
import { postQuote } from '#src/features/finance/client/quote-call.ts';
import { $brokerQuote, announceFigures } from '#src/features/finance/client/repayment.store.ts';
import { useOwnFigure, useOwnTerms, useQuotedFigure } from '#src/features/finance/client/use-repayment.ts';
import { ownTermsText } from '#src/features/finance/loan/own-loan.ts';
import { figureTexts, type RepaymentDisplay } from '#src/features/finance/repayment-display.ts';
import { dollarsToCents } from '#src/platform/number/number-format.ts';

type FiguresProps = {
  repayment: Extract<RepaymentDisplay, { kind: 'amount' }>;
  /** Whole dollars, for the shopper's own terms. */
  price: number | undefined;
};

/** A repayment with its terms, or the one on the shopper's own terms. */
function RepaymentFigures({ repayment, price }: FiguresProps) {
  const terms = useOwnTerms();
  const own = useOwnFigure(price);
  return (
    <>
      <p className="muted">
        {own && terms ? `Your terms: ${ownTermsText(terms)}` : `Estimate ${repayment.termText}`}
      </p>
      <ul className="repayment-figures">
        {figureTexts(own ?? repayment).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}

type Props = {
  repayment: RepaymentDisplay;
  enquireHref: string;
  /** ERR-02: the loan to request a quote for. */
  quoteFor?: LoanToQuote | undefined;
  /** Whole dollars, for the shopper's own terms. */
  price?: number | undefined;
};

/** Without a quote the page stays unchanged. */
async function showQuote(loan: LoanToQuote): Promise<void> {
  const quote = await postQuote(loan);
  if (typeof quote === 'string') return;
  $brokerQuote.set(quotedRepayment(quote, dollarsToCents(loan.purchasePrice), loan.loanTerm));
  announceFigures();
}

/** The repayment next to a vehicle's price. */
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
