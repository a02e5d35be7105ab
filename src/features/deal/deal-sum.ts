import type { State } from '#src/config/sections/states.ts';
import type { SavedPrice } from '#src/features/account/saved-cars/saved-change.ts';
import {
  feesText,
  type OwnLoanRules,
  type OwnTerms,
  ownFigure,
} from '#src/features/finance/loan/own-loan.ts';
import { DEFAULT_CREDIT_SCORE, DEFAULT_TERM_YEARS } from '#src/features/finance/loan/repayment.ts';
import { figureTexts, type RepaymentDisplay, years } from '#src/features/finance/repayment-display.ts';
import { type Cents, centsToDollars, formatCents } from '#src/platform/number/number-format.ts';
import type { CalendarDate } from '#src/platform/time/calendar-date.ts';
import type { DealChoices } from './deal-choices.ts';

/** An extra that fits the vehicle. */
export type DealExtra = {
  id: string;
  name: string;
  description: string;
  cents: Cents;
  kind: 'accessory' | 'protection';
  picture: { url: string; alt: string } | undefined;
};

/** A day on which the vehicle can be handed over: `Friday 3 July, 8:30am – 5:30pm`. */
export type HandoverDay = { date: CalendarDate; text: string };

export type DealLine = {
  kind: 'price' | 'on_road' | 'extra' | 'delivery' | 'trade_in' | 'owing' | 'reserve' | 'deposit';
  label: string;
  /** What the amount includes or depends on. */
  note?: string;
  /** Negative where it reduces what is left to pay. */
  cents: Cents;
};

export type DealOnRoad = {
  /** The state that counts unless the shopper chooses another. */
  home: State;
  states: readonly { state: State; lines: readonly DealLine[] }[];
};

/** What a deal for a vehicle can consist of today. */
export type DealFacts = {
  car: { id: string; slug: string; name: string; noun: string };
  price: SavedPrice & { typeText: string };
  /** Estimated charges of a price that excludes them, by the state where it is registered; null for other prices. */
  onRoad: DealOnRoad | null;
  extras: readonly DealExtra[];
  tradeIn: { valuationHref: string } | null;
  /** Null if no repayment may be shown for the vehicle. */
  finance: OwnLoanRules | null;
  delivers: boolean;
  place: { name: string; address: string };
  days: readonly HandoverDay[];
  /** Null if the vehicle cannot be reserved now; without an amount the dealer asks for none. */
  reserve: { cents: Cents | null; terms: string; href: string } | null;
};

/** The price of delivery to a postcode, or why there is none. */
export type DealFare = { postcode: string } & ({ cents: Cents; region: string } | { message: string });

export type DealSum = {
  /** Add up to `total`. */
  lines: readonly DealLine[];
  total: Cents;
  /** "Estimated total" if a line of it is an estimate. */
  totalLabel: string;
  /** Added to `total`, these give `balance`. */
  less: readonly DealLine[];
  /** Negative if the trade-in is worth more than the deal. */
  balance: Cents;
  balanceLabel: string;
  /** What the total does not include. */
  notes: readonly string[];
  /** Null unless a loan was chosen and a repayment may be shown. */
  repayment: RepaymentDisplay | null;
  /** What the comparison rate of the repayment counts besides interest; empty if nothing. */
  loanFees: string;
};

export const chosenExtras = (
  { extras }: Pick<DealFacts, 'extras'>,
  choices: Pick<DealChoices, 'extras'>,
): DealExtra[] => extras.filter(({ id }) => choices.extras.some((chosen) => chosen.id === id));

const sumOf = (lines: readonly DealLine[]): Cents => lines.reduce((sum, { cents }) => sum + cents, 0);

/** The state that a deal's charges are estimated for. */
export const registrationState = (
  { home, states }: DealOnRoad,
  { state }: Pick<DealChoices, 'state'>,
): State => states.find((each) => each.state === state)?.state ?? home;

const onRoadLines = ({ onRoad }: DealFacts, choices: DealChoices): readonly DealLine[] => {
  const state = onRoad && registrationState(onRoad, choices);
  return onRoad?.states.find((each) => each.state === state)?.lines ?? [];
};

/** Without amounts that are 0, except those of the vehicle and what was added to it. */
const shown = (lines: readonly DealLine[]) => lines.filter(({ cents }) => cents !== 0);

function deliveryLines({ delivers }: DealFacts, choices: DealChoices, fare: DealFare | null): DealLine[] {
  const { handover, postcode } = choices;
  if (!delivers || handover !== 'delivery' || !fare || fare.postcode !== postcode || !('cents' in fare))
    return [];
  return [{ kind: 'delivery', label: 'Delivery', note: fare.region, cents: fare.cents }];
}

const isUnpricedDelivery = (
  { delivers }: DealFacts,
  { handover }: DealChoices,
  lines: readonly DealLine[],
): boolean => delivers && handover === 'delivery' && !lines.some(({ kind }) => kind === 'delivery');

/** The terms of the loan, by default those that a calculator begins with. */
export function loanTermsOf(
  { terms }: Pick<OwnLoanRules, 'terms'>,
  { termYears, band }: Pick<DealChoices, 'termYears' | 'band'>,
): Pick<OwnTerms, 'termYears' | 'band'> {
  const chosen = [termYears, DEFAULT_TERM_YEARS].find((each) => each !== undefined && terms.includes(each));
  return { termYears: chosen ?? terms.at(-1) ?? DEFAULT_TERM_YEARS, band: band ?? DEFAULT_CREDIT_SCORE };
}

function repaymentFor(rules: OwnLoanRules, choices: DealChoices, balance: Cents): RepaymentDisplay {
  const terms = { deposit: 0, ...loanTermsOf(rules, choices) };
  const figure = ownFigure(rules, terms, centsToDollars(balance));
  return figure.kind === 'amount'
    ? {
        ...figure,
        termText: `over ${years(terms.termYears)} for the ${formatCents(balance)} left to finance`,
      }
    : figure;
}

/** Charges of governments are estimated. */
export const totalLabelOf = (lines: readonly { kind: string }[]): string =>
  lines.some(({ kind }) => kind === 'on_road') ? 'Estimated total' : 'Total';

function balanceLabelOf(balance: Cents, { payment }: DealChoices): string {
  if (balance < 0) return 'Left over for you';
  return payment === 'finance' ? 'Left to finance' : 'Left to pay';
}

/** VDP-232: the one calculation of a deal, for page, lead and account. */
export function dealSum(facts: DealFacts, choices: DealChoices, fare: DealFare | null): DealSum {
  const { car, price, tradeIn, finance, reserve } = facts;
  const lines: DealLine[] = [
    { kind: 'price', label: car.name, note: price.typeText, cents: price.cents },
    ...onRoadLines(facts, choices),
    ...chosenExtras(facts, choices).map(
      ({ name, cents }): DealLine => ({ kind: 'extra', label: name, cents }),
    ),
    ...deliveryLines(facts, choices, fare),
  ];
  const isFinanced = choices.payment === 'finance';
  const less = shown([
    ...(tradeIn
      ? ([
          { kind: 'trade_in', label: 'Your trade-in', note: 'your estimate', cents: -choices.tradeIn },
          { kind: 'owing', label: 'Finance owing on your trade-in', cents: choices.owing },
        ] as const)
      : []),
    ...(choices.reserves && reserve
      ? ([{ kind: 'reserve', label: 'Reservation deposit', cents: -(reserve.cents ?? 0) }] as const)
      : []),
    ...(isFinanced ? ([{ kind: 'deposit', label: 'Your deposit', cents: -choices.deposit }] as const) : []),
  ]);
  const total = sumOf(lines);
  const balance = total + sumOf(less);
  return {
    lines,
    total,
    totalLabel: totalLabelOf(lines),
    less,
    balance,
    balanceLabel: balanceLabelOf(balance, choices),
    notes: isUnpricedDelivery(facts, choices, lines) ? ['Delivery isn’t included yet.'] : [],
    repayment: isFinanced && finance && balance > 0 ? repaymentFor(finance, choices, balance) : null,
    loanFees: finance ? feesText(finance.fees) : '',
  };
}

/** The repayment with its rates in one text; undefined without one. */
export function repaymentText({ repayment }: Pick<DealSum, 'repayment'>): string | undefined {
  if (!repayment) return undefined;
  const [amount, ...rates] = figureTexts(repayment);
  return repayment.kind === 'amount' ? [`${amount} ${repayment.termText}`, ...rates].join(', ') : amount;
}
