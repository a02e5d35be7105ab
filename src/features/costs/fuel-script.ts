import {
  FUEL_FIELDS,
  fuelCost,
  fuelDollars,
  fuelFieldError,
  readFuelField,
} from '#src/domain/vehicle/fuel-cost.ts';

for (const form of document.querySelectorAll<HTMLFormElement>('[data-fuel]')) {
  const input = (name: string) => form.querySelector<HTMLInputElement>(`[name="${name}"]`);
  const calculate = () => {
    const values = FUEL_FIELDS.map((name) => {
      const field = input(name);
      const value = readFuelField(name, field?.value ?? '');
      const error = form.querySelector(`[data-fuel-error="${name}"]`);
      if (error) error.textContent = value === undefined ? fuelFieldError(name) : '';
      if (field) field.ariaInvalid = value === undefined ? 'true' : null;
      return value;
    });
    const [fuel_price, weekly_km, consumption] = values;
    const isWhole = fuel_price !== undefined && weekly_km !== undefined && consumption !== undefined;
    const cost = isWhole ? fuelCost({ fuel_price, weekly_km, consumption }) : undefined;
    for (const sum of form.querySelectorAll<HTMLElement>('[data-fuel-sum]')) {
      const dollars = cost?.[sum.dataset.fuelSum as keyof typeof cost];
      sum.textContent = dollars === undefined ? '–' : fuelDollars(dollars);
    }
  };
  form.querySelector('[data-fuel-submit]')?.remove();
  form.addEventListener('input', calculate);
  form.addEventListener('submit', (event) => event.preventDefault());
  // Input typed before this script loaded.
  calculate();
}
