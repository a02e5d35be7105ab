import type { FinanceConfig, FinanceProvider } from '#src/config/sections/finance/finance-section.ts';
import { siteFees } from '#src/features/finance/advertised-repayment.ts';
import {
  comparisonRate,
  type LoanTerms,
  monthlyRepayment,
  repaymentCount,
  weeklyRepayment,
} from '#src/features/finance/loan/repayment.ts';
import { type Cents, centsToDollars, dollarsToCents } from '#src/platform/number/number-format.ts';
import { LENDER_FORMS, LENDER_PANEL, LENDER_WORDS } from './demo-lenders.data.ts';
import type { FeedVehicle } from './feed-vehicle.ts';
import type { Random } from './random.ts';

type Entry = NonNullable<FeedVehicle['finance_lenders']>[string];

/** Points above the site's own rate, by the age of a vehicle in years. */
const RATE_STEPS = [
  { upToYears: 3, points: 0 },
  { upToYears: 7, points: 0.5 },
  { upToYears: Number.POSITIVE_INFINITY, points: 1 },
] as const;

const pointsFor = (ageYears: number): number =>
  RATE_STEPS.find(({ upToYears }) => ageYears <= upToYears)?.points ?? 0;

const dollars = (cents: Cents | null): number | undefined =>
  cents === null ? undefined : centsToDollars(cents);
const rounded = (rate: number) => Math.round(rate * 100) / 100;

/** The fields in which a lender states its repayments; each has its own. */
function repaymentsOf(provider: FinanceProvider, loan: LoanTerms): Partial<Entry> {
  const [week, month] = [weeklyRepayment(loan), monthlyRepayment(loan)];
  const { termYears } = loan;
  const weeks = repaymentCount(termYears, 52);
  switch (provider) {
    case 'AusLoans':
      // Its rule needs no repayment: the terms are worked out on the price.
      return { termMonths: termYears * 12, establishmentFees: dollars(loan.establishmentFee) };
    case 'Nissan Finance':
      return { paymentMonth: dollars(month), termMonths: termYears * 12 };
    case 'Angle':
      return { paymentWeek: dollars(week), termWeeks: weeks };
    case 'Taurus':
      return {
        paymentWeek: dollars(week),
        termYears,
        establishmentFees: dollars(loan.establishmentFee),
        totalPayable: dollars((week ?? 0) * weeks + loan.deposit + loan.balloon),
      };
    case '360 Finance':
      return { paymentWeek: dollars(week), termYears, establishmentFees: dollars(loan.establishmentFee) };
    case 'Manual':
      return {
        ...Object.fromEntries(
          [termYears, ...(LENDER_FORMS.Manual.terms ?? [])].map((term) => [
            `term${term}`,
            dollars(weeklyRepayment({ ...loan, termYears: term })),
          ]),
        ),
        termYears,
      };
    default:
      return { paymentWeek: dollars(week), termYears };
  }
}

/** FIN-15: what a site's lender says of a vehicle of this price, in dollars, and age: its own fields, its own terms. */
export function lenderFigures(
  { price, ageYears }: { price: number; ageYears: number },
  finance: FinanceConfig,
  random: Random,
): FeedVehicle['finance_lenders'] {
  const { provider, termYears } = finance;
  const { deposit = 0, balloon = [0] } = LENDER_FORMS[provider];
  const interestRate = rounded(finance.interestRate + pointsFor(ageYears));
  const share = (part: number) => dollarsToCents(Math.round((price * part) / 100) * 100);
  const loan: LoanTerms = {
    ...siteFees(finance),
    ...{ price: dollarsToCents(price), deposit: share(deposit), balloon: share(random.pick(balloon)) },
    ...{ interestRate, termYears },
  };
  const compared = comparisonRate({ ...siteFees(finance), interestRate });
  if (compared === null || weeklyRepayment(loan) === null) return undefined;
  const words = LENDER_WORDS[provider];
  return {
    [provider]: {
      interestRate,
      comparisonRate: Math.max(interestRate, rounded(compared)),
      ...repaymentsOf(provider, loan),
      ...(loan.deposit > 0 && { deposit: dollars(loan.deposit) }),
      ...(loan.balloon > 0 && { balloon: dollars(loan.balloon) }),
      ...(provider === 'Car Clarity' && { financeProvider: random.pick(LENDER_PANEL) }),
      ...(words !== undefined && { disclaimer: words }),
    },
  };
}

/** As a careless office writes it. */
export const unreadableFigures = (provider: FinanceProvider): FeedVehicle['finance_lenders'] =>
  ({ [provider]: { interestRate: 7.9, comparisonRate: 8.9, paymentWeek: 'ask us' } }) as never;
