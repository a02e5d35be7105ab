import { SLUG } from '#src/config/sections/slug.ts';
import type { State } from '#src/config/sections/states.ts';
import {
  readSavedPrice,
  type SavedPrice,
  writeSavedPrice,
} from '#src/features/account/saved-cars/saved-change.ts';
import { type CreditScore, isCreditScore } from '#src/features/finance/loan/repayment.ts';
import { isPostcode } from '#src/features/locations/distance.ts';
import { isState } from '#src/features/locations/postcode-state.ts';
import { type Cents, centsToDollars, dollarsToCents } from '#src/platform/number/number-format.ts';
import { wholeDigits } from '#src/platform/number/typed-number.ts';
import type { CalendarDate } from '#src/platform/time/calendar-date.ts';

/** VDP-231: raised when a field changes its meaning. */
export const DEAL_VERSION = '1';
const MAX_EXTRAS = 40;
const MAX_DOLLARS = 1_000_000;
const MAX_TERM_YEARS = 30;

/** Query parameters of the page, which are also the fields of its form. */
export const DEAL_FIELDS = {
  version: 'v',
  /** The price when the deal was made: `3499000.drive_away`. */
  price: 'price',
  tradeIn: 'trade',
  owing: 'owing',
  /** The state where it will be registered. */
  state: 'state',
  payment: 'pay',
  deposit: 'deposit',
  term: 'term',
  band: 'credit',
  /** Repeated: id and price when it was chosen, `window-tint.59900`. */
  extra: 'extra',
  handover: 'get',
  postcode: 'postcode',
  /** The price of delivery when it was shown: `4006.19900`. */
  fare: 'fare',
  day: 'day',
  reserve: 'reserve',
} as const;

export const PAYMENTS = ['cash', 'finance'] as const;
export const HANDOVERS = ['pickup', 'delivery'] as const;

/** What a shopper has chosen for a vehicle. No field identifies a person. */
export type DealChoices = {
  seenPrice: SavedPrice | undefined;
  tradeIn: Cents;
  /** Finance owing on the trade-in. */
  owing: Cents;
  /** Where the vehicle will be registered; that of the dealer by default. */
  state: State | undefined;
  payment: (typeof PAYMENTS)[number] | undefined;
  /** Own money towards a loan. */
  deposit: Cents;
  termYears: number | undefined;
  band: CreditScore | undefined;
  extras: readonly { id: string; seenCents: Cents }[];
  handover: (typeof HANDOVERS)[number];
  /** Of the delivery; empty for none. */
  postcode: string;
  seenFare: { postcode: string; cents: Cents } | undefined;
  day: CalendarDate | undefined;
  reserves: boolean;
};

/** Messages by query parameter. */
export type DealProblems = Readonly<Record<string, string>>;

export type ReadDeal = { choices: DealChoices; problems: DealProblems; isOfOtherVersion: boolean };

export const NO_CHOICES: DealChoices = {
  seenPrice: undefined,
  tradeIn: 0,
  owing: 0,
  state: undefined,
  payment: undefined,
  deposit: 0,
  termYears: undefined,
  band: undefined,
  extras: [],
  handover: 'pickup',
  postcode: '',
  seenFare: undefined,
  day: undefined,
  reserves: false,
};

export const DOLLARS_MESSAGE = 'Enter whole dollars up to $1,000,000, such as 12,000.';
export const DEAL_POSTCODE_MESSAGE = 'Enter a postcode of four digits.';

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((each) => each === text);

function readExtra(text: string): { id: string; seenCents: Cents }[] {
  const [, id = '', cents = ''] = /^([a-z\d-]{1,40})\.(\d{1,8})$/.exec(text) ?? [];
  return SLUG.test(id) ? [{ id, seenCents: Number(cents) }] : [];
}

function readFare(text: string): DealChoices['seenFare'] {
  const [, postcode, cents] = /^(\d{4})\.(\d{1,8})$/.exec(text) ?? [];
  return postcode === undefined ? undefined : { postcode, cents: Number(cents) };
}

const readDay = (text: string): CalendarDate | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
    ? text
    : undefined;

function readTerm(text: string): number | undefined {
  const years = /^\d{1,2}(?:\.5)?$/.test(text) ? Number(text) : 0;
  return years > 0 && years <= MAX_TERM_YEARS ? years : undefined;
}

/** Undefined if it is no amount. */
function readDollars(text: string): Cents | undefined {
  if (text.trim() === '') return 0;
  const dollars = Number(wholeDigits(text) ?? Number.NaN);
  return dollars <= MAX_DOLLARS ? dollarsToCents(dollars) : undefined;
}

/** VDP-231: a deal from the query of its page. What cannot be read is left out; what was typed is complained about. */
export function readDeal(query: URLSearchParams): ReadDeal {
  const text = (name: string) => query.get(name) ?? '';
  const version = query.get(DEAL_FIELDS.version);
  if (version !== null && version !== DEAL_VERSION)
    return { choices: NO_CHOICES, problems: {}, isOfOtherVersion: true };
  const problems: Record<string, string> = {};
  const dollars = (name: string): Cents => {
    const cents = readDollars(text(name));
    if (cents === undefined) problems[name] = DOLLARS_MESSAGE;
    return cents ?? 0;
  };
  const band = text(DEAL_FIELDS.band);
  const state = text(DEAL_FIELDS.state);
  const postcode = text(DEAL_FIELDS.postcode).trim();
  const isWrong = postcode !== '' && !isPostcode(postcode);
  if (isWrong) problems[DEAL_FIELDS.postcode] = DEAL_POSTCODE_MESSAGE;
  const extras = query.getAll(DEAL_FIELDS.extra).flatMap(readExtra);
  const choices: DealChoices = {
    seenPrice: readSavedPrice(text(DEAL_FIELDS.price)),
    tradeIn: dollars(DEAL_FIELDS.tradeIn),
    owing: dollars(DEAL_FIELDS.owing),
    state: isState(state) ? state : undefined,
    payment: oneOf(PAYMENTS, text(DEAL_FIELDS.payment)),
    deposit: dollars(DEAL_FIELDS.deposit),
    termYears: readTerm(text(DEAL_FIELDS.term)),
    band: isCreditScore(band) ? band : undefined,
    extras: [...new Map(extras.map((extra) => [extra.id, extra])).values()].slice(0, MAX_EXTRAS),
    handover: oneOf(HANDOVERS, text(DEAL_FIELDS.handover)) ?? NO_CHOICES.handover,
    postcode: isWrong ? '' : postcode,
    seenFare: readFare(text(DEAL_FIELDS.fare)),
    day: readDay(text(DEAL_FIELDS.day)),
    reserves: text(DEAL_FIELDS.reserve) === 'yes',
  };
  return { choices, problems, isOfOtherVersion: false };
}

const dollarsText = (cents: Cents) => (cents === 0 ? '' : String(centsToDollars(cents)));

const loanFields = ({ deposit, termYears, band }: DealChoices): [string, string][] => [
  [DEAL_FIELDS.deposit, dollarsText(deposit)],
  [DEAL_FIELDS.term, termYears === undefined ? '' : String(termYears)],
  [DEAL_FIELDS.band, band ?? ''],
];

const deliveryFields = ({ postcode, seenFare }: DealChoices): [string, string][] => [
  [DEAL_FIELDS.handover, 'delivery'],
  [DEAL_FIELDS.postcode, postcode],
  [DEAL_FIELDS.fare, seenFare ? `${seenFare.postcode}.${seenFare.cents}` : ''],
];

/** VDP-231: the canonical query of a deal, without "?". What has no effect is left out. */
export function dealQuery(choices: DealChoices): string {
  const { seenPrice, extras, payment } = choices;
  const fields: [string, string][] = [
    [DEAL_FIELDS.price, seenPrice ? writeSavedPrice(seenPrice) : ''],
    [DEAL_FIELDS.tradeIn, dollarsText(choices.tradeIn)],
    [DEAL_FIELDS.owing, dollarsText(choices.owing)],
    [DEAL_FIELDS.state, choices.state ?? ''],
    [DEAL_FIELDS.payment, payment ?? ''],
    ...(payment === 'finance' ? loanFields(choices) : []),
    ...extras.map(({ id, seenCents }): [string, string] => [DEAL_FIELDS.extra, `${id}.${seenCents}`]),
    ...(choices.handover === 'delivery' ? deliveryFields(choices) : []),
    [DEAL_FIELDS.day, choices.day ?? ''],
    [DEAL_FIELDS.reserve, choices.reserves ? 'yes' : ''],
  ];
  const query = new URLSearchParams({ [DEAL_FIELDS.version]: DEAL_VERSION });
  for (const [name, value] of fields) if (value !== '') query.append(name, value);
  return query.toString();
}

/** Empty without a delivery to one. @param query as `dealQuery` makes it */
export const deliveryPostcode = (query: string): string =>
  new URLSearchParams(query).get(DEAL_FIELDS.postcode) ?? '';

/** As the field of the trade-in takes it. */
export const tradeInText = (cents: Cents): string => String(Math.floor(centsToDollars(cents)));

/** VDP-290: the query of a deal with this trade-in. */
export function withTradeIn(query: string, cents: Cents): string {
  const fields = new URLSearchParams(query);
  fields.set(DEAL_FIELDS.tradeIn, tradeInText(cents));
  return fields.toString();
}

/** The longest query that is stored or sent. */
export const MAX_QUERY_LENGTH = 3000;
