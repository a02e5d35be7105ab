import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FormName } from '#src/config/sections/form-words.ts';
import { repaymentBasis } from '#src/domain/finance/advertised-repayment.ts';
import { calculatorOf, calculatorOfVehicle, type PricedCalculator } from '#src/domain/finance/calculator.ts';
import { FINANCE_PARAMETERS } from '#src/domain/finance/finance-parameters.ts';
import { rightValues } from '#src/domain/lead/check-lead.ts';
import { FINANCE_SEEN } from '#src/domain/lead/forms/finance.ts';
import type { LeadValues } from '#src/domain/lead/lead-field.ts';
import { LEAD_FORMS } from '#src/domain/lead/lead-form.ts';
import type { Services } from '../services.ts';
import { carForSaleById } from '../vehicles/car-asked-about.ts';
import { type FinancedCar, financedCar } from './financed-car.ts';

/** What a finance page shows beside its form, and what the form starts with. */
export type FinancePage = {
  /** Absent for none, and for any that cannot be bought here; which of them is not disclosed. */
  financed: FinancedCar | undefined;
  /** Of that car, else of the site; null where no repayment is shown. */
  priced: PricedCalculator | null;
  values: LeadValues;
  /** What is right of the query; a calculator sends it again. */
  passedOn: Record<string, string>;
};

/**
 * FIN-01: the car of the query and the values of its other parameters, as far as they are right.
 * @param form the finance form, or another where the site has that instead
 */
export async function financePage(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'env'>,
  dealer: DealerConfig,
  form: FormName,
  query: URLSearchParams,
): Promise<FinancePage> {
  // If the database cannot be read, the form stays, without a car.
  const car = await carForSaleById(services, dealer, query.get('car_id')).catch(() => undefined);
  const financed = car && (await financedCar(services, dealer, car));
  const calculator = car ? null : calculatorOf(dealer, null);
  const priced = car
    ? calculatorOfVehicle(car, repaymentBasis(car, dealer, services.clock), dealer)
    : calculator && { calculator, priceType: null, note: null };
  const linked = Object.fromEntries(FINANCE_PARAMETERS.map((name) => [name, query.get(name) ?? '']));
  const fields = LEAD_FORMS[form].fields(dealer, car ? { carId: car.id } : {});
  const { car_id: _, ...values } = rightValues(fields, linked);
  return {
    financed,
    priced,
    passedOn: { ...(car && { car_id: car.id }), ...values },
    values: { ...values, ...(financed?.seal && { [FINANCE_SEEN]: financed.seal }) },
  };
}
