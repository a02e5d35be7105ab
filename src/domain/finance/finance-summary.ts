import type { FinanceProvider } from '#src/config/sections/finance.ts';
import { type Cents, formatCents, formatWholeDollars } from '../money.ts';
import { TERM_FIELDS } from '../vehicle/lender-entry.ts';
import type { RepaymentBasis } from './advertised-repayment.ts';
import { isPayment } from './lender-eligibility.ts';
import { type ComparisonRange, LENDERS, type SummaryFact, type SummaryLayout } from './lenders.data.ts';
import { monthlyFromWeekly, monthlyRepayment } from './repayment.ts';
import { percent, repaymentDisplay, years } from './repayment-display.ts';
import { totalPaid } from './repayment-sum.ts';

/** FIN-11: what a lender's card says of a vehicle. */
export type FinanceSummary = {
  heading: string;
  /** `$128 / week`, `$557 / month`, in the order of the lender; with the rates, all in one size. */
  figures: string[];
  rateText: string;
  comparisonText: string;
  /** `Comparison rates from 8.38% to 19.42% p.a.` */
  rangeText: string | null;
  facts: { label: string; text: string }[];
  /** Repayments over other terms, at the same rates. */
  otherTerms: { termText: string; amountText: string }[];
  note: string | null;
};

/** A broker's quote is no lender's, so it has no lender's card. */
const BROKER_LAYOUT: SummaryLayout = {
  heading: 'Quote from our finance broker',
  figures: ['week'],
  facts: ['term'],
  comparisonRange: null,
  note: null,
};

const rangeText = ({ lowest, highest }: ComparisonRange): string =>
  `Comparison rates from ${lowest.toFixed(2)}% to ${percent(highest)}`;

/** Cents a month: as the lender states or the loan comes to, else the same money over a year as the weeks. */
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

/** @returns null where the repayment is too small to be shown (FIN-06) */
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
