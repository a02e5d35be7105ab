import type { DealerConfig } from '#src/config/dealer-config.ts';
import { STATES } from '#src/config/sections/states.ts';
import { itemNoun } from '#src/config/sections/stock/stock-terms.ts';
import { savedPriceOf } from '#src/features/account/saved-cars/saved-change.ts';
import type { DealChoices } from '#src/features/deal/deal-choices.ts';
import { extrasFor, handoverDays, offersDeal } from '#src/features/deal/deal-offers.ts';
import type { DealFacts, DealFare, DealLine, DealOnRoad } from '#src/features/deal/deal-sum.ts';
import { advertisedRepayment } from '#src/features/finance/advertised-repayment.ts';
import { ownLoanRules } from '#src/features/finance/loan/calculator.ts';
import { type OwnLoanRules, withVehicleRates } from '#src/features/finance/loan/own-loan.ts';
import { vehicleOnRoad } from '#src/features/finance/on-road/on-road-estimate.ts';
import { carFacts, formAccess, isOffered } from '#src/features/leads/forms/form-access.ts';
import { timeZoneOf } from '#src/features/locations/hours/opening-hours.ts';
import { addressText } from '#src/features/locations/location-directory.ts';
import { depositCents } from '#src/features/reservations/reservable-vehicle.ts';
import { reserveTerms, reserveTermsLine } from '#src/features/reservations/reserve-terms.ts';
import { takesDeposits } from '#src/features/reservations/server/payments/payment-service.ts';
import { displayedPrice, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import { estimateDelivery, estimatesDelivery } from '#src/features/vehicle/server/cost-estimates.ts';
import { vehiclePlaceOf } from '#src/features/vehicle/server/vehicle-place.ts';
import { type Vehicle, vehicleName } from '#src/features/vehicle/vehicle.ts';
import { href } from '#src/platform/routing/href.ts';
import { checkoutPath } from '#src/platform/routing/page-paths.ts';
import type { CalendarDate } from '#src/platform/time/calendar-date.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import type { Services } from '#src/server/services.ts';

export type DealServices = Pick<Services, 'carServices' | 'clock' | 'db' | 'env' | 'log'>;
export type DealVehicle = Vehicle & { id: string; slug: string };

/** FIN-09, VDP-293: at the rates of the vehicle's page; null if no repayment may be shown for the vehicle. */
function loanRules(
  { clock }: Pick<Services, 'clock'>,
  dealer: DealerConfig,
  vehicle: Vehicle,
): OwnLoanRules | null {
  const advertised = advertisedRepayment(vehicle, dealer, clock);
  const rules = ownLoanRules(dealer);
  return advertised && rules && withVehicleRates(rules, advertised);
}

/** The estimate for every state that has one; null for a price that includes government charges. */
function onRoadOf(dealer: DealerConfig, vehicle: Vehicle, date: CalendarDate): DealOnRoad | null {
  const states = STATES.flatMap((state) => {
    const estimate = vehicleOnRoad(vehicle, dealer, { state, date });
    const charges = estimate?.lines.filter(({ kind }) => kind !== 'price') ?? [];
    const lines = charges.map(
      ({ label, amountCents }): DealLine => ({
        kind: 'on_road',
        label,
        note: 'estimate',
        cents: amountCents,
      }),
    );
    return lines.length > 0 ? [{ state, lines }] : [];
  });
  const home = states.find(({ state }) => state === dealer.state) ?? states[0];
  return home ? { home: home.state, states } : null;
}

/** Undefined if no deal can be built for the vehicle: it has no price, or the dealer takes no deals. */
export function dealFacts(
  services: Pick<Services, 'carServices' | 'clock'>,
  dealer: DealerConfig,
  vehicle: DealVehicle,
): DealFacts | undefined {
  const shown = displayedPrice(vehicle, dealer);
  const price = savedPriceOf(shown, pricingOf(vehicle, dealer.stock.defaultPriceType));
  if (!price || !offersDeal(dealer, vehicle, shown)) return undefined;
  const { location, dealership } = vehiclePlaceOf(vehicle, dealer);
  const car = carFacts(vehicle, dealer);
  const offers = (form: 'reserve' | 'trade-in') => isOffered(formAccess(form, dealer, { car, dealership }));
  const today = zonedDate(services.clock.now(), timeZoneOf(location, dealer)).date;
  return {
    car: {
      id: vehicle.id,
      slug: vehicle.slug,
      name: vehicleName(vehicle),
      noun: itemNoun(vehicle.item_type).one,
    },
    price: { ...price, typeText: shown.typeText ?? '' },
    onRoad: onRoadOf(dealer, vehicle, today),
    extras: extrasFor(dealer.deals, vehicle),
    tradeIn: offers('trade-in') ? { valuationHref: href('/cars/trade-in', { car_id: vehicle.id }) } : null,
    finance: loanRules(services, dealer, vehicle),
    delivers: estimatesDelivery(services, dealer),
    place: { name: location.name, address: addressText(location.address) },
    days: handoverDays(location, dealer.deals, today),
    reserve: offers('reserve')
      ? {
          cents: takesDeposits(dealer) ? (depositCents(dealer.reserve) ?? null) : null,
          terms: reserveTermsLine(reserveTerms(dealer.reserve)),
          href: checkoutPath(dealer, vehicle),
        }
      : null,
  };
}

/** Null unless the deal has a delivery to a postcode. */
export async function dealFare(
  services: DealServices,
  dealer: DealerConfig,
  vehicle: DealVehicle,
  { choices, clientAddress }: { choices: DealChoices; clientAddress: string | undefined },
): Promise<DealFare | null> {
  const { handover, postcode } = choices;
  if (handover !== 'delivery' || postcode === '' || !estimatesDelivery(services, dealer)) return null;
  const estimate = await estimateDelivery(services, dealer, vehicle, postcode, clientAddress);
  return estimate.kind === 'priced'
    ? { postcode, cents: estimate.price, region: estimate.name }
    : { postcode, message: estimate.message };
}
