import * as v from 'valibot';

/** `GET /api/test-drives/availability?location_id=…&car_id=…`; both may be left out. */
export const TEST_DRIVE_TIMES_PATH = '/api/test-drives/availability';
/** FORM-12: the booking of a lead for a calendar. */
export const calendarPath = (lead: string): string => `/api/calendar/${lead}.ics`;

const described = (what: string) => v.pipe(v.string(), v.description(what));

const TestDriveDaySchema = v.strictObject({
  date: described('"YYYY-MM-DD"'),
  day: described('The day for people, "Friday 3 July"'),
  times: v.pipe(
    v.array(
      v.strictObject({
        slot: described('Value the form sends, "YYYY-MM-DDTHH:MM"'),
        time: described('The time for people, "9:30am"'),
      }),
    ),
    v.description('Its free times'),
  ),
});

/** 200. No location if none offers test drives, or several do and none was chosen. */
export const TestDriveTimesSchema = v.strictObject({
  location: v.pipe(
    v.nullable(v.strictObject({ id: described('Its id'), name: described('Its name') })),
    v.description('The location; null if no times are offered or no location was chosen'),
  ),
  time_zone: described('IANA name of the zone the times are in'),
  days: v.pipe(v.array(TestDriveDaySchema), v.description('Days with free times, soonest first')),
});
export type TestDriveTimes = v.InferOutput<typeof TestDriveTimesSchema>;

const TIMES_TIMEOUT_MS = 8000;

/** The free times for a car or at a location; undefined if unavailable. Never rejects. */
export async function fetchTestDriveTimes(wish: {
  locationId?: string | undefined;
  carId?: string | undefined;
}): Promise<TestDriveTimes | undefined> {
  const query = new URLSearchParams();
  if (wish.locationId) query.set('location_id', wish.locationId);
  if (wish.carId) query.set('car_id', wish.carId);
  try {
    const response = await fetch(`${TEST_DRIVE_TIMES_PATH}?${query}`, {
      signal: AbortSignal.timeout(TIMES_TIMEOUT_MS),
    });
    return response.ok ? ((await response.json()) as TestDriveTimes) : undefined;
  } catch {
    return undefined;
  }
}
