import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import * as ANALYTICS_EVENTS from '#src/features/content/analytics-events.ts';
import { ownLoanRulesOfPage } from '#src/features/finance/client/repayment.store.ts';
import { useOwnTerms } from '#src/features/finance/client/use-repayment.ts';
import type { PricedCalculator } from '#src/features/finance/loan/calculator.ts';
import {
  fieldText,
  NUMBER_FIELDS,
  type NumberField,
  PREVIOUS_LOAN,
  type Typed,
} from '#src/features/finance/loan/calculator-inputs.ts';
import { ENQUIRE } from '#src/features/finance/repayment-display.ts';
import {
  type CalculatorControl,
  type CalculatorState,
  changedState,
  committedState,
  firstState,
  isFixedField,
  sliderValue,
  withOwnTerms,
} from './calculator-state.ts';

/** The delay before screen readers announce a figure, so as not to announce it on each key. */
const ANNOUNCE_DELAY_MS = 700;
const FREQUENCY_LABELS = { weekly: 'Weekly', fortnightly: 'Fortnightly', monthly: 'Monthly' };
const LABELS: Readonly<Record<NumberField, string>> = {
  purchase_price: 'Purchase price',
  deposit: 'Deposit or trade-in',
  loan_amount: 'Loan amount',
  loan_term: 'Loan term, years',
  interest_rate: 'Interest rate, % a year',
  residual: 'Residual, paid at the end',
};

const idOf = (name: string) => `calculator-${name}`;
const sliderId = (name: NumberField) => `${idOf(name)}-slider`;

type CalculatorProps = PricedCalculator & {
  /** Values of the URL, submitted without JavaScript. */
  typed: Typed;
  enquireHref: string;
  hasLoanAmount?: boolean;
  /** Other parameters of the URL, which the form preserves. */
  passedOn?: Readonly<Record<string, string>>;
};

/** Changes made before hydration, the loan amount last. */
function earlyChanges(form: HTMLFormElement, state: CalculatorState, sliders: Record<string, number>) {
  const controlValue = (name: string) => {
    const control = form.elements.namedItem(name);
    return control instanceof HTMLInputElement || control instanceof HTMLSelectElement
      ? control.value
      : undefined;
  };
  const early = (['frequency', ...NUMBER_FIELDS] as const).flatMap((name): [CalculatorControl, string][] => {
    const text = controlValue(idOf(name));
    if (text === undefined) return [];
    if (name === 'frequency') return text === state.frequency ? [] : [[name, text]];
    const sliderText = controlValue(sliderId(name));
    if (text !== state.texts[name]) return [[name, text]];
    return sliderText === undefined || Number(sliderText) === sliders[name]
      ? []
      : [[name, fieldText(name, Number(sliderText))]];
  });
  return early.sort(([a], [b]) => Number(a === 'loan_amount') - Number(b === 'loan_amount'));
}

/** FIN-06, FIN-14: a form that also works on the server; hydrated, it recalculates on input. */
export function Calculator({
  calculator,
  priceType,
  note,
  typed,
  enquireHref,
  hasLoanAmount = false,
  passedOn = {},
}: CalculatorProps) {
  const [state, setState] = useState(() => firstState(calculator, typed));
  const [announced, setAnnounced] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const early = useRef<ReadonlySet<string>>(new Set());
  const isReported = useRef(false);
  const { texts, frequency, messages, inputs, figure } = state;
  const fields = NUMBER_FIELDS.filter((name) => hasLoanAmount || name !== 'loan_amount');
  const sliders = Object.fromEntries(fields.map((name) => [name, sliderValue(calculator, inputs, name)]));

  /** ANL-03: reports the first change of a page view. */
  function report() {
    if (isReported.current) return;
    isReported.current = true;
    const detail = { eventId: ANALYTICS_EVENTS.calculatorChanged };
    dispatchEvent(new CustomEvent('forecourt:event', { detail }));
  }

  function change(name: CalculatorControl, text: string) {
    report();
    setState((previous) => changedState(calculator, previous, name, text));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before React writes into the fields
  useLayoutEffect(() => {
    const changes = form.current ? earlyChanges(form.current, state, sliders) : [];
    early.current = new Set(changes.map(([name]) => name));
    for (const [name, text] of changes) change(name, text);
  }, []);

  const terms = useOwnTerms();
  const hadTerms = useRef(false);
  useEffect(() => {
    const rules = ownLoanRulesOfPage();
    if (terms && rules) {
      const except = early.current;
      setState((previous) => withOwnTerms(calculator, previous, terms, rules, except));
      early.current = new Set();
    } else if (hadTerms.current) setState(firstState(calculator, typed));
    hadTerms.current = terms !== null;
  }, [terms, calculator, typed]);

  const first = useRef(figure);
  useEffect(() => {
    if (figure === first.current) return undefined;
    const text = figure.kind === 'amount' ? [...figure.texts, figure.terms].join('. ') : figure.text;
    const timer = setTimeout(() => setAnnounced(text), ANNOUNCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [figure]);

  return (
    <section
      className="vehicle-section calculator-section"
      id="finance-calculator"
      aria-labelledby="finance-calculator-heading"
      data-of-price
    >
      <h2 id="finance-calculator-heading">Work out your repayments</h2>
      <form
        ref={form}
        className="panel calculator"
        method="get"
        action="#finance-calculator"
        noValidate
        onSubmit={(event) => event.preventDefault()}
      >
        {Object.entries(passedOn).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {hasLoanAmount && (
          <input type="hidden" name={PREVIOUS_LOAN} value={texts.loan_amount} autoComplete="off" />
        )}
        {note && <p className="muted">{note}</p>}
        <div className="calculator-fields">
          {fields.map((name) => {
            const message = messages[name];
            const shared = {
              id: idOf(name),
              name,
              className: 'input',
              value: texts[name],
              autoComplete: 'off',
              onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
              onBlur: (_: FocusEvent) => setState((previous) => committedState(calculator, previous, name)),
            };
            const isFixed = isFixedField(calculator, name);
            const choices = name === 'loan_term' ? calculator.terms : null;
            return (
              <div className="field" key={name}>
                <label htmlFor={idOf(name)}>
                  {LABELS[name]}{' '}
                  {name === 'purchase_price' && priceType && (
                    <span className="muted">{priceType.toLowerCase()}</span>
                  )}
                </label>
                {choices ? (
                  <select {...shared}>
                    {choices.map((years) => (
                      <option key={years}>{years}</option>
                    ))}
                  </select>
                ) : (
                  <input
                    {...shared}
                    type="text"
                    inputMode="decimal"
                    maxLength={14}
                    readOnly={isFixed}
                    aria-invalid={message ? true : undefined}
                    aria-describedby={`${idOf(name)}-error`}
                  />
                )}
                {!choices && !isFixed && (
                  <input
                    id={sliderId(name)}
                    type="range"
                    {...calculator.limits[name]}
                    value={sliders[name]}
                    aria-label={`${LABELS[name]}, slider`}
                    aria-valuetext={texts[name]}
                    autoComplete="off"
                    onChange={({ target }) => change(name, fieldText(name, target.valueAsNumber))}
                  />
                )}
                <span className="field-error" id={`${idOf(name)}-error`}>
                  {message}
                </span>
              </div>
            );
          })}
          <div className="field">
            <label htmlFor={idOf('frequency')}>Repayments</label>
            <select
              className="input"
              id={idOf('frequency')}
              name="frequency"
              autoComplete="off"
              value={frequency}
              onChange={({ target }) => change('frequency', target.value)}
            >
              {calculator.frequencies.map((each) => (
                <option key={each} value={each}>
                  {FREQUENCY_LABELS[each]}
                </option>
              ))}
            </select>
          </div>
        </div>
        <button type="submit" className="button button-quiet calculator-submit">
          Work it out
        </button>
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
          <p>
            <a href="#financeDisclaimer" data-native>
              About these rates
            </a>
          </p>
        </div>
        <output className="visually-hidden" htmlFor={fields.map(idOf).join(' ')}>
          {announced}
        </output>
      </form>
    </section>
  );
}
