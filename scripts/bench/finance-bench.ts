import { FREQUENCIES } from '#src/domain/finance/frequency.ts';
import { type LoanTerms, repayment } from '#src/domain/finance/repayment.ts';
import { type BenchRun, sized } from './bench-run.ts';
import type { Measurement } from './measurement.ts';

const REPAYMENTS = 5_000_000;
const TINY_REPAYMENTS = 50_000;
const LEAST_A_SECOND = 1_000_000;
/** Different loans, so that nothing is worked out once for all. */
const LOANS = 4096;

const loans: LoanTerms[] = Array.from({ length: LOANS }, (_, at) => ({
  price: 500_000 + at * 6_000,
  deposit: at * 100,
  balloon: at * 50,
  interestRate: (at % 1600) / 100,
  termYears: 1 + (at % 13) / 2,
  establishmentFee: at % 150_000,
  otherFees: [{ label: 'Dealer agency fee', cents: 91_225 }],
  capitaliseFee: true,
  monthlyFee: at % 1_000,
}));

/** Repayments of one core: a budget of a shopper is compared with those of a full index. */
export function benchFinance(run: BenchRun): Measurement[] {
  const count = sized(run, REPAYMENTS, TINY_REPAYMENTS);
  const measure = () => {
    let sum = 0;
    const started = performance.now();
    for (let at = 0; at < count; at++) {
      const loan = loans[at % LOANS];
      const frequency = FREQUENCIES[at % FREQUENCIES.length];
      if (loan && frequency) sum += repayment(loan, frequency) ?? 0;
    }
    const seconds = (performance.now() - started) / 1000;
    if (!(sum > 0)) throw new Error('Nothing was worked out.');
    return count / seconds;
  };
  measure();
  return [
    {
      area: 'finance',
      figure: 'repayments on one core',
      value: Math.round(measure()),
      unit: '/s',
      goal: { atLeast: LEAST_A_SECOND },
    },
  ];
}
