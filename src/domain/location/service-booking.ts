import type { Location } from '#src/config/sections/locations.ts';

type Booking = { name: string; make?: string | undefined; url: string };

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** CFG-11, LOC-04: where a service is booked at a location: the link of one of its makes, else one that is for any make. */
export const serviceBookingFor = (
  bookings: readonly Booking[],
  { manufacturers }: Pick<Location, 'manufacturers'>,
): Booking | undefined =>
  bookings.find(({ make }) => make !== undefined && manufacturers.some((own) => isSame(own, make))) ??
  bookings.find(({ make }) => make === undefined);
