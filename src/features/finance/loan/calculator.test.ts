import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { FINANCE_PROVIDERS, FinanceSchema } from '#src/config/sections/finance/finance-section.ts';
import { type FinanceSite, repaymentBasis, siteFees } from '#src/features/finance/advertised-repayment.ts';
import { LENDERS } from '#src/features/finance/lenders.data.ts';
import { repaymentDisplay } from '#src/features/finance/repayment-display.ts';
import { VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { calculatorOf, priceNote } from './calculator.ts';
import { calculate, readInputs } from './calculator-inputs.ts';

const clock = fixedClock('2026-06-15T02:00:00Z');

const siteOf = (finance: object = {}): FinanceSite => ({
  finance: v.parse(FinanceSchema, {
    provider: 'Manual',
    interestRate: 7.49,
    comparisonRate: 9.86,
    disclaimer: 'Basis and warning.',
    ...finance,
  }),
  timeZone: 'Australia/Brisbane',
  stock: { defaultPriceType: { used: 'drive_away' } },
});

/** The calculator of a vehicle's page. */
function vehicleCalculator(site: FinanceSite, vehicle: object = {}) {
  const price = 3_000_000;
  const car = { make: 'Toyota', model: 'HiLux', year: 2021, car_type: 'used', status: 'in_stock', price };
  const parsed = v.parse(VehicleSchema, { ...car, ...vehicle });
  const basis = repaymentBasis(parsed, site, clock);
  const calculator = basis && calculatorOf(site, { price: parsed.price ?? 0, basis });
  if (!basis || !calculator) throw new Error('No repayment');
  return { basis, calculator, figure: calculate(calculator, calculator.first) };
}

const siteCalculatorOf = (finance: object = {}) => {
  const calculator = calculatorOf(siteOf(finance), null);
  if (!calculator) throw new Error('No calculator');
  return calculator;
};

describe('what a calculator begins with', () => {
  it('FIN-17 without a vehicle: $30,000, 5 years, the interest of the site, its deposit, residual 0', () => {
    const { first, firstFigure } = siteCalculatorOf({ depositPercent: 10, balloonPercent: 30, termYears: 4 });
    expect(first).toEqual({
      purchase_price: 30_000,
      deposit: 3_000,
      loan_term: 5,
      interest_rate: 7.49,
      residual: 0,
      frequency: 'weekly',
    });
    expect(firstFigure).toBeNull();
  });

  it('CONT-265 without a vehicle a site may name the price, of which the deposit is a share', () => {
    const { first } = siteCalculatorOf({ depositPercent: 10, calculator: { firstPrice: 90_000 } });
    expect(first).toMatchObject({ purchase_price: 90_000, deposit: 9000 });
  });

  it('FIN-17 with a vehicle: its price and the terms it is advertised with', () => {
    const entry = {
      interestRate: 5.9,
      comparisonRate: 6.4,
      paymentWeek: 14_000,
      termYears: 4,
      deposit: 200_000,
    };
    const { calculator } = vehicleCalculator(siteOf(), {
      finance_lenders: { Manual: entry },
      price: 2_499_000,
    });
    expect(calculator.first).toMatchObject({
      purchase_price: 24_990,
      deposit: 2_000,
      loan_term: 4,
      interest_rate: 5.9,
      residual: 0,
    });
    expect(calculator.advertised).toEqual({ interestRate: 5.9, comparisonRate: 6.4 });
  });

  it('FIN-06 FIN-17 where a field begins elsewhere than the advertised loan, the figure is that of the fields', () => {
    const { calculator, figure } = vehicleCalculator(siteOf(), { price: 30_000_000 });
    expect(calculator.first.purchase_price).toBe(250_000);
    expect(calculator.firstFigure).toBeNull();
    expect(figure).toMatchObject({ terms: expect.stringContaining('Your own loan of $250,000') });
  });

  it.each(FINANCE_PROVIDERS)(
    'FIN-17 with %s the first figure is that of card and page, with its texts',
    (provider) => {
      const { basis, figure } = vehicleCalculator(
        siteOf({ provider, balloonPercent: 20, depositPercent: 10, interestRate: 10, comparisonRate: 12 }),
      );
      const display = repaymentDisplay(basis.repayment);
      if (display.kind !== 'amount' || figure.kind !== 'amount') throw new Error('No amount');
      const { rateText, comparisonText, amountText, termText } = display;
      expect(figure.terms).toBe(`Estimate ${termText}`);
      expect(figure.texts.slice(1)).toEqual([rateText, comparisonText]);
      if (provider === 'Nissan Finance') expect(figure.texts[0]).toMatch(/^\$\d+ \/ month$/);
      else expect(figure.texts[0]).toBe(amountText);
    },
  );

  it('FIN-17 a monthly figure that the lender states is not replaced by a computed one', () => {
    const entry = { interestRate: 5, comparisonRate: 5.9, paymentMonth: 61_234, termYears: 4 };
    const { figure } = vehicleCalculator(siteOf({ provider: 'Nissan Finance' }), {
      finance_lenders: { 'Nissan Finance': entry },
    });
    expect(figure).toMatchObject({ texts: ['$612 / month', expect.any(String), expect.any(String)] });
  });

  it('FIN-06 a broker’s quote without monthly figure begins by the week', () => {
    const { figure, calculator } = vehicleCalculator(
      siteOf({ provider: 'Nissan Finance', showBrokerQuote: true }),
      {
        youxQuote: { weeklyRepaymentAmount: 15_500, advertisedRate: 6.9, comparisonRate: 7.7 },
      },
    );
    expect(calculator.first).toMatchObject({ frequency: 'weekly', interest_rate: 6.9, loan_term: 5 });
    expect(figure).toMatchObject({
      texts: ['$155 / week', '6.90% p.a. interest rate', '7.70% p.a. comparison rate'],
    });
  });

  it('FIN-08 the fees are those of the loan that is advertised, else those of the site', () => {
    const entry = { interestRate: 5, comparisonRate: 5.9, establishmentFees: 9_900 };
    const provider = 'AusLoans';
    const { calculator } = vehicleCalculator(siteOf({ provider }), {
      finance_lenders: { [provider]: entry },
    });
    expect(calculator.fees.establishmentFee).toBe(9_900);
    expect(siteCalculatorOf({ provider }).fees).toEqual(siteFees(siteOf({ provider }).finance));
    expect(siteCalculatorOf({ provider }).fees.establishmentFee).toBe(136_050);
  });

  it('FIN-06 a price outside the limits is moved inside, and is spoken of', () => {
    const dear = vehicleCalculator(siteOf(), { price: 31_000_000 });
    expect(dear.calculator.first.purchase_price).toBe(250_000);
    expect(priceNote(dear.calculator, 31_000_000)).toBe(
      'The calculator covers prices from $1,000 to $250,000, so it can’t start at $310,000.',
    );
    const cheap = vehicleCalculator(siteOf({ provider: 'AusLoans' }), { price: 90_000 });
    expect(cheap.calculator.first.purchase_price).toBe(1_000);
    expect(priceNote(vehicleCalculator(siteOf()).calculator, 3_000_000)).toBeNull();
  });

  it('FIN-06 a loan below the limits is spoken of', () => {
    const entry = { interestRate: 5.9, comparisonRate: 6.4, paymentWeek: 1_000, deposit: 1_950_000 };
    const { calculator } = vehicleCalculator(siteOf(), {
      finance_lenders: { Manual: entry },
      price: 2_000_000,
    });
    const least = calculator.limits.loan_amount.min.toLocaleString('en-AU');
    expect(priceNote(calculator, 2_000_000)).toBe(
      `The calculator covers loans from $${least}, so it starts with another amount.`,
    );
  });

  it('FIN-06 FIN-17 a vehicle begins with its own rate and term, whatever the range', () => {
    const entry = { interestRate: 6.5, comparisonRate: 7.1, paymentWeek: 15_000, termYears: 7 };
    const { calculator, figure } = vehicleCalculator(siteOf({ provider: 'Angle', interestRate: 10 }), {
      finance_lenders: { Angle: entry },
    });
    expect(calculator.first).toMatchObject({ interest_rate: 6.5, loan_term: 7 });
    expect(figure).toMatchObject({
      texts: ['$150 / week', '6.50% p.a. interest rate', '7.10% p.a. comparison rate'],
    });
    expect(calculator.limits).toMatchObject({ interest_rate: { min: 9.95 }, loan_term: { max: 5 } });
    const { inputs, messages } = readInputs(calculator, {
      deposit: '500',
      interest_rate: '6.5',
      loan_term: '7',
    });
    expect([inputs, messages]).toMatchObject([{ interest_rate: 6.5, loan_term: 7, deposit: 500 }, {}]);
    const listed = vehicleCalculator(siteOf({ termYearsList: [2, 4, 6], termYears: 5 })).calculator;
    expect([listed.first.loan_term, listed.terms]).toEqual([5, [2, 4, 5, 6]]);
  });

  it('FIN-09 without a comparison rate of the site a lender’s entry with its own still has its figure', () => {
    const entry = { interestRate: 6.5, comparisonRate: 7.1, paymentWeek: 15_000 };
    const site = siteOf({ comparisonRate: null });
    const { calculator } = vehicleCalculator(site, { finance_lenders: { Manual: entry } });
    expect(calculator.advertised).toEqual({ interestRate: 6.5, comparisonRate: 7.1 });
    expect(() => vehicleCalculator(site)).toThrow('No repayment');
  });

  it('FIN-06 sites without a comparison rate or without repayments have none', () => {
    expect(calculatorOf(siteOf({ comparisonRate: null }), null)).toBeNull();
    expect(calculatorOf(siteOf({ showRepayments: false }), null)).toBeNull();
    expect(calculatorOf({ ...siteOf(), manufacturer: 'Suzuki' }, null)).toBeNull();
  });
});

describe('the limits', () => {
  it.each(FINANCE_PROVIDERS)('FIN-06 FIN-07 %s has those of its entry', (provider) => {
    const { limits, frequencies, terms } = siteCalculatorOf({ provider });
    const lender = LENDERS[provider].calculator;
    const smallest = lender.smallestAmount / 100;
    expect(limits.purchase_price).toEqual({ min: smallest, max: 250_000, step: 500 });
    expect(limits.deposit).toEqual({ min: 0, max: 250_000, step: 500 });
    expect(limits.residual).toEqual({ min: 0, max: 250_000, step: 500 });
    expect(limits.loan_term).toEqual({ min: 1, max: lender.longestTermYears, step: 0.5 });
    expect(limits.loan_amount).toEqual({ min: smallest, max: 100_000, step: 500 });
    expect(frequencies).toBe(lender.frequencies);
    expect(terms).toBeNull();
    if (provider === 'Car Clarity') expect(limits.interest_rate).toMatchObject({ min: 7.49, max: 7.49 });
    else expect(limits.interest_rate).toEqual(lender.rate);
  });

  it('FIN-14 the loan ends at 105 % of a price above $100,000 where the site says so', () => {
    const most = (price: number, loanUpTo105Percent: boolean) =>
      vehicleCalculator(siteOf({ calculator: { loanUpTo105Percent } }), { price: price * 100 }).calculator
        .limits.loan_amount.max;
    expect(most(100_001, true)).toBe(105_001);
    expect(most(100_000, true)).toBe(100_000);
    expect(most(120_000, true)).toBe(126_000);
    expect(most(120_000, false)).toBe(100_000);
    expect(most(249_000, true)).toBe(250_000);
  });

  it('FIN-14 a site has its own list of terms', () => {
    const { limits, terms, first } = siteCalculatorOf({ termYearsList: [2, 3, 6.5] });
    expect(terms).toEqual([2, 3, 6.5]);
    expect(first.loan_term).toBe(6.5);
    expect(limits.loan_term).toMatchObject({ min: 2, max: 6.5 });
  });
});
