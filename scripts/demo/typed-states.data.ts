import type { DealerConfig } from '#src/config/dealer-config.ts';
import { MADE_UP_AMOUNTS, MADE_UP_EMAILS } from '#src/features/finance/server/broker/local-broker.ts';
import { MADE_UP_PLATES } from '#src/features/trade-in/server/vehicle-data/rego-register.ts';
import { MADE_UP_MODELS } from '#src/features/trade-in/server/vehicle-data/valuer.ts';
import { formatNumber, formatWholeDollars } from '#src/platform/number/number-format.ts';
import { formatPhone } from '#src/platform/number/typed-number.ts';
import { gateAt } from '#src/platform/routing/gates.ts';
import { formPath, infoPath } from '#src/platform/routing/page-paths.ts';
import { SIMULATED_SILENT_PHONE } from '#src/platform/sms/local-sms.ts';

type Field = 'Registration plate' | 'Odometer' | 'Model' | 'Purchase amount' | 'Email' | 'Mobile';

/** A state that a stand-in for an outside service leads to, once something is typed into a form. */
export type TypedState = {
  name: (dealer: DealerConfig) => string;
  /** Dealers of one rule are in the same state, and the first is linked to; undefined where it cannot be seen. */
  ruleOf: (dealer: DealerConfig) => string | undefined;
  path: (dealer: DealerConfig) => string;
  field: Field;
  typed: (dealer: DealerConfig) => string;
  /** What the stand-in, or the rule of the dealer, says then. */
  outcome: string;
};

type Kind = Pick<TypedState, 'ruleOf' | 'path'>;

const isValued = (dealer: DealerConfig) =>
  dealer.pages['trade-in'].enabled &&
  dealer.tradeIn.onlineEstimate &&
  dealer.tradeIn.regoLookup &&
  gateAt(dealer, dealer.links.tradeIn) === undefined;
const limitsOf = ({ tradeIn }: DealerConfig) => `${tradeIn.maxAgeYears} ${tradeIn.maxKilometres}`;

const path = (dealer: DealerConfig) => infoPath(dealer, 'trade-in');
const BY_LIMITS: Kind = { ruleOf: (dealer) => (isValued(dealer) ? limitsOf(dealer) : undefined), path };
const VALUATION: Kind = { ruleOf: (dealer) => (isValued(dealer) ? 'any' : undefined), path };
const QUOTE: Kind = {
  ruleOf: ({ finance }) => (finance.quickQuote === 'page' ? 'any' : undefined),
  path: () => formPath('quick-quote'),
};
const SIGN_IN: Kind = {
  ruleOf: ({ account }) => (account.signIn ? 'any' : undefined),
  path: () => '/sign-in',
};

export const TYPED_STATES: readonly TypedState[] = [
  {
    ...BY_LIMITS,
    name: ({ tradeIn }) => `Valuation: more than ${tradeIn.maxAgeYears} years old`,
    field: 'Registration plate',
    typed: ({ tradeIn }) => `${MADE_UP_PLATES.ofAge}${tradeIn.maxAgeYears + 1}`,
    outcome: 'too_old',
  },
  {
    ...BY_LIMITS,
    name: ({ tradeIn }) =>
      `Valuation, at most ${tradeIn.maxAgeYears} years old: more than ${formatNumber(tradeIn.maxKilometres)} km`,
    field: 'Odometer',
    typed: ({ tradeIn }) => formatNumber(tradeIn.maxKilometres + 1),
    outcome: 'too_far',
  },
  {
    ...VALUATION,
    name: () => 'Valuation: the plate is not found',
    field: 'Registration plate',
    typed: () => `${MADE_UP_PLATES.notFound}1`,
    outcome: 'not_found',
  },
  {
    ...VALUATION,
    name: () => 'Valuation: the register does not respond',
    field: 'Registration plate',
    typed: () => `${MADE_UP_PLATES.unavailable}1`,
    outcome: 'unavailable',
  },
  {
    ...VALUATION,
    name: () => 'Valuation, without a plate: no one knows what it is worth',
    field: 'Model',
    typed: () => MADE_UP_MODELS.noValue,
    outcome: 'no_value',
  },
  {
    ...VALUATION,
    name: () => 'Valuation, without a plate: the valuer does not respond',
    field: 'Model',
    typed: () => MADE_UP_MODELS.unavailable,
    outcome: 'unavailable',
  },
  {
    ...QUOTE,
    name: () => 'Quick quote: no lender',
    field: 'Purchase amount',
    typed: () => formatWholeDollars(MADE_UP_AMOUNTS.noQuote),
    outcome: 'no_quote',
  },
  {
    ...QUOTE,
    name: () => 'Quick quote: the broker does not respond',
    field: 'Purchase amount',
    typed: () => formatWholeDollars(MADE_UP_AMOUNTS.unavailable),
    outcome: 'unavailable',
  },
  {
    ...QUOTE,
    name: () => 'Quick quote: the broker makes no customer',
    field: 'Email',
    typed: () => MADE_UP_EMAILS.unavailable,
    outcome: 'unavailable',
  },
  {
    ...QUOTE,
    name: () => 'Quick quote: the broker gives no address to continue at',
    field: 'Email',
    typed: () => MADE_UP_EMAILS.noRedirect,
    outcome: 'no_redirect',
  },
  {
    ...SIGN_IN,
    name: () => 'Sign-in: no code is sent within 15 seconds',
    field: 'Mobile',
    typed: () => formatPhone(SIMULATED_SILENT_PHONE),
    outcome: 'unavailable',
  },
];

export type TypedExample = { state: TypedState; dealer: DealerConfig };

/** Each state at the first dealer of each rule. */
export const typedExamples = (dealers: readonly DealerConfig[]): TypedExample[] =>
  TYPED_STATES.flatMap((state) => {
    const ruled = dealers.filter((dealer) => state.ruleOf(dealer) !== undefined);
    return [...Map.groupBy(ruled, state.ruleOf).values()].flatMap(([dealer]) =>
      dealer ? [{ state, dealer }] : [],
    );
  });
