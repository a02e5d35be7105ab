import type { SlotDay } from '#src/domain/lead/test-drive/slot-words.ts';

/** `GET /api/test-drives/availability?location_id=…&car_id=…`; both may be left out. */
export const TEST_DRIVE_TIMES_PATH = '/api/test-drives/availability';

/** 200. No location where none does test drives, or several do and nobody has said which. */
export type TestDriveTimes = {
  location: { id: string; name: string } | null;
  time_zone: string;
  days: SlotDay[];
};

const RESPONSE_TIMEOUT_MS = 8000;

/** The free times for a car or at a location; undefined where they cannot be had. Never rejects. */
export async function fetchTestDriveTimes(wish: {
  locationId?: string | undefined;
  carId?: string | undefined;
}): Promise<TestDriveTimes | undefined> {
  const query = new URLSearchParams();
  if (wish.locationId) query.set('location_id', wish.locationId);
  if (wish.carId) query.set('car_id', wish.carId);
  try {
    const response = await fetch(`${TEST_DRIVE_TIMES_PATH}?${query}`, {
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    return response.ok ? ((await response.json()) as TestDriveTimes) : undefined;
  } catch {
    return undefined;
  }
}
