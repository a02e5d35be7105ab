import type { AccountConfig, SignInType } from '#src/config/sections/business/account-section.ts';
import type {
  Dealership,
  DealershipSwitches,
  Location,
} from '#src/config/sections/business/locations-section.ts';
import type { InfoPageName } from '#src/config/sections/content/info-pages-section.ts';
import type { FinanceConfig } from '#src/config/sections/finance/finance-section.ts';
import type { DealsConfig } from '#src/config/sections/leads/deals-section.ts';
import type { FormName } from '#src/config/sections/leads/lead-form-settings.ts';
import type { LeadsConfig } from '#src/config/sections/leads/leads-section.ts';
import type { LinksConfig } from '#src/config/sections/site/links-section.ts';
import type { Vertical } from '#src/config/sections/stock/stock-terms.ts';
import { ANYONE, type Visitor } from '#src/config/sections/visitor.ts';
import {
  buysCars,
  type LocationTab,
  sellsCars,
  tabsOf,
  visibleLocations,
} from '#src/features/locations/location-directory.ts';
import { carLocation } from '#src/features/locations/vehicle-location.ts';
import { isReservable, type ReservableCar } from '#src/features/reservations/reservable-vehicle.ts';
import { offersTradeIn } from '#src/features/trade-in/trade-in-eligibility.ts';
import { displayedPrice } from '#src/features/vehicle/price/price-display.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';

type Dealerships = readonly (Pick<Dealership, 'slug'> & Partial<Pick<Dealership, 'switches'>>)[];

/** CFG-08: whether a location offers test drives: it is listed, sells cars, and its dealership allows them. */
export const drivesCars = (
  location: Pick<Location, 'visible' | 'location_type' | 'dealership'>,
  dealerships: Dealerships,
): boolean =>
  location.visible &&
  sellsCars(location) &&
  dealerships.find(({ slug }) => slug === location.dealership)?.switches?.testDrive !== false;

export type DrivingSite = { locations: readonly Location[]; dealerships: Dealerships };

/** Locations that offer test drives and have opening hours. */
export const testDriveLocations = ({ locations, dealerships }: DrivingSite): Location[] =>
  locations.filter(
    (location) =>
      drivesCars(location, dealerships) && location.opening_hours.some(({ status }) => status === 'Open'),
  );

/** The requested location or car; empty or absent means none. */
export type LocationRequest = {
  locationId?: string | undefined;
  car?: Pick<Vehicle, 'location_slug' | 'dealership_slug'> | undefined;
};

/**
 * The location of a test drive: the requested one, else the car's, another of its dealership, or the main one.
 * Undefined if none of these offers test drives, or if several do and none was requested.
 */
export function testDriveLocation(
  site: DrivingSite,
  { locationId, car }: LocationRequest,
): Location | undefined {
  const places = testDriveLocations(site);
  if (locationId) return places.find(({ id }) => id === locationId);
  if (car) {
    const home = carLocation(car, site.locations);
    return (
      places.find(({ id }) => id === home?.id) ??
      places.find(({ dealership }) => dealership === home?.dealership) ??
      places.find(({ primary }) => primary)
    );
  }
  return places.length === 1 ? places[0] : undefined;
}

/** Error codes of the endpoints. */
export type FormRefusal =
  /** The site has no such form. */
  | 'form_off'
  /** The form needs a car, and none was given. */
  | 'car_missing'
  /** The car is no longer listed. */
  | 'car_gone'
  | 'car_sold'
  | 'car_reserved'
  /** Not allowed for the car or its dealership. */
  | 'not_for_car';

export type FormAccess =
  | { kind: 'open' }
  /** Available, but not for this car. */
  | { kind: 'without_car' }
  | { kind: 'sign_in'; type: SignInType }
  | { kind: 'refused'; reason: FormRefusal };

/** The relevant settings, of a `DealerConfig` or its public part. */
export type FormSite = {
  account: Pick<AccountConfig, 'signIn' | 'gates'>;
  links: Pick<LinksConfig, 'tradeIn'>;
  status: { state: string };
  pages: { readonly [Name in InfoPageName]: { enabled: boolean } };
  verticals: readonly Vertical[];
  locations: readonly Location[];
  dealerships: readonly Dealership[];
  leads: Pick<LeadsConfig, 'requestPhotos'>;
  deals: Pick<DealsConfig, 'enabled'>;
  finance: Pick<FinanceConfig, 'quickQuote'>;
  vehiclePage: { testDriveComingSoon: boolean; financeInDialog?: boolean };
};

/** The relevant facts of a listed car. */
export type FormCarFacts = ReservableCar;

export const carFacts = (vehicle: Vehicle, dealer: Parameters<typeof displayedPrice>[1]): FormCarFacts => {
  const { status, reserved, payment_processors } = vehicle;
  return { status, reserved, payment_processors, shownPrice: displayedPrice(vehicle, dealer) };
};

/** Switches of the car's dealership. */
type Switches = Pick<DealershipSwitches, 'checkout' | 'reserve' | 'testDrive'> &
  Partial<Pick<DealershipSwitches, 'tradeIn'>>;
type Rules = { switches: Switches | undefined; testDriveComingSoon: boolean };

const OPEN: FormAccess = { kind: 'open' };
const WITHOUT_CAR: FormAccess = { kind: 'without_car' };
const refused = (reason: FormRefusal): FormAccess => ({ kind: 'refused', reason });

/** CFG-08. */
const takesReservations = ({ checkout, reserve }: Switches): boolean => checkout && reserve;

/** AUTH-04, AUTH-07: the sign-in that a form requires; pages that lead to it require the same. */
export function formGate(
  form: FormName,
  { account, links }: Pick<FormSite, 'account' | 'links'>,
): SignInType | undefined {
  const { signIn, gates } = account;
  if (!signIn) return undefined;
  switch (form) {
    case 'reserve':
      return gates.checkout ? 'checkout' : undefined;
    case 'trade-in':
      return (links.tradeIn === '/trade-in' ? gates.tradeIn : gates.sellMyCar) ? 'trade-in' : undefined;
    case 'sell-your-car':
      return gates.sellMyCar ? 'trade-in' : undefined;
    case 'finance':
      return gates.equifaxFinance ? 'car-finance' : undefined;
    default:
      return undefined;
  }
}

/** Unavailable on a paused site, which has no vehicle pages. */
const NEEDS_LIVE_SITE: readonly FormName[] = [
  'reserve',
  'test-drive',
  'request-photos',
  'trade-in',
  'quick-quote',
  'deal',
];

/** Refused without a vehicle. */
const NEEDS_CAR: readonly FormName[] = ['reserve', 'request-photos', 'deal'];
/** Refused for a vehicle no longer listed. */
const NEEDS_LISTED_CAR: readonly FormName[] = ['reserve', 'trade-in', 'deal'];

function isOff(form: FormName, site: FormSite): boolean {
  if (site.status.state !== 'live' && NEEDS_LIVE_SITE.includes(form)) return true;
  const { pages, locations, dealerships, verticals } = site;
  const hasPage = (...names: InfoPageName[]) => names.some((name) => pages[name].enabled);
  const hasPlace = (tab: LocationTab) =>
    visibleLocations(locations).some((location) => tabsOf(location).includes(tab));
  switch (form) {
    case 'reserve':
      return !dealerships.some(({ switches }) => takesReservations(switches));
    case 'test-drive':
      return !locations.some((location) => drivesCars(location, dealerships));
    case 'request-photos':
      return !site.leads.requestPhotos;
    case 'quick-quote':
      return site.finance.quickQuote === 'off';
    case 'trade-in':
      return !hasPage('trade-in');
    case 'deal':
      return !site.deals.enabled;
    case 'sell-your-car':
      return !hasPage('trade-in') && !visibleLocations(locations).some(buysCars);
    case 'finance':
      return !hasPage('finance', 'personalised-finance') && !site.vehiclePage.financeInDialog;
    case 'careers':
      return !hasPage('careers');
    case 'fleet':
      return !hasPage('fleet');
    case 'service':
      return !hasPage('service', 'capped-price-servicing') && !hasPlace('service');
    case 'parts':
      return (
        !hasPage('vehicle-parts-and-accessories', '4x4-outdoor') &&
        !verticals.includes('parts') &&
        !hasPlace('parts')
      );
    default:
      return false;
  }
}

/**
 * BUY-01, CFG-08, VDP-26: a vehicle in stock that is not reserved yet, with a way to pay the deposit, at a dealership
 * that accepts reservations.
 */
function reservation(car: FormCarFacts, { switches }: Rules): FormAccess {
  if (car.status === 'sold') return refused('car_sold');
  if (car.reserved) return refused('car_reserved');
  return switches && takesReservations(switches) && isReservable(car) ? OPEN : refused('not_for_car');
}

/** CFG-08, FORM-14. */
function tradeIn(car: FormCarFacts, { switches }: Rules): FormAccess {
  if (car.status === 'sold') return refused('car_sold');
  if (car.reserved) return refused('car_reserved');
  return offersTradeIn(car, switches) ? OPEN : refused('not_for_car');
}

/** CFG-08, VDP-27. A reserved car may still be test-driven, in case the first shopper does not buy it. */
function testDrive(
  { status }: Pick<FormCarFacts, 'status'>,
  { switches, testDriveComingSoon }: Rules,
): FormAccess {
  if (status === 'sold') return refused('car_sold');
  const isTooEarly = status === 'coming_soon' && !testDriveComingSoon;
  return switches?.testDrive === false || isTooEarly ? refused('not_for_car') : OPEN;
}

/**
 * Whether a form is available for this car, given that the site has the form.
 * @param car listed, `gone`, for which an enquiry is still accepted, or `none`
 */
export function accessForCar(form: FormName, car: FormCarFacts | 'gone' | 'none', rules: Rules): FormAccess {
  if (car === 'none') return NEEDS_CAR.includes(form) ? refused('car_missing') : OPEN;
  if (car === 'gone') return NEEDS_LISTED_CAR.includes(form) ? refused('car_gone') : WITHOUT_CAR;
  switch (form) {
    case 'reserve':
      return reservation(car, rules);
    case 'test-drive':
      return testDrive(car, rules);
    case 'request-photos':
    case 'deal':
      return car.status === 'sold' ? refused('car_sold') : OPEN;
    case 'quick-quote':
      return car.status === 'sold' ? WITHOUT_CAR : OPEN;
    case 'trade-in':
      return tradeIn(car, rules);
    case 'finance':
      return car.status === 'sold' ? WITHOUT_CAR : OPEN;
    default:
      return OPEN;
  }
}

/**
 * The single rule for the availability of forms: pages, cards, dialogs and endpoints all use it.
 * @param about the car and its dealership
 * @param visitor a gate admits signed-in visitors
 */
export function formAccess(
  form: FormName,
  site: FormSite,
  about?: { car: FormCarFacts | 'gone' | 'none'; dealership?: Pick<Dealership, 'switches'> | undefined },
  { isSignedIn }: Visitor = ANYONE,
): FormAccess {
  if (isOff(form, site)) return refused('form_off');
  const gate = isSignedIn ? undefined : formGate(form, site);
  const { testDriveComingSoon } = site.vehiclePage;
  const forCar = about
    ? accessForCar(form, about.car, { switches: about.dealership?.switches, testDriveComingSoon })
    : OPEN;
  if (forCar.kind === 'refused') return forCar;
  return gate ? { kind: 'sign_in', type: gate } : forCar;
}

/** Whether pages link to the form; the link may lead through sign-in. */
export const isOffered = ({ kind }: FormAccess): boolean => kind === 'open' || kind === 'sign_in';
