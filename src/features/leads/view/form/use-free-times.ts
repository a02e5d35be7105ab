import { type RefObject, useEffect, useState } from 'react';
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

/** The fields with these times to choose from, or any day where none are free. */
function withTimes(
  fields: readonly LeadField[],
  { location, days }: Pick<TestDriveTimes, 'location' | 'days'>,
): LeadField[] {
  const earliest = fields.find(({ type }) => type === 'date')?.earliest;
  const context = { today: earliest, slots: slotOptions(days), slotPlace: location?.name };
  return withBooking(fields, bookingFields(context));
}

/**
 * FORM-12: free times are requested again if one of them may be taken, and when another place is chosen. If they are
 * unavailable, any day can be entered.
 * @param refusal the server's last refusal of the chosen time
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
    const place = fields.find(({ bringsTimes }) => bringsTimes);
    const chosen = () => (place ? textOf(new FormData(form), place.name) : '');
    const over = new AbortController();
    let shownFor = place?.value ?? '';
    async function ask(of: HTMLFormElement) {
      const data = new FormData(of);
      const wish = { carId: textOf(data, 'car_id'), locationId: textOf(data, 'location_id') };
      const found = await fetchTestDriveTimes(wish);
      // Another place may have been chosen in the meantime.
      if (over.signal.aborted || wish.locationId !== textOf(new FormData(of), 'location_id')) return;
      setTimes(found ?? UNKNOWN);
    }
    function choose() {
      if (chosen() === shownFor) return;
      shownFor = chosen();
      void ask(form as HTMLFormElement);
    }
    if (refusal) void ask(form);
    // Also what was chosen before the island woke.
    else choose();
    form.addEventListener('change', choose, { signal: over.signal });
    return () => over.abort();
  }, [fields, refusal, formRef]);

  return times ? withTimes(fields, times) : fields;
}
