import { ownTermsText } from '#src/domain/finance/own-loan.ts';
import { figureTexts, type RepaymentDisplay } from '#src/domain/finance/repayment-display.ts';
import { useOwnFigure, useOwnTerms } from '#src/stores/use-own-figure.ts';

type FiguresProps = {
  repayment: Extract<RepaymentDisplay, { kind: 'amount' }>;
  /** Whole dollars, for the shopper's own terms. */
  price: number | undefined;
};

/** A repayment on a vehicle's page with its terms, on the shopper's own once there are any. */
export function RepaymentFigures({ repayment, price }: FiguresProps) {
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
