import { type FormEvent, useEffect, useLayoutEffect, useState } from 'react';
import { $ownLoan, announceFigures, saveOwnTerms } from '#src/features/finance/client/repayment.store.ts';
import { useOwnTerms } from '#src/features/finance/client/use-repayment.ts';
import type { PricedCalculator } from '#src/features/finance/loan/calculator.ts';
import { nearestTerm, PREVIOUS_LOAN, type Typed } from '#src/features/finance/loan/calculator-inputs.ts';
import { type OwnLoanRules, ownTermsText } from '#src/features/finance/loan/own-loan.ts';
import {
  CREDIT_SCORE_LABELS,
  CREDIT_SCORES,
  type CreditScore,
  isCreditScore,
} from '#src/features/finance/loan/repayment.ts';
import { CalculatorFields, FrequencyField } from './CalculatorFields.tsx';
import { isFixedField } from './calculator-state.ts';
import { AdvertisedFigures, Figures } from './RepaymentPanel.tsx';
import { idOf, useCalculator } from './use-calculator.ts';

const MAIN_FIELDS = ['deposit', 'loan_term'] as const;
const MORE_FIELDS = ['purchase_price', 'loan_amount', 'interest_rate', 'residual'] as const;
const CREDIT_ID = idOf('credit');

export type VehicleLoanProps = Parameters<typeof AdvertisedFigures>[0] & {
  priced: PricedCalculator;
  /** Values of the URL, submitted without JavaScript. */
  typed: Typed;
  /** Null if the site has no own terms. */
  rules: OwnLoanRules | null;
};

/** FIN-225: a vehicle's repayment, and the form that changes it in place. */
export function VehicleLoan({ priced, typed, rules, ...advertised }: VehicleLoanProps) {
  const { calculator, priceType, note } = priced;
  const use = useCalculator(calculator, typed);
  const { form, state, isChanged, announced, change, reset } = use;
  const terms = useOwnTerms();
  const [band, setBand] = useState<CreditScore>(CREDIT_SCORES[0]);
  const fields = { calculator, priceType, ...use };

  function choose(score: string) {
    if (!rules || !isCreditScore(score)) return;
    setBand(score);
    if (!isFixedField(calculator, 'interest_rate')) change('interest_rate', String(rules.rates[score]));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before React writes into the field
  useLayoutEffect(() => {
    const early = form.current?.elements.namedItem(CREDIT_ID);
    if (early instanceof HTMLSelectElement && early.value !== band) choose(early.value);
  }, []);

  useEffect(() => {
    if (terms) setBand(terms.band);
  }, [terms]);

  useEffect(() => {
    $ownLoan.set(isChanged);
    if (isChanged) announceFigures();
  }, [isChanged]);

  function save(event: FormEvent) {
    event.preventDefault();
    if (!rules) return;
    const { deposit, loan_term } = state.inputs;
    const termYears = nearestTerm({ limits: calculator.limits, terms: rules.terms }, loan_term);
    saveOwnTerms({ deposit, termYears, band });
  }

  function takeBack() {
    if (terms) saveOwnTerms(null);
    reset();
    setBand(CREDIT_SCORES[0]);
  }

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
            onSubmit={save}
          >
            <input type="hidden" name={PREVIOUS_LOAN} value={state.texts.loan_amount} autoComplete="off" />
            {note && <p className="muted">{note}</p>}
            <div className="calculator-fields">
              <CalculatorFields {...fields} fields={MAIN_FIELDS} />
              {rules && (
                <div className="field finance-scripted">
                  <label htmlFor={CREDIT_ID}>Your credit</label>
                  <select
                    className="input"
                    id={CREDIT_ID}
                    autoComplete="off"
                    value={band}
                    onChange={({ target }) => choose(target.value)}
                  >
                    {CREDIT_SCORES.map((score) => (
                      <option key={score} value={score}>
                        {CREDIT_SCORE_LABELS[score]}
                      </option>
                    ))}
                  </select>
                </div>
              )}
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
            {rules && (
              <p className="cluster finance-scripted">
                <button type="submit" className="button button-quiet">
                  Use my terms
                </button>
                {(terms || isChanged) && (
                  <button type="button" className="button button-quiet" onClick={takeBack}>
                    Use the advertised terms
                  </button>
                )}
              </p>
            )}
            {rules && (
              <p className="muted finance-scripted" role="status">
                {terms
                  ? `All repayments are worked out for ${ownTermsText(terms)}.`
                  : 'We’ll use your deposit, term and credit for every repayment you see on this device.'}
              </p>
            )}
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
