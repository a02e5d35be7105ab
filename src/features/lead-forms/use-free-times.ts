import { type RefObject, useEffect, useState } from 'react';
import type { LeadField } from '#src/domain/lead/lead-field.ts';
import { slotOptions, withSlots } from '#src/domain/lead/slot-options.ts';
import { fetchTestDriveTimes, type TestDriveTimes } from '#src/wire/test-drives.ts';

const textOf = (data: FormData, name: string): string => String(data.get(name) ?? '');

/**
 * FORM-12: a page that is kept holds no times, and one of those it holds may be taken; both times they are asked for
 * anew. Where they cannot be had, the field stays as it is.
 * @param refusal what the server has just said against the time chosen
 */
export function useFreeTimes(
  fields: readonly LeadField[],
  formRef: RefObject<HTMLFormElement | null>,
  refusal: object | undefined,
): readonly LeadField[] {
  const [times, setTimes] = useState<TestDriveTimes>();
  const slot = fields.find(({ type }) => type === 'slot');
  const isBare = slot !== undefined && (slot.options ?? []).length < 2;

  useEffect(() => {
    if (!formRef.current || !(refusal || isBare)) return;
    let isOver = false;
    const data = new FormData(formRef.current);
    const wish = { carId: textOf(data, 'car_id'), locationId: textOf(data, 'location_id') };
    void fetchTestDriveTimes(wish).then((found) => {
      if (found && !isOver) setTimes(found);
    });
    return () => {
      isOver = true;
    };
  }, [isBare, refusal, formRef]);

  if (!times) return fields;
  const place = times.location?.name;
  return fields.map((field) => (field === slot ? withSlots(field, slotOptions(times.days), place) : field));
}
