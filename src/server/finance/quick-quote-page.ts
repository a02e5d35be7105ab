import type { DealerConfig } from '#src/config/dealer-config.ts';
import { QUOTE_FAILED_MESSAGE } from '#src/domain/finance/broker-messages.ts';
import { comparisonRate } from '#src/domain/finance/comparison-rate.ts';
import {
  AMOUNT_RANGE_MESSAGE,
  amountOfPrice,
  QUICK_FORM_BALLOON,
  QUOTE_START_RATE,
  type QuoteDisplay,
  quoteDisplay,
  readLoan,
  startRates,
} from '#src/domain/finance/quick-quote.ts';
import { siteFees } from '#src/domain/finance/site-lender.ts';
import type { LeadValues } from '#src/domain/lead/lead-field.ts';
import { wholeDigits } from '#src/domain/lead/number-text.ts';
import { currentPrice, pricingOf } from '#src/domain/vehicle/price-display.ts';
import type { Services } from '../services.ts';
import { carForSaleById } from '../vehicles/car-asked-about.ts';
import { quoteLoan, quotesLoans } from './quote-loan.ts';

/** What the form of a quick quote shows beside its fields. */
export type QuickQuotePart = {
  /** Null without a broker: the form is a lead. */
  broker: { name: string; origins: readonly string[] } | null;
  start: { rateText: string; comparisonText: string } | null;
  /** The estimate of the values below, if the page was asked for one; a text is the message of its failure. */
  estimate: QuoteDisplay | string | null;
  /** Why an amount differs from the linked one. */
  notice: string | null;
  vehicle: { year?: number | undefined; vin?: string | undefined; nvic?: string | undefined };
  /** Of the form, with the loan within its ranges. */
  values: LeadValues;
};

type Asked = {
  values: LeadValues;
  carId: string | undefined;
  /** Without it the broker is not asked: robots open pages too. */
  asksForEstimate: boolean;
  /** Sent values stay as they were typed: the form's messages are about them. */
  isSent: boolean;
  clientAddress: string | undefined;
  signal?: AbortSignal | undefined;
};

/** FIN-02, FIN-17: the parts of the quick quote's page. */
export async function quickQuotePart(
  services: Services,
  dealer: DealerConfig,
  asked: Asked,
): Promise<QuickQuotePart> {
  const { values, carId, asksForEstimate, isSent, clientAddress, signal } = asked;
  const { broker } = services;
  const car = await carForSaleById(services, dealer, carId ?? null).catch(() => undefined);
  const price = car && currentPrice(pricingOf(car, dealer.stock.defaultPriceType));
  const amount = values.purchasePrice || amountOfPrice(price);
  const loan = readLoan({ ...values, purchasePrice: amount });
  const typed = amount === undefined ? undefined : wholeDigits(amount);
  const isClamped = amount !== undefined && Number(typed) !== loan.purchasePrice;
  const vehicle = car
    ? { year: car.year, vin: car.vin, nvic: car.nvic }
    : {
        year: Number(values.year) || undefined,
        vin: values.vin || undefined,
        nvic: values.nvic || undefined,
      };
  const hasQuotes = quotesLoans(services, dealer);
  const quoted =
    asksForEstimate && hasQuotes
      ? await quoteLoan(
          services,
          dealer,
          { ...loan, ...vehicle, whoIsHelping: values.whoIsHelping },
          { clientAddress, signal },
        )
      : null;
  const ownRate = comparisonRate({
    ...siteFees(dealer.finance),
    interestRate: QUOTE_START_RATE,
    balloon: QUICK_FORM_BALLOON,
  });
  const texts = { ...loan, purchasePrice: String(loan.purchasePrice), loanTerm: String(loan.loanTerm) };
  return {
    broker: hasQuotes && broker ? { name: broker.name, origins: broker.origins } : null,
    start: ownRate === null ? null : startRates(ownRate),
    estimate: quoted && (quoted.kind === 'quoted' ? quoteDisplay(quoted.quote, loan) : QUOTE_FAILED_MESSAGE),
    notice: isClamped ? AMOUNT_RANGE_MESSAGE : null,
    vehicle,
    values: isSent ? values : { ...values, ...texts },
  };
}
