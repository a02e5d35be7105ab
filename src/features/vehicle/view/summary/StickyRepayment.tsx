import { useStore } from '@nanostores/react';
import { $ownLoan } from '#src/features/finance/client/repayment.store.ts';
import { useOwnFigure, useQuotedFigure } from '#src/features/finance/client/use-repayment.ts';
import type { CalculatorFigure } from '#src/features/finance/loan/calculator-inputs.ts';
import { figureTexts, type RepaymentDisplay } from '#src/features/finance/repayment-display.ts';
import { displayedDollars, type PriceDisplay } from '#src/features/vehicle/price/price-display.ts';

type Props = { repayment: RepaymentDisplay | null; price: Pick<PriceDisplay, 'kind' | 'cents'> };

/** Amount, interest and comparison rate; the advertised rates that follow them have no room here. */
const enteredTexts = (figure: CalculatorFigure): readonly string[] =>
  figure.kind === 'amount' ? figure.texts.slice(0, 3) : [figure.text];

/** The term with deposit and final payment, as the finance block of the page has it; undefined without an amount. */
const termsOf = (figure: CalculatorFigure | RepaymentDisplay): string | undefined => {
  if (figure.kind === 'enquire') return undefined;
  return 'terms' in figure ? figure.terms : figure.termText;
};

/** VDP-15, FIN-228, FIN-234: the repayment with its terms and rates, the same as in the finance block of the page. */
export function StickyRepayment({ repayment, price }: Props) {
  const quoted = useQuotedFigure(repayment);
  const own = useOwnFigure(displayedDollars(price));
  const entered = useStore($ownLoan, { ssr: () => null });
  if (quoted?.kind !== 'amount') return null;
  const texts = entered ? enteredTexts(entered) : figureTexts(own ?? quoted);
  const terms = termsOf(entered ?? own ?? quoted);
  return (
    <ul className="vehicle-sticky-repayment" data-of-price data-of-sale>
      {texts.map((text, at) => (
        <li key={text}>
          {text}
          {at === 0 && terms && <span> {terms}</span>}
          {at > 0 && at === texts.length - 1 && (
            <>
              {' '}
              <a href="#financeDisclaimer" data-native aria-label="About these rates">
                *
              </a>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
