import type { PublicConfig } from '#src/config/public/public-config.ts';
import type { FormName } from '#src/config/sections/form-words.ts';
import type { InfoPageName } from '#src/config/sections/info-pages.ts';
import type { Location } from '#src/config/sections/locations.ts';
import { buysCars, sellsCars } from '#src/domain/location/directory.ts';
import { tabsOf } from '#src/domain/location/location-groups.ts';
import { formPath, infoPath, locationContactPath, placeStockPath } from '#src/routing/page-paths.ts';

/** Links from a location; undefined for services it does not offer or without a page. */
export type LocationLinks = {
  contact: string;
  /** Only the form, if the contact page is the location's own. */
  enquiry: string | undefined;
  stock: string | undefined;
  service: string | undefined;
  parts: string | undefined;
  /** LOC-12: whether shoppers' cars are bought there. */
  buysCars: boolean;
  tradeIn: string | undefined;
};

/** LOC-04, LOC-12. */
export function locationLinks(site: PublicConfig, location: Location): LocationLinks {
  const tabs = tabsOf(location);
  const page = (name: InfoPageName) => (site.pages[name].enabled ? infoPath(site, name) : undefined);
  const isContactApart = site.links.locationContact !== 'location';
  return {
    contact: locationContactPath(site, location),
    enquiry: isContactApart ? formOf(location, 'contact') : undefined,
    stock: sellsCars(location) ? placeStockPath(location) : undefined,
    service: tabs.includes('service') ? serviceLink(site, location) : undefined,
    parts: tabs.includes('parts') ? page('vehicle-parts-and-accessories') : undefined,
    buysCars: buysCars(location),
    tradeIn: page('trade-in'),
  };
}

const formOf = ({ id }: Location, form: FormName): string =>
  `${formPath(form)}?location_id=${encodeURIComponent(id)}`;

/**
 * LOC-04: the booking link that is right for every make of the workshop, else the page that lists them all, else the
 * workshop's form.
 */
function serviceLink(site: PublicConfig, location: Location): string | undefined {
  const { manufacturers } = location;
  const bookings = site.serviceBooking;
  const makes = manufacturers.length > 0 ? manufacturers : [undefined];
  const [only, ...others] = new Set(makes.map((make) => serviceBookingFor(bookings, make)?.url));
  const list = site.pages.service.enabled ? infoPath(site, 'service') : undefined;
  if (others.length === 0) return only ?? list;
  return list === undefined ? formOf(location, 'service') : `${list}#booking`;
}

type Booking = { name: string; make?: string | undefined; url: string };

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** CFG-11, LOC-04: the service booking link of a make, else one for any make. */
export const serviceBookingFor = (
  bookings: readonly Booking[],
  own: string | undefined,
): Booking | undefined =>
  bookings.find(({ make }) => make !== undefined && own !== undefined && isSame(own, make)) ??
  bookings.find(({ make }) => make === undefined);
