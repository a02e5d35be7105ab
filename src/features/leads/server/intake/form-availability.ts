import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { SignInType } from '#src/config/sections/business/account-section.ts';
import type { FormName } from '#src/config/sections/leads/lead-form-settings.ts';
import { type KindOfStock, mainKind } from '#src/config/sections/stock/stock-terms.ts';
import { ANYONE, type Visitor } from '#src/config/sections/visitor.ts';
import { carIdsOf, type FormContext, type LeadValues } from '#src/features/leads/fields/lead-field.ts';
import {
  carFacts,
  type FormAccess,
  type FormRefusal,
  formAccess,
  testDriveLocations,
} from '#src/features/leads/forms/form-access.ts';
import { slotOptions } from '#src/features/leads/test-drive/booking-fields.ts';
import { dealershipOf } from '#src/features/locations/vehicle-location.ts';
import { takesDeposits } from '#src/features/reservations/server/payments/payment-service.ts';
import { isSubscription } from '#src/features/vehicle/price/price-display.ts';
import { findEnquiredVehicle } from '#src/features/vehicle/server/vehicle-access.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import type { Services } from '#src/server/services.ts';
import { type DrivenCar, testDriveTimes } from './test-drive-booking.ts';

/** `unknown_car` if the car was never listed. */
export type FormClosed =
  | { kind: 'refused'; reason: FormRefusal }
  | { kind: 'sign_in'; type: SignInType }
  | { kind: 'unknown_car' };

/**
 * An available form: about a listed car, one no longer listed, or none. `cars` are all listed ones of an enquiry
 * about several.
 */
export type FormAvailability =
  | { kind: 'open'; car: StockedVehicle | undefined; cars?: StockedVehicle[]; goneCarIds?: string[] }
  | (FormClosed & { car: StockedVehicle | undefined });

/** For a path with the same gate as the form, which only signed-in visitors reach. */
export const SIGNED_IN_VISITOR: Visitor = { isSignedIn: true };

const closedBy = (access: FormAccess): FormClosed | undefined =>
  access.kind === 'refused' || access.kind === 'sign_in' ? access : undefined;

/** Whether the form is unavailable, whatever the car. */
export const closedForm = (
  dealer: DealerConfig,
  form: FormName,
  visitor: Visitor = ANYONE,
): FormClosed | undefined =>
  // The checkout replaces this form; a request could promise a vehicle that another shopper pays for.
  form === 'reserve' && takesDeposits(dealer)
    ? { kind: 'refused', reason: 'form_off' }
    : closedBy(formAccess(form, dealer, undefined, visitor));

/**
 * Whether a form is available for a car, with the car if it may be disclosed.
 * @throws the database's error
 */
export async function checkFormAvailability(
  services: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  form: FormName,
  carId: string | null | undefined,
  visitor: Visitor = ANYONE,
): Promise<FormAvailability> {
  const enquired = await findEnquiredVehicle(services, dealer, carId);
  if (enquired.kind === 'unknown') return { kind: 'unknown_car', car: undefined };
  const car = enquired.kind === 'listed' ? enquired.vehicle : undefined;
  const about = car
    ? { car: carFacts(car, dealer), dealership: dealershipOf(car, dealer) }
    : { car: enquired.kind === 'none' ? ('none' as const) : ('gone' as const) };
  const access = formAccess(form, dealer, about, visitor);
  const closed = closedBy(access);
  if (closed) return { ...closed, car };
  if (enquired.kind === 'gone' && carId) return { kind: 'open', car: undefined, goneCarIds: [carId] };
  return { kind: 'open', car: access.kind === 'without_car' ? undefined : car };
}

/**
 * FAV-01: the same for several cars. One refused car refuses the form; those no longer listed are skipped.
 * @param carIds unique; the first listed one is the lead's own car
 */
export async function checkFormAvailabilityForCars(
  services: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  form: FormName,
  carIds: readonly string[],
  visitor: Visitor = ANYONE,
): Promise<FormAvailability> {
  if (carIds.length < 2) return checkFormAvailability(services, dealer, form, carIds[0], visitor);
  const all = await Promise.all(
    carIds.map((id) => checkFormAvailability(services, dealer, form, id, visitor)),
  );
  const open = all.flatMap((enquired) => (enquired.kind === 'open' ? [enquired] : []));
  const refused = all.find((enquired) => enquired.kind !== 'open');
  if (refused) return refused;
  const cars = open.flatMap(({ car }) => (car ? [car] : []));
  const goneCarIds = open.flatMap(({ goneCarIds: gone = [] }) => gone);
  return { kind: 'open', car: cars[0], cars, goneCarIds };
}

function carOf(values: LeadValues): Pick<FormContext, 'carId'> {
  const [carId] = carIdsOf(values);
  return carId === undefined ? {} : { carId };
}

type ContextCar = DrivenCar & {
  id: string;
  item_type: KindOfStock;
  subscription_price?: number | null | undefined;
};

/**
 * The context of a posted form. Its time is checked against bookings in the lead's transaction.
 * @param kind of its vehicle, once known
 */
export const sentContext = (
  { clock }: Pick<Services, 'clock'>,
  { timeZone, testDrive, locations, dealerships, verticals, subscription }: DealerConfig,
  values: LeadValues,
  kind: KindOfStock = mainKind(verticals),
): FormContext => ({
  ...carOf(values),
  kind,
  ...(subscription && { isByTheWeek: true }),
  today: zonedDate(clock.now(), timeZone).date,
  ...(testDrive.slots
    ? {
        slots: 'any',
        places: testDriveLocations({ locations, dealerships }).map(({ id, name }) => ({
          value: id,
          label: name,
        })),
      }
    : {}),
});

/**
 * The context of a form to render, including free times for a test drive.
 * @param car the requested car, if any
 */
export async function shownContext(
  services: Services,
  dealer: DealerConfig,
  form: string,
  { car, locationId }: { car?: ContextCar | undefined; locationId?: string | undefined },
): Promise<FormContext> {
  const { slots: _, ...sent } = sentContext(services, dealer, { car_id: car?.id ?? '' });
  const { subscription_price = null } = car ?? {};
  const context = {
    ...sent,
    kind: car?.item_type ?? sent.kind,
    isByTheWeek: isSubscription({ subscription_price }, dealer.subscription),
  };
  if (form !== 'test-drive' || !dealer.testDrive.slots) return context;
  // If bookings cannot be read, the form accepts any day.
  const times = await testDriveTimes(services, dealer, { locationId, car }).catch(() => undefined);
  if (!times?.location) return context;
  const { id, name } = times.location;
  return { ...context, locationId: id, slots: slotOptions(times.days), slotPlace: name };
}
