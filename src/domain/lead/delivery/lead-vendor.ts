import type { Location } from '#src/config/sections/locations.ts';

/** The dealer a lead is for, as sent to the receiver. */
export type LeadVendor = {
  /** Trading name of the site's dealer. */
  name: string;
  /** Of the dealership that holds the licence. */
  dealership: string;
  /** Address of the site. */
  url: string;
  email: string;
  phone: string;
  /** IANA name: requests are dated by the dealer's clock. */
  timeZone: string;
  /** The location asked for, or holding the car. */
  location?: Pick<Location, 'name' | 'phone' | 'address'>;
};
