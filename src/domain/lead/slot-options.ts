import type { FieldOption, LeadField } from './lead-field.ts';
import type { SlotDay } from './slot-words.ts';

/** FORM-12: decision 28 keeps the time optional; so there is always a way without one. */
const NO_SLOT: FieldOption = { value: '', label: 'Call me to find a time' };

/** Free times as choices of a field, under their days. */
export const slotOptions = (days: readonly SlotDay[]): FieldOption[] =>
  days.flatMap(({ day, times }) => times.map(({ slot, time }) => ({ value: slot, label: time, group: day })));

/** A field that offers these times. @param place name of the location they are for */
export const withSlots = (
  field: LeadField,
  slots: readonly FieldOption[],
  place: string | undefined,
): LeadField => ({
  ...field,
  options: [NO_SLOT, ...slots],
  ...(place === undefined ? {} : { hint: `Free times at ${place}` }),
});
