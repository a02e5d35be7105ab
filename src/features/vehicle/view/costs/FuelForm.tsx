import {
  FUEL_FIELDS,
  type FuelField,
  fuelCost,
  fuelDollars,
  fuelFieldError,
  readFuelField,
} from '#src/features/vehicle/price/cost-calculators.ts';
import { useFormTexts } from '#src/platform/ui/hydration/hydration-hooks.ts';

const LABELS: Readonly<Record<FuelField, string>> = {
  fuel_price: 'Fuel price, $ a litre',
  weekly_km: 'Kilometres a week',
  consumption: 'Litres for 100 km',
};
const PERIODS = { weekly: 'A week', monthly: 'A month', yearly: 'A year' } as const;

type Props = {
  /** Submitted values, or defaults. */
  typed: Readonly<Record<FuelField, string>>;
  /** Whether the consumption is that of the vehicle. */
  isStated: boolean;
};

/** VDP-12: also works by form submission, without JavaScript. */
export function FuelForm({ typed, isStated }: Props) {
  const [form, texts, setTexts] = useFormTexts<FuelField>(typed);
  const [fuel_price, weekly_km, consumption] = FUEL_FIELDS.map((name) => readFuelField(name, texts[name]));
  const isWhole = fuel_price !== undefined && weekly_km !== undefined && consumption !== undefined;
  const cost = isWhole ? fuelCost({ fuel_price, weekly_km, consumption }) : null;
  return (
    <form
      ref={form}
      className="panel costs-form"
      method="get"
      action="#fuel"
      noValidate
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="costs-fields">
        {FUEL_FIELDS.map((name) => {
          const isWrong = readFuelField(name, texts[name]) === undefined;
          return (
            <p className="field" key={name}>
              <label htmlFor={`fuel-${name}`}>{LABELS[name]}</label>
              <input
                id={`fuel-${name}`}
                name={name}
                value={texts[name]}
                onChange={({ target }) => setTexts((former) => ({ ...former, [name]: target.value }))}
                className="input"
                type="text"
                inputMode="decimal"
                maxLength={8}
                aria-invalid={isWrong || undefined}
                aria-describedby={`fuel-${name}-error`}
              />
              <span className="field-error costs-error" id={`fuel-${name}-error`}>
                {isWrong && fuelFieldError(name)}
              </span>
            </p>
          );
        })}
      </div>
      <dl className="costs-sums" aria-live="polite">
        {(['weekly', 'monthly', 'yearly'] as const).map((period) => (
          <div key={period}>
            <dt>{PERIODS[period]}</dt>
            <dd>{cost ? fuelDollars(cost[period]) : '–'}</dd>
          </div>
        ))}
      </dl>
      <button type="submit" className="button button-quiet costs-submit">
        Work it out
      </button>
      <p className="muted">
        {`An estimate from the figures above${isStated ? ', with the manufacturer’s stated fuel use' : ''}. What you use depends on how and where you drive.`}
      </p>
    </form>
  );
}
