import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Location } from '#src/config/sections/business/locations-section.ts';
import type { TestDriveTimes } from '#src/features/leads/endpoints/lead-endpoints.ts';
import { LOCATION_MESSAGE, SLOT_GONE_MESSAGE } from '#src/features/leads/fields/form-messages.ts';
import type { LeadErrors, LeadValues } from '#src/features/leads/fields/lead-field.ts';
import { type LocationRequest, testDriveLocation } from '#src/features/leads/forms/form-access.ts';
import { bookedSlots, bookSlot } from '#src/features/leads/server/queries/slot-booking-queries.ts';
import {
  type Booking,
  bookingRequest,
  freeSlots,
  isOffered,
  makeBooking,
  type SlotPlan,
  slotDays,
} from '#src/features/leads/test-drive/booking.ts';
import { timeZoneOf } from '#src/features/locations/hours/opening-hours.ts';
import { carLocation } from '#src/features/locations/vehicle-location.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import type { Database } from '#src/platform/database/database.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import type { Services } from '#src/server/services.ts';

export type DrivenCar = Pick<Vehicle, 'location_slug' | 'dealership_slug'>;

export type OfferedLocation = { location: Location; plan: SlotPlan };

/** FORM-12: undefined if the dealer offers no times here. Does not check whether the car may be driven. */
function offeredLocation(
  dealer: DealerConfig,
  { locationId, car }: LocationRequest & { car?: DrivenCar | undefined },
): OfferedLocation | undefined {
  if (!dealer.testDrive.slots) return undefined;
  const location = testDriveLocation(dealer, { locationId, car });
  if (!location) return undefined;
  const plan: SlotPlan = {
    hours: location,
    rules: dealer.testDrive,
    timeZone: timeZoneOf(location, dealer),
  };
  return { location, plan };
}

export async function testDriveTimes(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  request: LocationRequest & { car?: DrivenCar | undefined },
): Promise<TestDriveTimes> {
  const offered = offeredLocation(dealer, request);
  if (!offered) return { location: null, time_zone: dealer.timeZone, days: [] };
  const { location, plan } = offered;
  const time_zone = plan.timeZone;
  const now = clock.now();
  const taken = await bookedSlots(db, {
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

/** Rolls back the lead if its requested slot is unavailable; the shopper then selects another. */
export class BookingRefused extends Error {
  readonly errors: LeadErrors;
  constructor(errors: LeadErrors) {
    super('The slot asked for is not free.');
    this.errors = errors;
  }
}

export type DriveBooking = {
  booking: Booking | undefined;
  /**
   * Books the slot in the lead's transaction.
   * @returns false if the shopper's network has reached its limit, so that the dealer confirms instead
   * @throws BookingRefused if it is not free
   */
  take(transaction: Database): Promise<boolean>;
};

/** The posted location, else the car's, else the main one. */
const requestedLocation = (dealer: DealerConfig, values: LeadValues, car: DrivenCar | undefined) =>
  dealer.locations.find(({ id }) => id === values.location_id) ??
  (car && carLocation(car, dealer.locations)) ??
  dealer.locations.find(({ primary }) => primary);

/** The booking of a lead without a slot: the dealer confirms the time, or another. */
export const asRequested = (booking: Booking): Booking => ({ ...booking, state: 'requested' });

/**
 * FORM-12: the booking of a form.
 * @param values validated
 * @param countSlot counts a slot for the sender and returns whether that is within the limit
 */
export function bookingOf(
  dealer: DealerConfig,
  values: LeadValues,
  car: DrivenCar | undefined,
  now: Date,
  countSlot: (transaction: Database) => Promise<boolean>,
): DriveBooking {
  const { slot = '', location_id: locationId } = values;
  const request = bookingRequest(values);
  const offered = slot === '' ? undefined : offeredLocation(dealer, { locationId, car });
  const location = offered?.location ?? requestedLocation(dealer, values, car);
  return {
    booking: request && location && makeBooking(request, location, timeZoneOf(location, dealer)),
    take: async (transaction) => {
      if (slot === '') return true;
      if (!offered && !car && !locationId) throw new BookingRefused({ location_id: LOCATION_MESSAGE });
      if (!offered || !isOffered(slot, offered.plan, now))
        throw new BookingRefused({ slot: SLOT_GONE_MESSAGE });
      if (!(await countSlot(transaction))) return false;
      const isBooked = await bookSlot(transaction, {
        dealer: dealer.slug,
        locationId: offered.location.id,
        slot,
        capacity: offered.plan.rules.capacity,
      });
      if (!isBooked) throw new BookingRefused({ slot: SLOT_GONE_MESSAGE });
      return true;
    },
  };
}
