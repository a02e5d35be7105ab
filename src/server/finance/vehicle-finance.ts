import type { DealerConfig } from '#src/config/dealer-config.ts';
import { repaymentBasis } from '#src/domain/finance/advertised-repayment.ts';
import { calculatorOfVehicle } from '#src/domain/finance/calculator.ts';
import {
  financeDisclaimer,
  quotedDisclaimer,
  siteDisclaimer,
} from '#src/domain/finance/finance-disclaimer.ts';
import { financeSummary } from '#src/domain/finance/finance-summary.ts';
import { loanToQuote } from '#src/domain/finance/loan-to-quote.ts';
import { formAccess, isOffered } from '#src/domain/lead/form-access.ts';
import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';
import type { Services } from '../services.ts';
import { quotesLoans } from './quote-loan.ts';

/** What the page of a vehicle says about finance; without a vehicle, what holds for any. */
export function vehicleFinance(
  services: Pick<Services, 'broker' | 'clock'>,
  dealer: DealerConfig,
  listed: { vehicle: StockedVehicle; isSold: boolean } | null,
) {
  const basis = listed && repaymentBasis(listed.vehicle, dealer, services.clock);
  const forSale = listed && !listed.isSold ? listed.vehicle : null;
  const quoteFor =
    forSale && quotesLoans(services, dealer)
      ? loanToQuote(forSale, dealer, basis?.repayment.source)
      : undefined;
  const stated = listed && basis && financeDisclaimer(basis.repayment, listed.vehicle, dealer.finance);
  return {
    basis,
    // With a quote on its way, the first figure of a calculator would say something else.
    priced:
      forSale && basis && !quoteFor && dealer.vehiclePage.financeCalculator
        ? calculatorOfVehicle(forSale, basis, dealer)
        : null,
    /** The loan the page asks the broker about; undefined if it asks for none. */
    quoteFor,
    hasQuickQuote: forSale !== null && isOffered(formAccess('quick-quote', dealer)),
    /** Hidden once a quote of the broker says something else. */
    summary: basis && financeSummary(basis, dealer.finance.provider),
    disclaimer: stated ?? (quoteFor ? quotedDisclaimer(dealer.finance) : siteDisclaimer(dealer.finance)),
  };
}
