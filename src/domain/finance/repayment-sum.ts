import { type Cents, formatCents } from '../money.ts';
import type { RepaymentBasis } from './advertised-repayment.ts';
import { PAYMENTS_PER_YEAR } from './frequency.ts';
import { amountFinanced, repaymentCount } from './repayment.ts';
import { percent, years } from './repayment-display.ts';

/** One row of a sum. `cents` is absent if the row is no amount, negative if it is subtracted. */
export type SumRow = { label: string; text: string; cents?: Cents };

/** Rows that add up to the last; without amounts, related facts. */
export type SumPart = { heading: string; rows: SumRow[]; total: SumRow | null };

const MONTHS_PER_YEAR = 12;

const money = (label: string, cents: Cents): SumRow => ({ label, cents, text: formatCents(cents) });

/** The repayments of a basis: how often, how many, and of how much. */
function paymentsOf({ repayment, monthlyCents }: RepaymentBasis) {
  const frequency = monthlyCents === null ? 'weekly' : 'monthly';
  const count = repaymentCount(repayment.termYears, PAYMENTS_PER_YEAR[frequency]);
  return { frequency, count, each: monthlyCents ?? repayment.weeklyCents } as const;
}

/** A lender's own total includes what is not in its repayments; 0 where it states none. */
function otherCharges(basis: RepaymentBasis): Cents {
  const { loan, entry, repayment } = basis;
  if (loan || !entry?.totalPayable) return 0;
  const { count, each } = paymentsOf(basis);
  return entry.totalPayable - count * each - (repayment.balloonCents ?? 0) - (repayment.depositCents ?? 0);
}

/** All that is paid for a vehicle: repayments, final payment and deposit, or the total its lender states. */
export function totalPaid(basis: RepaymentBasis): Cents {
  const { depositCents = 0, balloonCents = 0 } = basis.repayment;
  const { count, each } = paymentsOf(basis);
  return count * each + balloonCents + depositCents + otherCharges(basis);
}

/**
 * How a repayment is worked out, as parts to show below one another: what is financed, on which terms, what is
 * paid, and what that pays for. If a lender or broker states the repayment, only they know the amount financed and
 * the fees: only the terms and the payments are listed.
 */
export function repaymentSum(basis: RepaymentBasis): SumPart[] {
  const { repayment, loan } = basis;
  const { termYears, interestRate, comparisonRate, depositCents = 0, balloonCents = 0 } = repayment;
  const { frequency, count, each } = paymentsOf(basis);
  const others = otherCharges(basis);
  const total = money('Total paid', totalPaid(basis));
  const terms: SumPart = {
    heading: 'On these terms',
    rows: [
      { label: 'Interest rate', text: percent(interestRate) },
      { label: 'Comparison rate', text: percent(comparisonRate) },
      { label: 'Term', text: years(termYears) },
    ],
    total: null,
  };
  const paid: SumPart = {
    heading: 'What is paid',
    rows: [
      money(`${count} ${frequency} repayments of ${formatCents(each)}`, count * each),
      money('Final payment', balloonCents),
      money('Deposit', depositCents),
      ...(others === 0
        ? []
        : [money(others > 0 ? 'Other charges of the lender' : 'Rounding by the lender', others)]),
    ],
    total,
  };
  if (loan === null) return [terms, paid];

  const financed = amountFinanced(loan);
  const accountFees = Math.round((count * loan.monthlyFee * MONTHS_PER_YEAR) / PAYMENTS_PER_YEAR[frequency]);
  const interest = count * each + balloonCents - financed - accountFees;
  const price = money(`Price, ${loan.priceType.toLowerCase()}`, loan.price);
  const fees = loan.capitaliseFee
    ? [{ label: 'Establishment fee', cents: loan.establishmentFee }, ...(loan.otherFees ?? [])]
    : [{ label: 'Establishment fee', cents: 0 }];
  const feeRows = fees.map(({ label, cents }) => money(label, cents));
  return [
    {
      heading: 'What is financed',
      // Not -depositCents: screen readers would read out the minus of -0.
      rows: [price, money('Deposit', 0 - depositCents), ...feeRows],
      total: money('Amount financed', financed),
    },
    terms,
    paid,
    {
      heading: 'What that pays for',
      rows: [
        price,
        ...feeRows,
        ...(accountFees > 0
          ? [money(`Account fees, ${formatCents(loan.monthlyFee)} a month`, accountFees)]
          : []),
        // A loan without interest leaves the cents by which repayments are rounded.
        money(interestRate === 0 ? 'Rounding of the repayments' : 'Interest', interest),
      ],
      total,
    },
  ];
}
