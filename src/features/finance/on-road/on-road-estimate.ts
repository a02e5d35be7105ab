import type { Location } from '#src/config/sections/business/locations-section.ts';
import type { OnRoadConfig } from '#src/config/sections/finance/on-road-section.ts';
import { type State, stateName } from '#src/config/sections/states.ts';
import type { StockRules } from '#src/config/sections/stock/stock-section.ts';
import { isState } from '#src/features/locations/postcode-state.ts';
import { carLocation } from '#src/features/locations/vehicle-location.ts';
import { displayedPrice, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import { formatDate } from '#src/features/vehicle/text/display-text.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { type Cents, dollarsToCents } from '#src/platform/number/number-format.ts';
import type { CalendarDate } from '#src/platform/time/calendar-date.ts';
import { hasRegistration, isLightVehicle, type OnRoadFacts, onRoadVehicle } from './on-road-vehicle.ts';
import { periodOn, STATE_CHARGES } from './state-charges.ts';

export type OnRoadLine = {
  kind: 'price' | 'duty' | 'registration' | 'ctp' | 'plates' | 'transfer' | 'dealer';
  label: string;
  amountCents: Cents;
};

export type OnRoadEstimate = {
  state: State;
  /** The advertised price first, then each charge; they add up to the total. */
  lines: readonly OnRoadLine[];
  chargesCents: Cents;
  totalCents: Cents;
  /** Sentences on how it was worked out, to be shown with it. */
  basis: readonly string[];
  sources: readonly { name: string; href: string }[];
  /** The day the figures were looked up. */
  asOf: CalendarDate;
};

export type OnRoadRequest = {
  /** Advertised, including GST and without government charges. */
  priceCents: Cents;
  /** Where the buyer lives. */
  state: State;
  vehicle: OnRoadFacts;
  /** Where a used vehicle is: its registration stays with it only in its own state. */
  vehicleState?: State | undefined;
  /** In the dealer's time zone. */
  date: CalendarDate;
  dealerCharge?: OnRoadConfig['dealerCharge'] | undefined;
};

/** From 2025-26; above it a new car's price includes luxury car tax. */
const LUXURY_CAR_TAX_FROM: Cents = 8_056_700;

type Assumed = { isCylindersAssumed: boolean; isRegistered: boolean };

function basisOf(
  { priceCents, vehicle, state }: OnRoadRequest,
  { isCylindersAssumed, isRegistered }: Assumed,
): string[] {
  const { place } = STATE_CHARGES[state];
  const mayHaveLuxuryTax = vehicle.car_type !== 'used' && vehicle.item_type === 'car';
  return [
    `An estimate for a private buyer in ${place}, worked out from the advertised price.`,
    'CTP, registration and fees are typical amounts; yours depend on where you live and how you use it.',
    isRegistered &&
      vehicle.rego_expiry !== undefined &&
      `Its registration runs until ${formatDate(vehicle.rego_expiry)} and comes with it.`,
    mayHaveLuxuryTax && priceCents > LUXURY_CAR_TAX_FROM && 'Luxury car tax is in the price already.',
    isCylindersAssumed && 'We assumed a common engine, as the number of cylinders is not listed.',
    'Concessions you may have are not counted. Ask us for the exact figure.',
  ].filter((sentence) => sentence !== false);
}

/** Typical amounts, so in whole dollars. */
const line = (kind: OnRoadLine['kind'], label: string, dollars: number): OnRoadLine => ({
  kind,
  label,
  amountCents: dollarsToCents(Math.round(dollars)),
});

/**
 * Price, duty, registration, insurance and fees line by line.
 * @returns undefined for heavy trucks, caravans and parts, and on dates for which no charges are known
 */
export function onRoadEstimate(request: OnRoadRequest): OnRoadEstimate | undefined {
  const { priceCents, state, vehicle, vehicleState = state, date, dealerCharge } = request;
  const charges = STATE_CHARGES[state];
  const period = periodOn(charges, date);
  if (!period || !isLightVehicle(vehicle)) return undefined;
  const facts = onRoadVehicle(vehicle);
  const { ctp } = period;
  const isRegistered = hasRegistration(vehicle, date) && vehicleState === state;
  const ownCharge = dealerCharge?.[vehicle.car_type];
  const registered: OnRoadLine[] = isRegistered
    ? [line('transfer', 'Registration transfer', period.transfer)]
    : [
        line(
          'registration',
          ctp ? 'Registration, 12 months' : `Registration and ${charges.ctpName}, 12 months`,
          period.registration(facts),
        ),
        ...(ctp ? [line('ctp', `Typical ${charges.ctpName}, 12 months`, ctp(facts))] : []),
        line('plates', 'Number plates', period.plates(facts)),
      ];
  const lines: OnRoadLine[] = [
    { kind: 'price', label: 'Advertised price', amountCents: priceCents },
    { kind: 'duty', label: `Stamp duty in ${stateName(state)}`, amountCents: period.duty(facts)(priceCents) },
    ...registered,
    ...(ownCharge ? [line('dealer', dealerCharge.label, ownCharge)] : []),
  ];
  const totalCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    state,
    lines,
    chargesCents: totalCents - priceCents,
    totalCents,
    basis: basisOf(request, { ...facts, isRegistered }),
    sources: charges.sources,
    asOf: charges.checkedOn,
  };
}

export type OnRoadSite = {
  stock: Pick<StockRules, 'defaultPriceType'>;
  subscription?: boolean | undefined;
  onRoad: OnRoadConfig;
  state: State;
  locations: readonly Location[];
};

const stateOf = (vehicle: Vehicle, { state, locations }: Pick<OnRoadSite, 'state' | 'locations'>): State => {
  const stated = vehicle.state?.toLowerCase();
  return isState(stated) ? stated : (carLocation(vehicle, locations)?.address.state ?? state);
};

/** Of a vehicle that is shown with a price that excludes government charges. */
export function vehicleOnRoad(
  vehicle: Vehicle,
  site: OnRoadSite,
  { state, date }: { state: State; date: CalendarDate },
): OnRoadEstimate | undefined {
  const { kind, cents } = displayedPrice(vehicle, site);
  const { price_type } = pricingOf(vehicle, site.stock.defaultPriceType);
  if (!site.onRoad.estimates || kind !== 'price' || cents === null) return undefined;
  if (price_type !== 'excluding_government_charges') return undefined;
  return onRoadEstimate({
    priceCents: cents,
    state,
    vehicle,
    vehicleState: stateOf(vehicle, site),
    date,
    dealerCharge: site.onRoad.dealerCharge,
  });
}
