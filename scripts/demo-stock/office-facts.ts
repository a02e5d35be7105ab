import type { DealerConfig } from '#src/config/dealer-config.ts';
import { comparisonRate, weeklyRepayment } from '#src/features/finance/loan/repayment.ts';
import { dealershipOf } from '#src/features/locations/vehicle-location.ts';
import { isTestDriveOnly } from '#src/features/vehicle/actions/card-tag.ts';
import { centsToDollars, dollarsToCents } from '#src/platform/number/number-format.ts';
import { addDays } from '#src/platform/time/calendar-date.ts';
import type { FeedVehicle } from './feed-vehicle.ts';
import { lenderFigures, unreadableFigures } from './lender-figures.ts';
import type { Random } from './random.ts';

/**
 * The office needs two weeks for a vehicle: new arrivals have no papers yet. Featured vehicles have only their market's
 * averages.
 */
const DAYS_IN_OFFICE = 14;
/** Below public/. */
export const HISTORY_REPORT = '/documents/history-report.pdf';
export const CAR_ANALYSIS = '/documents/car-analysis.pdf';

const MAKERS_WARRANTY: Readonly<Record<NonNullable<FeedVehicle['item_type']>, string>> = {
  car: '5 years, unlimited kilometres',
  truck: '3 years or 150,000 km',
  motorcycle: '2 years, unlimited kilometres',
  caravan: '5 years on the structure',
  part: '12 months',
};
const YEARS_OF_MAKERS_WARRANTY = 4;
const YEARS_OF_DEALERS_WARRANTY = 10;

const BROKER_RATES = [6.79, 7.29, 8.09, 8.49];
const BROKER_TERM_YEARS = 5;
const BROKER_FEES = {
  establishmentFee: dollarsToCents(495),
  monthlyFee: dollarsToCents(8),
  capitaliseFee: true,
};

/** Of the price shown, in dollars; undefined where there is none or a placeholder. */
const shownPrice = ({ price, offer_price }: FeedVehicle): number | undefined => {
  const dollars = offer_price ?? price;
  return dollars !== undefined && dollars > 10 ? dollars : undefined;
};

/** VDP-26: how a deposit is paid, where the dealership takes any. */
function depositOf(vehicle: FeedVehicle, dealer: DealerConfig): FeedVehicle['payment_processors'] {
  const { checkout = false, reserve = false } = dealershipOf(vehicle, dealer)?.switches ?? {};
  const canBePaid = vehicle.status === 'in_stock' && !isTestDriveOnly({ tag: vehicle.tag ?? null });
  return canBePaid && checkout && reserve ? ['card'] : undefined;
}

/** VDP-11: averages around the price, the state's beside the country's for most. */
function averagesOf(price: number, random: Random): FeedVehicle['autograb_data'] {
  const average = price * (0.95 + 0.13 * random.next());
  const ofState = average * (0.98 + 0.05 * random.next());
  return {
    average_market_price: Math.round(average),
    ...(random.chance(0.7) && { state_average_market_price: Math.round(ofState) }),
  };
}

/** VDP-11, CARD-250: of used cars that are sold, not had by the week. */
function marketFacts(vehicle: FeedVehicle, dealer: DealerConfig, random: Random): Partial<FeedVehicle> {
  const { car_type, item_type = 'car' } = vehicle;
  const price = shownPrice(vehicle);
  const isCompared = car_type === 'used' && item_type === 'car' && !dealer.subscription;
  return isCompared && dealer.vehiclePage.marketPrice && price
    ? { autograb_data: averagesOf(price, random) }
    : {};
}

/** A broker's offer for the price, without deposit or final payment. */
function quoteOf(price: number, random: Random): FeedVehicle['youxQuote'] {
  const advertisedRate = random.pick(BROKER_RATES);
  const weekly = weeklyRepayment({
    ...{ price: dollarsToCents(price), deposit: 0, balloon: 0 },
    ...{ interestRate: advertisedRate, termYears: BROKER_TERM_YEARS, ...BROKER_FEES },
  });
  const compared = comparisonRate({ interestRate: advertisedRate, ...BROKER_FEES });
  if (weekly === null || compared === null) return undefined;
  return {
    weeklyRepaymentAmount: centsToDollars(weekly),
    advertisedRate,
    comparisonRate: Math.round(compared * 100) / 100,
  };
}

function warrantyOf({ car_type, item_type = 'car', year }: FeedVehicle, thisYear: number) {
  if (car_type === 'new') return MAKERS_WARRANTY[item_type];
  if (thisYear - year < YEARS_OF_MAKERS_WARRANTY) return 'Balance of manufacturer’s warranty';
  return item_type === 'car' && thisYear - year < YEARS_OF_DEALERS_WARRANTY
    ? '3 months or 5,000 km'
    : undefined;
}

const LENDER_SHARE = 0.7;
/** Of the vehicles with figures, at the one yard where they are written by hand. */
const UNREADABLE_SHARE = 0.03;
const CARELESS_YARD = 'kookaburra-cars';
/** Of a subscription dealer's vehicles, those at the end of their subscriptions, sold as others are. */
const SOLD_OUTRIGHT_SHARE = 0.2;

/** Drawn after all else, so that nothing else changes with it. */
function financeFacts(
  vehicle: FeedVehicle,
  { dealer, thisYear }: { dealer: DealerConfig; thisYear: number },
  random: Random,
): Partial<FeedVehicle> {
  const { finance, subscription } = dealer;
  const price = shownPrice(vehicle);
  const [hasFigures, isUnreadable, isSoldOutright] = [
    ...[random.chance(LENDER_SHARE), random.chance(UNREADABLE_SHARE), random.chance(SOLD_OUTRIGHT_SHARE)],
  ];
  if (price === undefined || (subscription && !isSoldOutright)) return {};
  return {
    ...(subscription && { subscription_price: undefined }),
    ...(hasFigures && {
      finance_lenders:
        isUnreadable && dealer.slug === CARELESS_YARD
          ? unreadableFigures(finance.provider)
          : lenderFigures({ price, ageYears: thisYear - vehicle.year }, finance, random),
    }),
  };
}

/** Says in the dealer's words until when a vehicle is registered. */
const SPEAKS_OF_REGO = /\brego|registered/i;

/**
 * What the office of a dealer adds to a vehicle once it has been there for two weeks: how its deposit is paid, its
 * reports, what its market, a broker and the lender say, its warranty. Only what the dealer's site has a place for.
 * @param random of this vehicle alone, so that no other changes with it
 */
export function officeFacts(
  vehicle: FeedVehicle,
  { dealer, today }: { dealer: DealerConfig; today: string },
  random: Random,
): Partial<FeedVehicle> {
  const { status, car_type, custom_rank, created_at = today } = vehicle;
  const [isPaid, isReported, isAnalysed, isCompared, isQuoted, hasWarranty, isExpired] = [
    ...[random.chance(0.8), random.chance(0.6), random.chance(0.5), random.chance(0.8)],
    ...[random.chance(0.8), random.chance(0.7), random.chance(0.08)],
  ];
  if (status === 'sold' || created_at > addDays(today, -DAYS_IN_OFFICE)) return {};
  const isUsed = car_type === 'used';
  const price = shownPrice(vehicle);
  const { plugins, vehiclePage, finance } = dealer;
  if (custom_rank) return marketFacts(vehicle, dealer, random);
  const thisYear = Number(today.slice(0, 4));
  const speaksOfRego = SPEAKS_OF_REGO.test(vehicle.dealercomments ?? '');
  return {
    ...(isPaid && price !== undefined && { payment_processors: depositOf(vehicle, dealer) }),
    ...(isUsed && isReported && vehiclePage.historyReport && { file: HISTORY_REPORT }),
    ...(isUsed && isAnalysed && plugins.includes('car_analysis') && { car_analysis_url: CAR_ANALYSIS }),
    ...(isQuoted && finance.showBrokerQuote && price && { youxQuote: quoteOf(price, random) }),
    ...(hasWarranty && { warranty: warrantyOf(vehicle, thisYear) }),
    ...(isUsed &&
      isExpired &&
      !speaksOfRego && { rego_expiry: addDays(today, -random.int(2, DAYS_IN_OFFICE)) }),
    ...financeFacts(vehicle, { dealer, thisYear }, random),
    ...(isCompared && marketFacts(vehicle, dealer, random)),
  };
}
