import * as v from 'valibot';
import { flag, whole } from './switches.ts';

/** FORM-12: when a car can be driven. */
export const TestDriveSchema = v.strictObject({
  slots: flag(
    false,
    'FORM-12: shoppers choose among the free times of the location; else they ask for any date and time',
  ),
  slotMinutes: whole(
    60,
    [15, 240],
    'FORM-12: from one time to the next, and how long a drive takes, minutes',
  ),
  horizonDays: whole(14, [1, 60], 'FORM-12: how far ahead times are offered, days from today'),
  noticeHours: whole(2, [0, 168], 'FORM-12: how long before its start a time is no longer offered, hours'),
  capacity: whole(1, [1, 50], 'FORM-12: test drives at one time at one location'),
});

export type TestDriveConfig = v.InferOutput<typeof TestDriveSchema>;
