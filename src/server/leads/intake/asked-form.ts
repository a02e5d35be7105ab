import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { SignInType } from '#src/config/sections/account.ts';
import type { FormName } from '#src/config/sections/form-words.ts';
import { type FormAccess, type FormRefusal, formAccess } from '#src/domain/lead/form-access.ts';
import { dealershipOf } from '#src/domain/location/dealership-of.ts';
import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';
import type { Services } from '../../services.ts';
import { carAskedAbout } from '../../vehicles/car-asked-about.ts';

/** Why a form is unavailable; `unknown_car` if its car was never listed. */
export type FormClosed =
  | { kind: 'refused'; reason: FormRefusal }
  | { kind: 'sign_in'; type: SignInType }
  | { kind: 'unknown_car' };

/** A form a shopper may use: about a listed car, about one that is gone, or about none. */
export type AskedForm =
  | { kind: 'open'; car: StockedVehicle | undefined; goneCarId?: string }
  | (FormClosed & { car: StockedVehicle | undefined });

const closedBy = (access: FormAccess): FormClosed | undefined =>
  access.kind === 'refused' || access.kind === 'sign_in' ? access : undefined;

/** The form's availability before a car is looked up. */
export const closedForm = (dealer: DealerConfig, form: FormName): FormClosed | undefined =>
  closedBy(formAccess(form, dealer));

/**
 * Whether a shopper may use a form for a car, with the car if it may be disclosed.
 * @throws the database's error
 */
export async function askedForm(
  services: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  form: FormName,
  carId: string | null | undefined,
): Promise<AskedForm> {
  const asked = await carAskedAbout(services, dealer, carId);
  if (asked.kind === 'unknown') return { kind: 'unknown_car', car: undefined };
  const car = asked.kind === 'listed' ? asked.vehicle : undefined;
  const about = car
    ? { car, dealership: dealershipOf(car, dealer) }
    : { car: asked.kind === 'none' ? ('none' as const) : ('gone' as const) };
  const access = formAccess(form, dealer, about);
  const closed = closedBy(access);
  if (closed) return { ...closed, car };
  if (asked.kind === 'gone' && carId) return { kind: 'open', car: undefined, goneCarId: carId };
  return { kind: 'open', car: access.kind === 'without_car' ? undefined : car };
}
