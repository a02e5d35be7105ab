import type { FinanceProvider } from '#src/config/sections/finance/finance-section.ts';
import { LENDERS } from '#src/features/finance/lenders.data.ts';
import { currentPrice, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import type { LenderEntry, Vehicle } from '#src/features/vehicle/vehicle.ts';
import type { DemoState } from './demo-state.ts';

/** From here on a repayment is never too small to be shown. */
const FINANCED_FROM_CENTS = 1_000_000;

const isFinanced = (vehicle: Vehicle) =>
  vehicle.status === 'in_stock' &&
  !vehicle.reserved &&
  vehicle.tag === undefined &&
  (currentPrice(pricingOf(vehicle, {})) ?? 0) >= FINANCED_FROM_CENTS;

const entryOf = (provider: FinanceProvider, vehicle: Vehicle): LenderEntry | undefined => {
  const entry = vehicle.finance_lenders[provider];
  return isFinanced(vehicle) && !entry?.isUnreadable ? entry : undefined;
};

const inHtml = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The card of a lender, for a vehicle with its entry, at the dealer who has this lender. */
const card = (
  provider: FinanceProvider,
  dealer: string,
  { says, marks = [], isOne = () => true }: CardState,
): DemoState => ({
  name: `Finance card, ${provider}: ${says}`,
  dealer,
  isOne: (vehicle) => {
    const entry = entryOf(provider, vehicle);
    return entry !== undefined && isOne(entry, vehicle);
  },
  marks: [
    new RegExp(`<h2[^>]*>${inHtml(LENDERS[provider].summary.heading)}</h2>`),
    /\d% p\.a\. comparison rate/,
    ...marks,
  ],
});

type CardState = {
  says: string;
  marks?: readonly RegExp[];
  isOne?: (entry: LenderEntry, vehicle: Vehicle) => boolean;
};

const RANGE = /Comparison rates from 8\.38% to 19\.42% p\.a\./;
const fact = (label: string, text: string) => new RegExp(`<dt[^>]*>${label}</dt>\\s*<dd[^>]*>${text}`);

const hasFigures = ({ youxQuote }: Vehicle) => youxQuote === undefined;

/** FIN-11: the card of each lender, and what entries and fees change. */
export const LENDER_STATES: readonly DemoState[] = [
  card('Taurus', 'longpaddock-caravans', {
    says: 'deposit, fee and total payable',
    marks: [fact('Total payable', '\\$'), fact('Deposit', '\\$'), fact('Establishment fee', '\\$')],
    isOne: (_, { year }) => year >= 2022,
  }),
  card('Powertorque', 'ironbark-trucks', { says: 'for business', marks: [/For use mainly in business/] }),
  card('AusLoans', 'kookaburra-cars', {
    says: 'week and month, and its fee',
    marks: [/\$\d+ \/ week/, /\$[\d,]+ \/ month/, fact('Establishment fee', '\\$1,360\\.50')],
  }),
  card('Angle', 'aldermoor', {
    says: 'no final payment',
    marks: [fact('Final payment', '\\$0<'), /Show More/],
    isOne: ({ balloon }) => balloon === undefined,
  }),
  card('Angle', 'aldermoor', {
    says: 'a final payment that is due',
    marks: [fact('Final payment', '\\$[1-9]')],
    isOne: ({ balloon }) => balloon !== undefined,
  }),
  card('360 Finance', 'limestone-motorcycles', { says: 'its range of comparison rates', marks: [RANGE] }),
  card('Manual', 'riverbend', {
    says: 'other terms',
    marks: [/Over other terms/, /<th scope="row"[^>]*>7 years<\/th>/],
  }),
  card('Car Clarity', 'ridgeline-isuzu', {
    says: 'who of the panel lends, and the range',
    marks: [fact('Lender', '\\w'), RANGE],
    isOne: (_, vehicle) => hasFigures(vehicle),
  }),
  {
    name: 'Finance card of a broker’s quote',
    dealer: 'ridgeline-isuzu',
    isOne: (vehicle) => isFinanced(vehicle) && vehicle.youxQuote !== undefined,
    marks: [/Quote from our finance broker/],
    lacks: [RANGE],
  },
  {
    name: 'Repayment worked out, with four fixed fees',
    dealer: 'riverbend',
    isOne: (vehicle) =>
      vehicle.dealer === 'riverbend' && isFinanced(vehicle) && vehicle.finance_lenders.Manual === undefined,
    marks: [/Security registration fee/, /Dealer agency fee/, /\$912\.25/, /\$8 a month/],
  },
  {
    name: 'Example of 6.29% for used vehicles',
    dealer: 'ridgeline-isuzu',
    isOne: (vehicle) =>
      vehicle.dealer === 'ridgeline-isuzu' && isFinanced(vehicle) && vehicle.car_type === 'used',
    marks: [/Example for used vehicles: 6\.29% p\.a\. interest rate, 8\.19% p\.a\. comparison rate/],
  },
  {
    name: 'The lender’s figures cannot be read: no repayment',
    dealer: 'kookaburra-cars',
    isOne: (vehicle) => isFinanced(vehicle) && vehicle.finance_lenders.AusLoans?.isUnreadable === true,
    marks: [/data-fact="price_text"[^>]*>\$/],
    lacks: [/class="repayment/, /class="[^"]*finance-summary/, /id="financeDisclaimer"/],
  },
];
