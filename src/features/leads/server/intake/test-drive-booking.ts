import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Location } from '#src/config/sections/business/locations-section.ts';
import type { TestDriveTimes } from '#src/features/leads/endpoints/lead-endpoints.ts';
import { LOCATION_MESSAGE, SLOT_GONE_MESSAGE } from '#src/features/leads/fields/form-messages.ts';
import type { LeadErrors, LeadValues } from '#src/features/leads/fields/lead-field.ts';
import { type PlaceWish, testDrivePlace } from '#src/features/leads/forms/form-access.ts';
import { takenSlots, takeSlot } from '#src/features/leads/server/queries/slot-booking-queries.ts';
import {
  type Booking,
  bookingWish,
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

/** The place and rules of free times. */
export type OfferedPlace = { location: Location; plan: SlotPlan };

/** FORM-12: undefined if the dealer offers no times here. Whether the car may be driven is checked before. */
function offeredPlace(
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

/** The lead is stored only with its requested slot; otherwise the shopper chooses again. */
export class BookingRefused extends Error {
  readonly errors: LeadErrors;
  constructor(errors: LeadErrors) {
    super('The slot asked for is not free.');
    this.errors = errors;
  }
}

export type DriveBooking = {
  /** For the payload. */
  booking: Booking | undefined;
  /**
   * Takes the slot in the lead's own transaction.
   * @returns whether the shopper has it; false if their network has reached its limit, so that the dealer confirms
   * @throws BookingRefused if it is not free
   */
  take(transaction: Database): Promise<boolean>;
};

/** The location the form names, else the car's, else the main one. */
const wishedLocation = (dealer: DealerConfig, values: LeadValues, car: DrivenCar | undefined) =>
  dealer.locations.find(({ id }) => id === values.location_id) ??
  (car && carLocation(car, dealer.locations)) ??
  dealer.locations.find(({ primary }) => primary);

/** The booking of a lead that takes no slot: the dealer confirms the time, or another. */
export const asWish = (booking: Booking): Booking => ({ ...booking, state: 'requested' });

/**
 * FORM-12: the booking for a form's time.
 * @param values checked
 * @param mayHold counts one more slot for the sender and returns whether that is within the limit
 */
export function bookingOf(
  dealer: DealerConfig,
  values: LeadValues,
  car: DrivenCar | undefined,
  now: Date,
  mayHold: (transaction: Database) => Promise<boolean>,
): DriveBooking {
  const { slot = '', location_id: locationId } = values;
  const wish = bookingWish(values);
  const offered = slot === '' ? undefined : offeredPlace(dealer, { locationId, car });
  const location = offered?.location ?? wishedLocation(dealer, values, car);
  return {
    booking: wish && location && makeBooking(wish, location, timeZoneOf(location, dealer)),
    take: async (transaction) => {
      if (slot === '') return true;
      if (!offered && !car && !locationId) throw new BookingRefused({ location_id: LOCATION_MESSAGE });
      if (!offered || !isOffered(slot, offered.plan, now))
        throw new BookingRefused({ slot: SLOT_GONE_MESSAGE });
      if (!(await mayHold(transaction))) return false;
      const isTaken = await takeSlot(transaction, {
        dealer: dealer.slug,
        locationId: offered.location.id,
        slot,
        capacity: offered.plan.rules.capacity,
      });
      if (!isTaken) throw new BookingRefused({ slot: SLOT_GONE_MESSAGE });
      return true;
    },
  };
}
