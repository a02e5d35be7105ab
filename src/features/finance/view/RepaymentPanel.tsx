import { useEffect } from 'react';
import type { LoanToQuote } from '#src/features/finance/broker-endpoints.ts';
import { quotedRepayment } from '#src/features/finance/broker-quote.ts';
import { postQuote } from '#src/features/finance/client/quote-call.ts';
import { $brokerQuote, announceFigures } from '#src/features/finance/client/repayment.store.ts';
import { useOwnFigure, useOwnTerms, useQuotedFigure } from '#src/features/finance/client/use-repayment.ts';
import type { CalculatorFigure } from '#src/features/finance/loan/calculator-inputs.ts';
import { ownTermsText } from '#src/features/finance/loan/own-loan.ts';
import { figureTexts, type RepaymentDisplay } from '#src/features/finance/repayment-display.ts';
import { dollarsToCents } from '#src/platform/number/number-format.ts';

/** A repayment with its terms and rates, or the link that replaces one. */
export function Figures({
  figure,
  enquireHref,
  keepsSpace = false,
}: {
  figure: CalculatorFigure;
  enquireHref: string;
  /** Whether a figure with terms may follow, which takes the same space. */
  keepsSpace?: boolean;
}) {
  return figure.kind === 'enquire' ? (
    <>
      {keepsSpace && <p className="muted" />}
      <p className="repayment-enquire">
        <a href={enquireHref} data-native>
          {figure.text}
        </a>
      </p>
    </>
  ) : (
    <>
      <p className="muted">{figure.terms}</p>
      <ul className="repayment-figures">
        {figure.texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}

type Props = {
  repayment: RepaymentDisplay;
  /** FIN-11: the advertised repayments in the lender's order: by the week, by the month. */
  amounts?: readonly string[] | undefined;
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

/** The advertised repayment of a vehicle, the broker's quote, or the one on the shopper's own terms. */
export function AdvertisedFigures({ repayment, amounts, enquireHref, quoteFor, price }: Props) {
  const quoted = useQuotedFigure(repayment);
  const terms = useOwnTerms();
  const own = useOwnFigure(price);
  useEffect(() => {
    if (quoteFor) void showQuote(quoteFor);
  }, [quoteFor]);
  const shown = quoted.kind === 'amount' && own ? own : quoted;
  const isAdvertised = shown === repayment && shown.kind === 'amount' && amounts !== undefined;
  const texts = isAdvertised ? [...amounts, shown.rateText, shown.comparisonText] : figureTexts(shown);
  const words = shown === own && terms ? `Your terms: ${ownTermsText(terms)}` : '';
  const figure: CalculatorFigure =
    quoted.kind === 'enquire'
      ? quoted
      : { kind: 'amount', terms: words || `Estimate ${quoted.termText}`, texts };
  return <Figures {...{ figure, enquireHref, keepsSpace: quoteFor !== undefined }} />;
}

/** A repayment that no form changes. */
export const RepaymentPanel = (props: Props) => (
  <div className="finance-loan" data-quotable={props.quoteFor && ''}>
    <AdvertisedFigures {...props} />
  </div>
);
