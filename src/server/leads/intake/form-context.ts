import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type KindOfStock, mainKind } from '#src/config/sections/verticals.ts';
import { zonedDate } from '#src/domain/clock.ts';
import { carIdsOf } from '#src/domain/lead/car-ids.ts';
import type { FormContext } from '#src/domain/lead/form-settings.ts';
import type { LeadValues } from '#src/domain/lead/lead-field.ts';
import { slotOptions } from '#src/domain/lead/test-drive/slot-options.ts';
import { testDrivePlaces } from '#src/domain/lead/test-drive/test-drive-place.ts';
import type { Services } from '../../services.ts';
import { type DrivenCar, testDriveTimes } from './test-drive-times.ts';

function carOf(values: LeadValues): Pick<FormContext, 'carId'> {
  const [carId] = carIdsOf(values);
  return carId === undefined ? {} : { carId };
}

type AskedCar = DrivenCar & { id: string; item_type: KindOfStock };

/**
 * The context of a form that was sent. Its time is checked against the bookings in the lead's own transaction.
 * @param kind of the vehicle it is about, once that is known
 */
export const sentContext = (
  { clock }: Pick<Services, 'clock'>,
  { timeZone, testDrive, locations, dealerships, verticals }: DealerConfig,
  values: LeadValues,
  kind: KindOfStock = mainKind(verticals),
): FormContext => ({
  ...carOf(values),
  kind,
  today: zonedDate(clock.now(), timeZone).date,
  ...(testDrive.slots
    ? {
        slots: 'any',
        places: testDrivePlaces({ locations, dealerships }).map(({ id, name }) => ({
          value: id,
          label: name,
        })),
      }
    : {}),
});

/**
 * The context of a form to show, including free times for a test drive.
 * @param car the requested car, if known
 */
export async function shownContext(
  services: Services,
  dealer: DealerConfig,
  form: string,
  { car, locationId }: { car?: AskedCar | undefined; locationId?: string | undefined },
): Promise<FormContext> {
  const { slots: _, ...sent } = sentContext(services, dealer, { car_id: car?.id ?? '' });
  const context = { ...sent, kind: car?.item_type ?? sent.kind };
  if (form !== 'test-drive' || !dealer.testDrive.slots) return context;
  // If bookings cannot be read, the form stays: any day can be entered.
  const times = await testDriveTimes(services, dealer, { locationId, car }).catch(() => undefined);
  if (!times?.location) return context;
  const { id, name } = times.location;
  return { ...context, locationId: id, slots: slotOptions(times.days), slotPlace: name };
}
