import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { LeadErrors, LeadValues } from '#src/domain/lead/lead-field.ts';
import { LOCATION_MESSAGE, SLOT_GONE_MESSAGE } from '#src/domain/lead/messages.ts';
import { type Booking, bookingWish, makeBooking } from '#src/domain/lead/test-drive/booking.ts';
import { isOffered } from '#src/domain/lead/test-drive/test-drive-slots.ts';
import { carLocation } from '#src/domain/location/car-location.ts';
import { timeZoneOf } from '#src/domain/location/time-zones.ts';
import type { Database } from '#src/providers/database/database.ts';
import { takeSlot } from '#src/providers/database/slot-bookings.ts';
import { type DrivenCar, offeredPlace } from './test-drive-times.ts';

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
