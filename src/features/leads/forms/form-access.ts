import type { AccountConfig, SignInType } from '#src/config/sections/business/account-section.ts';
import type {
  Dealership,
  DealershipSwitches,
  Location,
} from '#src/config/sections/business/locations-section.ts';
import type { InfoPageName } from '#src/config/sections/content/info-pages-section.ts';
import type { FinanceConfig } from '#src/config/sections/finance/finance-section.ts';
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
import { offersTradeIn } from '#src/features/trade-in/trade-in-eligibility.ts';
import { isReservable, type ReservableCar } from '#src/features/vehicle/actions/vehicle-actions.ts';
import { shownPriceOf } from '#src/features/vehicle/price/price-display.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';

type Dealerships = readonly (Pick<Dealership, 'slug'> & Partial<Pick<Dealership, 'switches'>>)[];

/** CFG-08: whether cars are driven at a location: it is listed, sells cars, and its dealership offers test drives. */
export const drivesCars = (
  location: Pick<Location, 'visible' | 'location_type' | 'dealership'>,
  dealerships: Dealerships,
): boolean =>
  location.visible &&
  sellsCars(location) &&
  dealerships.find(({ slug }) => slug === location.dealership)?.switches?.testDrive !== false;

/** The site whose locations and dealerships decide. */
export type DrivingSite = { locations: readonly Location[]; dealerships: Dealerships };

/** Locations where cars are driven and that open on some day. */
export const testDrivePlaces = ({ locations, dealerships }: DrivingSite): Location[] =>
  locations.filter(
    (location) =>
      drivesCars(location, dealerships) && location.opening_hours.some(({ status }) => status === 'Open'),
  );

/** The places a shopper named; empty or absent means none. */
export type PlaceWish = {
  locationId?: string | undefined;
  car?: Pick<Vehicle, 'location_slug' | 'dealership_slug'> | undefined;
};

/**
 * Where a test drive takes place: the requested location, else the car's, another of its dealership or the main one.
 * Undefined if none of these offers test drives, or if there are several and none was named.
 */
export function testDrivePlace(site: DrivingSite, { locationId, car }: PlaceWish): Location | undefined {
  const places = testDrivePlaces(site);
  if (locationId) return places.find(({ id }) => id === locationId);
  if (car) {
    const stands = carLocation(car, site.locations);
    return (
      places.find(({ id }) => id === stands?.id) ??
      places.find(({ dealership }) => dealership === stands?.dealership) ??
      places.find(({ primary }) => primary)
    );
  }
  return places.length === 1 ? places[0] : undefined;
}

/** Why a shopper may not use a form. These are codes of the endpoints. */
export type FormRefusal =
  /** The site has no such form. */
  | 'form_off'
  /** It is about a car, and none was named. */
  | 'car_missing'
  /** The car is no longer listed. */
  | 'car_gone'
  | 'car_sold'
  | 'car_reserved'
  /** Its dealership, or the car itself, does not allow it. */
  | 'not_for_car';

/** What a form may be used for. */
export type FormAccess =
  | { kind: 'open' }
  /** It is taken, but not about this car. */
  | { kind: 'without_car' }
  | { kind: 'sign_in'; type: SignInType }
  | { kind: 'refused'; reason: FormRefusal };

/** The settings that decide; both a `DealerConfig` and its public part have them. */
export type FormSite = {
  account: Pick<AccountConfig, 'signIn' | 'gates'>;
  links: Pick<LinksConfig, 'tradeIn'>;
  status: { state: string };
  pages: { readonly [Name in InfoPageName]: { enabled: boolean } };
  verticals: readonly Vertical[];
  locations: readonly Location[];
  dealerships: readonly Dealership[];
  leads: Pick<LeadsConfig, 'requestPhotos'>;
  finance: Pick<FinanceConfig, 'quickQuote'>;
  vehiclePage: { testDriveComingSoon: boolean; financeInDialog?: boolean };
};

/** The facts of a listed car that decide; `gone` is a car that was once listed. */
export type AskedCar = ReservableCar;

export const askedCar = (vehicle: Vehicle, dealer: Parameters<typeof shownPriceOf>[1]): AskedCar => {
  const { status, reserved, payment_processors } = vehicle;
  return { status, reserved, payment_processors, shownPrice: shownPriceOf(vehicle, dealer) };
};

/** Of the dealership that sells the car. */
type Switches = Pick<DealershipSwitches, 'checkout' | 'reserve' | 'testDrive'> &
  Partial<Pick<DealershipSwitches, 'tradeIn'>>;
type Rules = { switches: Switches | undefined; testDriveComingSoon: boolean };

const OPEN: FormAccess = { kind: 'open' };
const WITHOUT_CAR: FormAccess = { kind: 'without_car' };
const refused = (reason: FormRefusal): FormAccess => ({ kind: 'refused', reason });

/** CFG-08: reserving needs both. */
const takesReservations = ({ checkout, reserve }: Switches): boolean => checkout && reserve;

/** AUTH-04, AUTH-07: the sign-in a shopper needs before this form; the pages that lead to it need the same. */
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

/** Forms of a paused site: actions on a car need the car's page. */
const NEEDS_LIVE_SITE: readonly FormName[] = [
  'reserve',
  'test-drive',
  'request-photos',
  'trade-in',
  'quick-quote',
];

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
 * BUY-01, CFG-08, VDP-26: once, while it is in stock, with a way to pay the deposit, where the dealership takes it.
 */
function reservation(car: AskedCar, { switches }: Rules): FormAccess {
  if (car.status === 'sold') return refused('car_sold');
  if (car.reserved) return refused('car_reserved');
  return switches && takesReservations(switches) && isReservable(car) ? OPEN : refused('not_for_car');
}

/** CFG-08, FORM-14. */
function tradeIn(car: AskedCar, { switches }: Rules): FormAccess {
  if (car.status === 'sold') return refused('car_sold');
  if (car.reserved) return refused('car_reserved');
  return offersTradeIn(car, switches) ? OPEN : refused('not_for_car');
}

/** CFG-08, VDP-27. A reserved car may still be test-driven: if the first shopper does not buy it, the next may. */
function testDrive(
  { status }: Pick<AskedCar, 'status'>,
  { switches, testDriveComingSoon }: Rules,
): FormAccess {
  if (status === 'sold') return refused('car_sold');
  const isTooEarly = status === 'coming_soon' && !testDriveComingSoon;
  return switches?.testDrive === false || isTooEarly ? refused('not_for_car') : OPEN;
}

/**
 * Whether a form can be about this car; the site has the form.
 * @param car listed, `gone`: an enquiry is still accepted, because it is worth more than its car; or `none`
 */
export function accessForCar(form: FormName, car: AskedCar | 'gone' | 'none', rules: Rules): FormAccess {
  if (car === 'none') return form === 'reserve' || form === 'request-photos' ? refused('car_missing') : OPEN;
  if (car === 'gone') return form === 'reserve' || form === 'trade-in' ? refused('car_gone') : WITHOUT_CAR;
  switch (form) {
    case 'reserve':
      return reservation(car, rules);
    case 'test-drive':
      return testDrive(car, rules);
    case 'request-photos':
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
 * The only rule for who may use which form: pages, cards, dialogs and endpoints all use it.
 * @param about the car, with the dealership that sells it
 * @param visitor a gate lets through who is signed in
 */
export function formAccess(
  form: FormName,
  site: FormSite,
  about?: { car: AskedCar | 'gone' | 'none'; dealership?: Pick<Dealership, 'switches'> | undefined },
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

/** Whether a page links to the form; the link may lead through sign-in. */
export const isOffered = ({ kind }: FormAccess): boolean => kind === 'open' || kind === 'sign_in';
