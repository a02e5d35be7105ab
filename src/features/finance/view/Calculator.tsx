import type { PricedCalculator } from '#src/features/finance/loan/calculator.ts';
import { NUMBER_FIELDS, type Typed } from '#src/features/finance/loan/calculator-inputs.ts';
import type { OwnLoanRules } from '#src/features/finance/loan/own-loan.ts';
import { ENQUIRE } from '#src/features/finance/repayment-display.ts';
import { CalculatorFields, FrequencyField } from './CalculatorFields.tsx';
import { CreditField, OwnTermsWays, useOwnTermsOf } from './OwnTerms.tsx';
import { idOf, useCalculator } from './use-calculator.ts';

type CalculatorProps = PricedCalculator & {
  /** Values of the URL, submitted without JavaScript. */
  typed: Typed;
  enquireHref: string;
  /** Null if the site has no own terms. */
  rules: OwnLoanRules | null;
  /** Other parameters of the URL, which the form preserves. */
  passedOn?: Readonly<Record<string, string>>;
};

const FIELDS = NUMBER_FIELDS.filter((name) => name !== 'loan_amount');

/** FIN-06: the calculator of a page about finance; it also works on the server, and hydrated it recalculates on input. */
export function Calculator({
  calculator,
  priceType,
  note,
  typed,
  enquireHref,
  rules,
  passedOn = {},
}: CalculatorProps) {
  const use = useCalculator(calculator, typed);
  const { form, state, isChanged, announced } = use;
  const own = useOwnTermsOf(calculator, use, rules);
  const fields = { calculator, priceType, ...use };
  const { figure } = state;
  return (
    <section
      className="vehicle-section calculator-section"
      id="finance-calculator"
      aria-labelledby="finance-calculator-heading"
    >
      <h2 id="finance-calculator-heading">Work out your repayments</h2>
      <form
        ref={form}
        className="panel calculator"
        method="get"
        action="#finance-calculator"
        noValidate
        onSubmit={own.save}
      >
        {Object.entries(passedOn).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="calculator-figure">
          <p className="muted">{figure.kind === 'amount' && figure.terms}</p>
          {figure.kind === 'amount' ? (
            <ul>
              {figure.texts.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          ) : (
            <a className="button" href={enquireHref}>
              {ENQUIRE}
            </a>
          )}
        </div>
        {note && <p className="muted">{note}</p>}
        <div className="calculator-fields">
          <CalculatorFields {...fields} fields={FIELDS} />
          {rules && <CreditField own={own} />}
          <FrequencyField {...fields} />
        </div>
        <button type="submit" className="button button-quiet calculator-submit">
          Work it out
        </button>
        <p className="calculator-about">
          <a href="#financeDisclaimer" data-native>
            About these rates
          </a>
        </p>
        {rules && <OwnTermsWays {...{ own, isChanged }} />}
        <output className="visually-hidden" htmlFor={FIELDS.map(idOf).join(' ')}>
          {announced}
        </output>
      </form>
    </section>
  );
}
