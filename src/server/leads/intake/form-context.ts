import type { DealerConfig } from '#src/config/dealer-config.ts';
import { zonedDate } from '#src/domain/clock.ts';
import type { FormContext } from '#src/domain/lead/form-settings.ts';
import type { LeadValues } from '#src/domain/lead/lead-field.ts';
import { slotOptions } from '#src/domain/lead/test-drive/slot-options.ts';
import { testDrivePlaces } from '#src/domain/lead/test-drive/test-drive-place.ts';
import type { Services } from '../../services.ts';
import { type DrivenCar, testDriveTimes } from './test-drive-times.ts';

/** What a form that was sent is about. Free times are held against the diary in the lead's own transaction. */
export const sentContext = (
  { clock }: Pick<Services, 'clock'>,
  { timeZone, testDrive, locations, dealerships }: DealerConfig,
  { car_id: carId = '' }: LeadValues,
): FormContext => ({
  ...(carId === '' ? {} : { carId }),
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
 * What a form that is shown is about, the free times of its test drive included.
 * @param car the one asked about, where it is known
 */
export async function shownContext(
  services: Services,
  dealer: DealerConfig,
  form: string,
  { car, locationId }: { car?: (DrivenCar & { id: string }) | undefined; locationId?: string | undefined },
): Promise<FormContext> {
  const { slots: _, ...context } = sentContext(services, dealer, { car_id: car?.id ?? '' });
  if (form !== 'test-drive' || !dealer.testDrive.slots) return context;
  // A diary that cannot be read takes no form away: then any day can be asked for.
  const times = await testDriveTimes(services, dealer, { locationId, car }).catch(() => undefined);
  if (!times?.location) return context;
  const { id, name } = times.location;
  return { ...context, locationId: id, slots: slotOptions(times.days), slotPlace: name };
}
