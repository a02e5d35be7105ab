import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { SignInType } from '#src/config/sections/account.ts';
import type { FormName } from '#src/config/sections/form-words.ts';
import { ANYONE, type Visitor } from '#src/config/sections/visitor.ts';
import { askedCar, type FormAccess, type FormRefusal, formAccess } from '#src/domain/lead/form-access.ts';
import { dealershipOf } from '#src/domain/location/dealership-of.ts';
import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';
import { takesDeposits } from '../../payments/payment-service.ts';
import type { Services } from '../../services.ts';
import { findEnquiredVehicle } from '../../vehicles/car-asked-about.ts';

/** Why a form is unavailable; `unknown_car` if its car was never listed. */
export type FormClosed =
  | { kind: 'refused'; reason: FormRefusal }
  | { kind: 'sign_in'; type: SignInType }
  | { kind: 'unknown_car' };

/**
 * A form a shopper may use: about a listed car, about one that is gone, or about none. `cars` are all that are listed,
 * where the shopper asks about several.
 */
export type FormAvailability =
  | { kind: 'open'; car: StockedVehicle | undefined; cars?: StockedVehicle[]; goneCarIds?: string[] }
  | (FormClosed & { car: StockedVehicle | undefined });

/** At an address whose own gate is that of the form: only who is signed in gets there. */
export const SIGNED_IN_VISITOR: Visitor = { isSignedIn: true };

const closedBy = (access: FormAccess): FormClosed | undefined =>
  access.kind === 'refused' || access.kind === 'sign_in' ? access : undefined;

/** The form's availability before a car is looked up. */
export const closedForm = (
  dealer: DealerConfig,
  form: FormName,
  visitor: Visitor = ANYONE,
): FormClosed | undefined =>
  // A request beside it would promise a vehicle that another shopper pays for.
  form === 'reserve' && takesDeposits(dealer)
    ? { kind: 'refused', reason: 'form_off' }
    : closedBy(formAccess(form, dealer, undefined, visitor));

/**
 * Whether a shopper may use a form for a car, with the car if it may be disclosed.
 * @throws the database's error
 */
export async function checkFormAvailability(
  services: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  form: FormName,
  carId: string | null | undefined,
  visitor: Visitor = ANYONE,
): Promise<FormAvailability> {
  const asked = await findEnquiredVehicle(services, dealer, carId);
  if (asked.kind === 'unknown') return { kind: 'unknown_car', car: undefined };
  const car = asked.kind === 'listed' ? asked.vehicle : undefined;
  const about = car
    ? { car: askedCar(car, dealer), dealership: dealershipOf(car, dealer) }
    : { car: asked.kind === 'none' ? ('none' as const) : ('gone' as const) };
  const access = formAccess(form, dealer, about, visitor);
  const closed = closedBy(access);
  if (closed) return { ...closed, car };
  if (asked.kind === 'gone' && carId) return { kind: 'open', car: undefined, goneCarIds: [carId] };
  return { kind: 'open', car: access.kind === 'without_car' ? undefined : car };
}

/**
 * FAV-01: the same for several cars. One that is refused refuses all, as it would alone; those that are gone leave the
 * others.
 * @param carIds each once; the first that is listed is the lead's own car
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
  const open = all.flatMap((asked) => (asked.kind === 'open' ? [asked] : []));
  const refused = all.find((asked) => asked.kind !== 'open');
  if (refused) return refused;
  const cars = open.flatMap(({ car }) => (car ? [car] : []));
  const goneCarIds = open.flatMap(({ goneCarIds: gone = [] }) => gone);
  return { kind: 'open', car: cars[0], cars, goneCarIds };
}
