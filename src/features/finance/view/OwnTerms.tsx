import { type FormEvent, useEffect, useLayoutEffect, useState } from 'react';
import { saveOwnTerms } from '#src/features/finance/client/repayment.store.ts';
import { useOwnTerms } from '#src/features/finance/client/use-repayment.ts';
import { type Calculator, nearestTerm } from '#src/features/finance/loan/calculator-inputs.ts';
import { type OwnLoanRules, type OwnTerms, ownTermsText } from '#src/features/finance/loan/own-loan.ts';
import {
  CREDIT_SCORE_LABELS,
  CREDIT_SCORES,
  type CreditScore,
  isCreditScore,
} from '#src/features/finance/loan/repayment.ts';
import { isFixedField } from './calculator-state.ts';
import { type CalculatorUse, idOf } from './use-calculator.ts';

const CREDIT_ID = idOf('credit');

export type OwnTermsUse = {
  terms: OwnTerms | null;
  band: CreditScore;
  choose(band: string): void;
  /** Makes deposit, term and credit those of every repayment on the site. */
  save(event: FormEvent): void;
  takeBack(): void;
};

/**
 * The shopper's credit in a calculator, and the terms for all repayments that are made of it.
 * @param rules null if the site has no own terms
 */
export function useOwnTermsOf(
  calculator: Calculator,
  { form, state, change, reset }: CalculatorUse,
  rules: OwnLoanRules | null,
): OwnTermsUse {
  const terms = useOwnTerms();
  const [band, setBand] = useState<CreditScore>(CREDIT_SCORES[0]);

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

  return {
    ...{ terms, band, choose },
    save(event) {
      event.preventDefault();
      if (!rules) return;
      const { deposit, loan_term } = state.inputs;
      const termYears = nearestTerm({ limits: calculator.limits, terms: rules.terms }, loan_term);
      saveOwnTerms({ deposit, termYears, band });
    },
    takeBack() {
      if (terms) saveOwnTerms(null);
      reset();
      setBand(CREDIT_SCORES[0]);
    },
  };
}

/** Needs scripts, because the terms are stored in the browser. */
export const CreditField = ({ own: { band, choose } }: { own: OwnTermsUse }) => (
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
);

export const OwnTermsWays = ({
  own: { terms, takeBack },
  isChanged,
}: {
  own: OwnTermsUse;
  isChanged: boolean;
}) => (
  <>
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
    <p className="muted finance-scripted" role="status">
      {terms
        ? `All repayments are worked out for ${ownTermsText(terms)}.`
        : 'We’ll use your deposit, term and credit for every repayment you see on this device.'}
    </p>
  </>
);
