import { centsToDollars } from '../money.ts';
import { isAvailable } from '../vehicle/availability.ts';
import { currentPrice, pricingOf } from '../vehicle/price-display.ts';
import type { Vehicle } from '../vehicle/vehicle.ts';
import type { AdvertisedRepayment, FinanceSite } from './advertised-repayment.ts';
import { DEFAULT_CREDIT_SCORE } from './credit-score.ts';
import { showsFinance } from './lender-eligibility.ts';
import type { QuotedLoan } from './quick-quote.ts';
import { QUOTE_TERM } from './quoted-repayment.ts';

/** The loan of a vehicle, in dollars. */
export type LoanToQuote = QuotedLoan & { year: number; vin?: string | undefined; nvic?: string | undefined };

/**
 * ERR-02, FIN-03: what a vehicle's page asks the broker: only on a site that shows quotes, for a price with a type,
 * while the vehicle has no quote.
 * @param source of the repayment the page has
 */
export function loanToQuote(
  vehicle: Vehicle,
  site: FinanceSite,
  source: AdvertisedRepayment['source'] | undefined,
): LoanToQuote | undefined {
  const { finance, stock } = site;
  const pricing = pricingOf(vehicle, stock.defaultPriceType);
  const cents = currentPrice(pricing);
  const isAsked =
    finance.showBrokerQuote &&
    source !== 'broker' &&
    isAvailable(vehicle) &&
    showsFinance(site, vehicle.dealership_slug);
  if (!isAsked || cents === null || cents <= 0 || pricing.price_type === null) return undefined;
  return {
    selfAssessedCreditScore: DEFAULT_CREDIT_SCORE,
    loanTerm: QUOTE_TERM.start,
    purchasePrice: centsToDollars(cents),
    year: vehicle.year,
    vin: vehicle.vin,
    nvic: vehicle.nvic,
  };
}
