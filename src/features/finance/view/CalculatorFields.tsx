import type { Calculator } from '#src/features/finance/loan/calculator-inputs.ts';
import { fieldText, type NumberField } from '#src/features/finance/loan/calculator-inputs.ts';
import { isFixedField, sliderValue } from './calculator-state.ts';
import { type CalculatorUse, idOf, sliderId } from './use-calculator.ts';

const FREQUENCY_LABELS = { weekly: 'Weekly', fortnightly: 'Fortnightly', monthly: 'Monthly' };
const LABELS: Readonly<Record<NumberField, string>> = {
  purchase_price: 'Purchase price',
  deposit: 'Deposit or trade-in',
  loan_amount: 'Loan amount',
  loan_term: 'Loan term, years',
  interest_rate: 'Interest rate, % a year',
  residual: 'Residual, paid at the end',
};

type Props = Pick<CalculatorUse, 'state' | 'change' | 'commit'> & {
  calculator: Calculator;
  fields: readonly NumberField[];
  priceType: string | null;
};

/** FIN-06, FIN-14: number fields of a calculator, each with its slider. */
export function CalculatorFields({ calculator, fields, priceType, state, change, commit }: Props) {
  const { texts, messages, inputs } = state;
  return fields.map((name) => {
    const message = messages[name];
    const shared = {
      id: idOf(name),
      name,
      className: 'input',
      value: texts[name],
      autoComplete: 'off',
      onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
      onBlur: () => commit(name),
    };
    const isFixed = isFixedField(calculator, name);
    const choices = name === 'loan_term' ? calculator.terms : null;
    return (
      <div className="field" key={name}>
        <label htmlFor={idOf(name)}>
          {LABELS[name]}{' '}
          {name === 'purchase_price' && priceType && <span className="muted">{priceType.toLowerCase()}</span>}
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
            value={sliderValue(calculator, inputs, name)}
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
  });
}

/** FIN-07: how often one repays. */
export function FrequencyField({
  calculator,
  state,
  change,
}: Pick<Props, 'calculator' | 'state' | 'change'>) {
  return (
    <div className="field">
      <label htmlFor={idOf('frequency')}>Repayments</label>
      <select
        className="input"
        id={idOf('frequency')}
        name="frequency"
        autoComplete="off"
        value={state.frequency}
        onChange={({ target }) => change('frequency', target.value)}
      >
        {calculator.frequencies.map((each) => (
          <option key={each} value={each}>
            {FREQUENCY_LABELS[each]}
          </option>
        ))}
      </select>
    </div>
  );
}
