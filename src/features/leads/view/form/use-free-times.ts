import { type RefObject, useEffect, useMemo, useState } from 'react';
import { fetchTestDriveTimes, type TestDriveTimes } from '#src/features/leads/endpoints/lead-endpoints.ts';
import type { LeadField } from '#src/features/leads/fields/lead-field.ts';
import {
  bookingFields,
  isBookingField,
  slotOptions,
  withBooking,
} from '#src/features/leads/test-drive/booking-fields.ts';

const textOf = (data: FormData, name: string): string => String(data.get(name) ?? '');

const UNKNOWN = { location: null, days: [] };

/** Offers these times, or any day if none is free. */
function withTimes(
  fields: readonly LeadField[],
  { location, days }: Pick<TestDriveTimes, 'location' | 'days'>,
): LeadField[] {
  const earliest = fields.find(({ type }) => type === 'date')?.earliest;
  const context = { today: earliest, slots: slotOptions(days), slotPlace: location?.name };
  return withBooking(fields, bookingFields(context));
}

/**
 * FORM-12: refetches free times when the selected one was refused, and when another location is selected. If they are
 * unavailable, any day can be entered.
 * @param refusal the server's last refusal of the selected time
 */
export function useFreeTimes(
  fields: readonly LeadField[],
  formRef: RefObject<HTMLFormElement | null>,
  refusal: object | undefined,
): readonly LeadField[] {
  const [times, setTimes] = useState<Pick<TestDriveTimes, 'location' | 'days'>>();

  useEffect(() => {
    const form = formRef.current;
    if (!form || !fields.some(isBookingField)) return;
    const locationField = fields.find(({ loadsTimes }) => loadsTimes);
    const chosen = () => (locationField ? textOf(new FormData(form), locationField.name) : '');
    const controller = new AbortController();
    let loadedFor = locationField?.value ?? '';
    async function load(element: HTMLFormElement) {
      const data = new FormData(element);
      const request = { carId: textOf(data, 'car_id'), locationId: textOf(data, 'location_id') };
      const found = await fetchTestDriveTimes(request);
      // Another location may have been selected meanwhile.
      if (controller.signal.aborted || request.locationId !== textOf(new FormData(element), 'location_id'))
        return;
      setTimes(found ?? UNKNOWN);
    }
    function choose() {
      if (chosen() === loadedFor) return;
      loadedFor = chosen();
      void load(form as HTMLFormElement);
    }
    if (refusal) void load(form);
    // The location may have been selected before hydration.
    else choose();
    form.addEventListener('change', choose, { signal: controller.signal });
    return () => controller.abort();
  }, [fields, refusal, formRef]);

  return useMemo(() => (times ? withTimes(fields, times) : fields), [fields, times]);
}
