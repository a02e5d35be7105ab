import type { FinanceProvider } from '#src/config/sections/finance/finance-section.ts';
import { TERM_FIELDS } from '#src/features/vehicle/vehicle.ts';
import { type Cents, formatCents, formatWholeDollars } from '#src/platform/number/number-format.ts';
import { isPayment, type RepaymentBasis } from './advertised-repayment.ts';
import { type ComparisonRange, LENDERS, type SummaryFact, type SummaryLayout } from './lenders.data.ts';
import {
  amountFinanced,
  monthlyFromWeekly,
  monthlyRepayment,
  PAYMENTS_PER_YEAR,
  repaymentCount,
} from './loan/repayment.ts';
import { percent, repaymentDisplay, years } from './repayment-display.ts';

/** `cents` is undefined for a row that is no amount, negative if subtracted. */
export type SumRow = { label: string; text: string; cents?: Cents };

/** Rows that add up to `total`, or related facts without one. */
export type SumPart = { heading: string; rows: SumRow[]; total: SumRow | null };

const MONTHS_PER_YEAR = 12;

const money = (label: string, cents: Cents): SumRow => ({ label, cents, text: formatCents(cents) });

function paymentsOf({ repayment, monthlyCents }: RepaymentBasis) {
  const frequency = monthlyCents === null ? 'weekly' : 'monthly';
  const count = repaymentCount(repayment.termYears, PAYMENTS_PER_YEAR[frequency]);
  return { frequency, count, each: monthlyCents ?? repayment.weeklyCents } as const;
}

/** Charges in a lender's own total that are not in its repayments; 0 if it states none. */
function otherCharges(basis: RepaymentBasis): Cents {
  const { loan, entry, repayment } = basis;
  if (loan || !entry?.totalPayable) return 0;
  const { count, each } = paymentsOf(basis);
  return entry.totalPayable - count * each - (repayment.balloonCents ?? 0) - (repayment.depositCents ?? 0);
}

/** Repayments, final payment and deposit, or the total the lender states. */
function totalPaid(basis: RepaymentBasis): Cents {
  const { depositCents = 0, balloonCents = 0 } = basis.repayment;
  const { count, each } = paymentsOf(basis);
  return count * each + balloonCents + depositCents + otherCharges(basis);
}

/**
 * The calculation of a repayment in parts: amount financed, terms, payments, and their purpose. If a lender or broker
 * states the repayment, only they know the amount financed and the fees, so only terms and payments are listed.
 */
export function repaymentSum(basis: RepaymentBasis): SumPart[] {
  const { repayment, loan } = basis;
  const { termYears, interestRate, comparisonRate, depositCents = 0, balloonCents = 0 } = repayment;
  const { frequency, count, each } = paymentsOf(basis);
  const otherCents = otherCharges(basis);
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
      ...(otherCents === 0
        ? []
        : [money(otherCents > 0 ? 'Other charges of the lender' : 'Rounding by the lender', otherCents)]),
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
      // Not `-depositCents`, which may be -0: screen readers would announce the minus sign.
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
        // Without interest only the rounding of repayments remains.
        money(interestRate === 0 ? 'Rounding of the repayments' : 'Interest', interest),
      ],
      total,
    },
  ];
}

/** FIN-11: a lender's card on a vehicle's page. */
export type FinanceSummary = {
  heading: string;
  /** `$128 / week`, `$557 / month`, in the lender's order; in the same size as the rates. */
  figures: string[];
  rateText: string;
  comparisonText: string;
  /** `Comparison rates from 8.38% to 19.42% p.a.` */
  rangeText: string | null;
  facts: { label: string; text: string }[];
  otherTerms: { termText: string; amountText: string }[];
  note: string | null;
};

/** Broker quotes have their own layout. */
const BROKER_LAYOUT: SummaryLayout = {
  heading: 'Quote from our finance broker',
  figures: ['week'],
  facts: ['term'],
  comparisonRange: null,
  note: null,
};

const rangeText = ({ lowest, highest }: ComparisonRange): string =>
  `Comparison rates from ${lowest.toFixed(2)}% to ${percent(highest)}`;

/** Cents per month: as stated by the lender or calculated, else derived from the weekly figure. */
function monthlyOf({ entry, loan, monthlyCents, repayment }: RepaymentBasis): Cents {
  if (isPayment(entry?.paymentMonth)) return entry.paymentMonth;
  return monthlyCents ?? (loan && monthlyRepayment(loan)) ?? monthlyFromWeekly(repayment.weeklyCents);
}

function factOf(fact: SummaryFact, basis: RepaymentBasis): { label: string; text: string } | null {
  const { repayment, entry, loan } = basis;
  const { termYears, depositCents = 0, balloonCents = 0, statesFinalPayment } = repayment;
  const money = (label: string, cents: Cents | undefined) =>
    cents === undefined ? null : { label, text: formatCents(cents) };
  switch (fact) {
    case 'term':
      return { label: 'Term', text: years(termYears) };
    case 'deposit':
      return money('Deposit', depositCents);
    case 'establishmentFees':
      return money('Establishment fee', entry?.establishmentFees ?? loan?.establishmentFee);
    case 'finalPayment':
      return balloonCents > 0 || statesFinalPayment ? money('Final payment', balloonCents) : null;
    case 'totalPayable':
      return money('Total payable', totalPaid(basis));
    case 'lender':
      return entry?.financeProvider ? { label: 'Lender', text: entry.financeProvider } : null;
  }
}

function otherTermsOf({ entry, repayment }: RepaymentBasis): FinanceSummary['otherTerms'] {
  return TERM_FIELDS.flatMap((field, index) => {
    const [cents, termYears] = [entry?.[field], index + 1];
    const isOther = isPayment(cents) && termYears !== repayment.termYears;
    return isOther ? [{ termText: years(termYears), amountText: `${formatWholeDollars(cents)} / week` }] : [];
  });
}

/** @returns null if the repayment is too small to be displayed (FIN-06) */
export function financeSummary(basis: RepaymentBasis, provider: FinanceProvider): FinanceSummary | null {
  const display = repaymentDisplay(basis.repayment);
  if (display.kind !== 'amount') return null;
  const layout = basis.repayment.source === 'broker' ? BROKER_LAYOUT : LENDERS[provider].summary;
  const monthText = () => `${formatWholeDollars(monthlyOf(basis))} / month`;
  return {
    heading: layout.heading,
    figures: layout.figures.map((figure) => (figure === 'week' ? display.amountText : monthText())),
    rateText: display.rateText,
    comparisonText: display.comparisonText,
    rangeText: layout.comparisonRange && rangeText(layout.comparisonRange),
    facts: layout.facts.flatMap((fact) => factOf(fact, basis) ?? []),
    otherTerms: otherTermsOf(basis),
    note: layout.note,
  };
}
