import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Location } from '#src/config/sections/locations.ts';
import { zonedDate } from '#src/domain/clock.ts';
import { slotDays } from '#src/domain/lead/test-drive/slot-words.ts';
import { type PlaceWish, testDrivePlace } from '#src/domain/lead/test-drive/test-drive-place.ts';
import { freeSlots, type SlotPlan } from '#src/domain/lead/test-drive/test-drive-slots.ts';
import { timeZoneOf } from '#src/domain/location/time-zones.ts';
import type { Vehicle } from '#src/domain/vehicle/vehicle.ts';
import { takenSlots } from '#src/providers/database/slot-bookings.ts';
import type { TestDriveTimes } from '#src/wire/test-drives.ts';
import type { Services } from '../../services.ts';

export type DrivenCar = Pick<Vehicle, 'location_slug' | 'dealership_slug'>;

/** The place and rules of free times. */
export type OfferedPlace = { location: Location; plan: SlotPlan };

/** FORM-12: undefined if the dealer offers no times here. Whether the car may be driven is checked before. */
export function offeredPlace(
  dealer: DealerConfig,
  { locationId, car }: PlaceWish & { car?: DrivenCar | undefined },
): OfferedPlace | undefined {
  if (!dealer.testDrive.slots) return undefined;
  const location = testDrivePlace(dealer, { locationId, car });
  if (!location) return undefined;
  const plan: SlotPlan = {
    hours: location,
    rules: dealer.testDrive,
    timeZone: timeZoneOf(location, dealer),
  };
  return { location, plan };
}

/** The free times for a car or at a location. */
export async function testDriveTimes(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  wish: PlaceWish & { car?: DrivenCar | undefined },
): Promise<TestDriveTimes> {
  const offered = offeredPlace(dealer, wish);
  if (!offered) return { location: null, time_zone: dealer.timeZone, days: [] };
  const { location, plan } = offered;
  const time_zone = plan.timeZone;
  const now = clock.now();
  const taken = await takenSlots(db, {
    dealer: dealer.slug,
    locationId: location.id,
    from: zonedDate(now, time_zone).date,
  });
  return {
    location: { id: location.id, name: location.name },
    time_zone,
    days: slotDays(freeSlots(plan, now, taken)),
  };
}
