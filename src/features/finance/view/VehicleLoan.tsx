import { useEffect } from 'react';
import { $ownLoan, announceFigures } from '#src/features/finance/client/repayment.store.ts';
import type { PricedCalculator } from '#src/features/finance/loan/calculator.ts';
import { PREVIOUS_LOAN, type Typed } from '#src/features/finance/loan/calculator-inputs.ts';
import type { OwnLoanRules } from '#src/features/finance/loan/own-loan.ts';
import { CalculatorFields, FrequencyField } from './CalculatorFields.tsx';
import { CreditField, OwnTermsWays, useOwnTermsOf } from './OwnTerms.tsx';
import { AdvertisedFigures, Figures } from './RepaymentPanel.tsx';
import { idOf, useCalculator } from './use-calculator.ts';

const MAIN_FIELDS = ['deposit', 'loan_term'] as const;
const MORE_FIELDS = ['purchase_price', 'loan_amount', 'interest_rate', 'residual'] as const;

type Props = Parameters<typeof AdvertisedFigures>[0] & {
  priced: PricedCalculator;
  /** Values of the URL, submitted without JavaScript. */
  typed: Typed;
  /** Null if the site has no own terms. */
  rules: OwnLoanRules | null;
};

/** FIN-225: a vehicle's repayment, and the form that changes it in place. */
export function VehicleLoan({ priced, typed, rules, ...advertised }: Props) {
  const { calculator, priceType, note } = priced;
  const use = useCalculator(calculator, typed);
  const { form, state, isChanged, announced } = use;
  const own = useOwnTermsOf(calculator, use, rules);
  const fields = { calculator, priceType, ...use };

  useEffect(() => {
    $ownLoan.set(isChanged ? state.figure : null);
    if (isChanged) announceFigures();
  }, [isChanged, state.figure]);

  return (
    <div className="finance-loan">
      {isChanged ? (
        <Figures figure={state.figure} enquireHref={advertised.enquireHref} />
      ) : (
        <AdvertisedFigures {...advertised} />
      )}
      <details className="disclosure finance-change" open={Object.keys(typed).length > 0}>
        <summary>Change deposit, term</summary>
        <section id="finance-calculator" aria-label="Work out your repayments">
          <form
            ref={form}
            className="calculator"
            method="get"
            action="#finance-calculator"
            noValidate
            onSubmit={own.save}
          >
            <input type="hidden" name={PREVIOUS_LOAN} value={state.texts.loan_amount} autoComplete="off" />
            {note && <p className="muted">{note}</p>}
            <div className="calculator-fields">
              <CalculatorFields {...fields} fields={MAIN_FIELDS} />
              {rules && <CreditField own={own} />}
              <FrequencyField {...fields} />
            </div>
            <details className="disclosure">
              <summary>Price, rate and final payment</summary>
              <div className="calculator-fields">
                <CalculatorFields {...fields} fields={MORE_FIELDS} />
              </div>
            </details>
            <button type="submit" className="button button-quiet calculator-submit">
              Work it out
            </button>
            {rules && <OwnTermsWays {...{ own, isChanged }} />}
            <output
              className="visually-hidden"
              htmlFor={[...MAIN_FIELDS, ...MORE_FIELDS].map(idOf).join(' ')}
            >
              {announced}
            </output>
          </form>
        </section>
      </details>
    </div>
  );
}
