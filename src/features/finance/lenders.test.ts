import { describe, expect, it } from 'vitest';
import { FINANCE_PROVIDERS, type FinanceProvider } from '#src/config/sections/finance/finance-section.ts';
import { LENDERS } from './lenders.data.ts';
import { FREQUENCIES, type Frequency } from './loan/repayment.ts';

/** The document's lines, and what each lender has of them (decision 37). Amounts in cents. */
type Line = {
  /** "Interest: default 0.5 to 15, step 0.5. Other ranges by provider or site: …" */
  rate: readonly [line: string, min: number, max: number];
  isRateFixed?: true;
  /** "Purchase price: minimum 1000 (5000 for one lender or dealer)" */
  smallestAmount: readonly [line: string, cents: number];
  /** "Term: 1 to 7 years in steps of 0.5 (maximum 5 on some sites)" */
  longestTermYears: readonly [line: string, years: number];
  /** "Frequency: Weekly 52, Fortnightly 26, Monthly 12 (hidden for one lender)" */
  frequencies: readonly [line: string, frequencies: readonly Frequency[]];
  /** "Establishment fee 1360.5 for one lender, else 0 (1300 on another lender site)" */
  establishmentFee: readonly [line: string, cents: number];
  figures: readonly string[];
  facts: readonly string[];
  range?: readonly [line: string, lowest: number, highest: number];
};

const USUAL_RATE = ['default 0.5 to 15', 0.5, 15] as const;
const USUAL_MINIMUM = ['minimum 1000', 100_000] as const;
const SEVEN_YEARS = ['1 to 7 years', 7] as const;
const FIVE_YEARS = ['maximum 5 on some sites', 5] as const;
const ALL_FREQUENCIES = ['Weekly 52, Fortnightly 26, Monthly 12', FREQUENCIES] as const;
const NO_FEE = ['else 0', 0] as const;
const RANGE = ['8.38% to 19.42%', 8.38, 19.42] as const;

const LINES: Record<FinanceProvider, Line> = {
  Taurus: {
    rate: ['7.5 to 14.5', 7.5, 14.5],
    smallestAmount: USUAL_MINIMUM,
    longestTermYears: SEVEN_YEARS,
    frequencies: ALL_FREQUENCIES,
    establishmentFee: NO_FEE,
    figures: ['week'],
    facts: ['term', 'deposit', 'establishmentFees', 'totalPayable'],
  },
  Powertorque: {
    rate: ['1 to 14.5', 1, 14.5],
    smallestAmount: ['5000 for one lender or dealer', 500_000],
    longestTermYears: SEVEN_YEARS,
    frequencies: ALL_FREQUENCIES,
    establishmentFee: NO_FEE,
    figures: ['week'],
    facts: ['term', 'deposit', 'finalPayment'],
  },
  AusLoans: {
    rate: ['5.99 to 15.99', 5.99, 15.99],
    smallestAmount: USUAL_MINIMUM,
    longestTermYears: SEVEN_YEARS,
    frequencies: ALL_FREQUENCIES,
    establishmentFee: ['1360.5 for one lender', 136_050],
    figures: ['week', 'month'],
    facts: ['term', 'establishmentFees'],
  },
  Angle: {
    rate: ['9.95 to 19.95', 9.95, 19.95],
    smallestAmount: USUAL_MINIMUM,
    longestTermYears: FIVE_YEARS,
    frequencies: ['Monthly 12 (hidden for one lender)', ['weekly', 'fortnightly']],
    establishmentFee: NO_FEE,
    figures: ['week'],
    facts: ['term', 'finalPayment'],
  },
  '360 Finance': {
    rate: ['4 to 20', 4, 20],
    smallestAmount: USUAL_MINIMUM,
    longestTermYears: SEVEN_YEARS,
    frequencies: ALL_FREQUENCIES,
    establishmentFee: ['1300 on another lender site', 130_000],
    figures: ['week'],
    facts: ['term', 'establishmentFees', 'totalPayable'],
    range: RANGE,
  },
  'Nissan Finance': {
    rate: USUAL_RATE,
    smallestAmount: USUAL_MINIMUM,
    longestTermYears: FIVE_YEARS,
    frequencies: ['monthly payment present', ['monthly', 'weekly', 'fortnightly']],
    establishmentFee: NO_FEE,
    figures: ['month', 'week'],
    facts: ['term', 'deposit', 'finalPayment', 'totalPayable'],
  },
  Manual: {
    rate: USUAL_RATE,
    smallestAmount: USUAL_MINIMUM,
    longestTermYears: SEVEN_YEARS,
    frequencies: ALL_FREQUENCIES,
    establishmentFee: NO_FEE,
    figures: ['week'],
    facts: ['term', 'deposit'],
  },
  'Car Clarity': {
    rate: USUAL_RATE,
    isRateFixed: true,
    smallestAmount: USUAL_MINIMUM,
    longestTermYears: SEVEN_YEARS,
    frequencies: ALL_FREQUENCIES,
    establishmentFee: NO_FEE,
    figures: ['week'],
    facts: ['term', 'lender'],
    range: RANGE,
  },
};

describe.each(FINANCE_PROVIDERS.map((provider) => ({ provider, ...LINES[provider] })))(
  'FIN-06 the calculator of $provider',
  ({ provider, rate, isRateFixed, smallestAmount, longestTermYears, frequencies, establishmentFee }) => {
    const { calculator, establishmentFee: fee } = LENDERS[provider];

    it(`FIN-06 interest "${rate[0]}", step 0.5`, () => {
      expect(calculator.rate).toEqual({ min: rate[1], max: rate[2], step: 0.5 });
      expect(calculator.isRateFixed).toBe(isRateFixed ?? false);
    });

    it(`FIN-06, FIN-14 price and loan "${smallestAmount[0]}"`, () => {
      expect(calculator.smallestAmount).toBe(smallestAmount[1]);
    });

    it(`FIN-14 term "${longestTermYears[0]}"`, () => {
      expect(calculator.longestTermYears).toBe(longestTermYears[1]);
    });

    it(`FIN-07 frequency "${frequencies[0]}"`, () => {
      expect(calculator.frequencies).toEqual(frequencies[1]);
    });

    it(`FIN-08 establishment fee "${establishmentFee[0]}"`, () => {
      expect(fee).toBe(establishmentFee[1]);
    });
  },
);

describe.each(FINANCE_PROVIDERS.map((provider) => ({ provider, ...LINES[provider] })))(
  'FIN-11 the summary card of $provider',
  ({ provider, figures, facts, range }) => {
    const { summary } = LENDERS[provider];

    it('FIN-11 has its own figures and facts, in their order', () => {
      expect(summary.figures).toEqual(figures);
      expect(summary.facts).toEqual(facts);
    });

    it(`FIN-11 states ${range ? `comparison rates "${range[0]}"` : 'no range of comparison rates'}`, () => {
      expect(summary.comparisonRange).toEqual(range ? { lowest: range[1], highest: range[2] } : null);
    });
  },
);

it('FIN-05 only Angle states a final payment of $0', () => {
  const stating = FINANCE_PROVIDERS.filter((provider) => LENDERS[provider].summary.statesNoFinalPayment);
  expect(stating).toEqual(['Angle']);
});

describe('FIN-06 no entry is a copy of another', () => {
  const differs = (partOf: (provider: FinanceProvider) => unknown) =>
    expect(new Set(FINANCE_PROVIDERS.map((provider) => JSON.stringify(partOf(provider)))).size).toBe(
      FINANCE_PROVIDERS.length,
    );

  it('FIN-06 by the limits, the rule and the fee', () => {
    const { eligibility, calculator, establishmentFee } = LENDERS.Manual;
    expect(LENDERS.Angle).not.toMatchObject({ eligibility, calculator, establishmentFee });
    differs((provider) => {
      const { eligibility: rule, calculator: limits, establishmentFee: fee } = LENDERS[provider];
      return { rule, limits, fee };
    });
  });

  it('FIN-11 by the layout of the card, whatever its words', () => {
    differs((provider) => {
      const { heading: _heading, note: _note, ...layout } = LENDERS[provider].summary;
      return layout;
    });
  });

  it('FIN-10 by its words', () => {
    differs((provider) => LENDERS[provider].disclaimer);
    differs((provider) => LENDERS[provider].summary.heading);
  });
});
