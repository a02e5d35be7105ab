import type { FieldOption } from '../lead-field.ts';
import type { SlotDay } from './slot-words.ts';

/** Free times as choices of a field, under their days. A separate module: browsers need no date formatting. */
export const slotOptions = (days: readonly SlotDay[]): FieldOption[] =>
  days.flatMap(({ day, times }) => times.map(({ slot, time }) => ({ value: slot, label: time, group: day })));
