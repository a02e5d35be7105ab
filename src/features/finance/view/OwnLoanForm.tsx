import { type FormEvent, useEffect, useState } from 'react';
import { saveOwnTerms } from '#src/features/finance/client/repayment.store.ts';
import { useOwnTerms } from '#src/features/finance/client/use-repayment.ts';
import { rangeMessage, readField } from '#src/features/finance/loan/calculator-inputs.ts';
import {
  budgetAddress,
  type OwnLoanRules,
  ownTermsText,
  readOwnTerms,
} from '#src/features/finance/loan/own-loan.ts';
import {
  CREDIT_SCORE_LABELS,
  CREDIT_SCORES,
  DEFAULT_TERM_YEARS,
} from '#src/features/finance/loan/repayment.ts';
import { useFormTexts } from '#src/platform/ui/hydration/hydration-hooks.ts';

type Field = 'budget' | 'deposit' | 'term' | 'band';

/** Parses dollars up to a limit; null if invalid. */
function readMoney(text: string, max: number): number | null {
  const range = { min: 0, max, step: 1 };
  const limits = { deposit: range } as Parameters<typeof readField>[0]['limits'];
  const { value, message } = readField({ limits, terms: null }, 'deposit', text);
  return message === null ? value : null;
}

/** The shopper's own terms for every figure of the site, stored in the browser, and a weekly budget for the search. */
export function OwnLoanForm({ rules }: { rules: OwnLoanRules }) {
  const chosen = rules.terms.includes(DEFAULT_TERM_YEARS) ? DEFAULT_TERM_YEARS : rules.terms.at(-1);
  const first = { budget: '', deposit: '0', term: String(chosen), band: CREDIT_SCORES[0] };
  const [form, texts, setTexts, early] = useFormTexts<Field>(first);
  const [wrong, setWrong] = useState<Field | null>(null);
  const terms = useOwnTerms();

  useEffect(() => {
    if (!terms) return;
    const own = { deposit: String(terms.deposit), term: String(terms.termYears), band: terms.band };
    const untouched = Object.entries(own).filter(([name]) => !early.current.has(name));
    setTexts((previous) => ({ ...previous, ...Object.fromEntries(untouched) }));
  }, [terms, early, setTexts]);

  function save(event: FormEvent) {
    event.preventDefault();
    early.current.clear();
    const [deposit, budget] = [texts.deposit, texts.budget].map((text) =>
      readMoney(text, rules.largestDeposit),
    );
    const own = readOwnTerms({ deposit, termYears: Number(texts.term), band: texts.band }, rules);
    const invalid = own ? (budget === null ? 'budget' : null) : 'deposit';
    setWrong(invalid);
    if (invalid) {
      const field = form.current?.elements.namedItem(invalid);
      if (field instanceof HTMLElement) field.focus();
    }
    if (!own || invalid) return;
    saveOwnTerms(own);
    const to = budget ? budgetAddress(new URL(location.href), rules, own, budget) : undefined;
    if (to) location.assign(to);
  }

  const field = (name: Field) => ({
    className: 'input',
    id: `own-loan-${name}`,
    name,
    value: texts[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) =>
      setTexts((previous) => ({ ...previous, [name]: target.value })),
  });
  const money = (name: Field) => ({
    ...field(name),
    type: 'text',
    inputMode: 'numeric' as const,
    'aria-invalid': wrong === name || undefined,
    'aria-describedby': 'own-loan-said',
  });
  const statusText = wrong
    ? rangeMessage('deposit', { min: 0, max: rules.largestDeposit })
    : terms && `All repayments are worked out for ${ownTermsText(terms)}.`;

  return (
    <form ref={form} method="dialog" noValidate onSubmit={save}>
      <p className="field">
        <label htmlFor="own-loan-budget">Weekly budget, $ (optional)</label>
        <input {...money('budget')} maxLength={7} />
      </p>
      <p className="field">
        <label htmlFor="own-loan-deposit">Deposit or trade-in, $</label>
        <input {...money('deposit')} maxLength={10} />
      </p>
      <p className="field">
        <label htmlFor="own-loan-term">Term, years</label>
        <select {...field('term')}>
          {rules.terms.map((years) => (
            <option key={years}>{years}</option>
          ))}
        </select>
      </p>
      <p className="field">
        <label htmlFor="own-loan-band">Your credit</label>
        <select {...field('band')}>
          {CREDIT_SCORES.map((band) => (
            <option key={band} value={band}>
              {CREDIT_SCORE_LABELS[band]}
            </option>
          ))}
        </select>
      </p>
      <p className="own-loan-ways">
        <button className="button" type="submit">
          Use my terms
        </button>
        {terms && (
          <button className="button button-quiet" type="button" onClick={() => saveOwnTerms(null)}>
            Use the advertised terms
          </button>
        )}
      </p>
      <p id="own-loan-said" role="status">
        {statusText}
      </p>
    </form>
  );
}
