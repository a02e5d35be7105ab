import * as v from 'valibot';
import { flag, whole } from '#src/config/sections/setting-types.ts';

/** FORM-12: test drive availability. */
export const TestDriveSchema = v.strictObject({
  slots: flag(
    false,
    'FORM-12: shoppers pick one of the location’s free times; off, they ask for any date and time',
  ),
  slotMinutes: whole(60, [15, 240], 'FORM-12: length of a test drive, and the step between times, minutes'),
  horizonDays: whole(14, [1, 60], 'FORM-12: how far ahead times are offered, days from today'),
  noticeHours: whole(2, [0, 168], 'FORM-12: shortest notice for a test drive, hours'),
  capacity: whole(1, [1, 50], 'FORM-12: most test drives at the same time at one location'),
});

export type TestDriveConfig = v.InferOutput<typeof TestDriveSchema>;
