import type { PublicConfig } from '#src/config/public/public-config.ts';
import type { Location } from '#src/config/sections/business/locations-section.ts';
import type { InfoPageName } from '#src/config/sections/content/info-pages-section.ts';
import type { FormName } from '#src/config/sections/leads/lead-form-settings.ts';
import { capitalised, type StockNoun } from '#src/config/sections/stock/stock-terms.ts';
import { formPath, infoPath, locationContactPath, placeStockPath } from '#src/platform/routing/page-paths.ts';
import { dayName } from './hours/opening-hours.ts';
import { buysCars, type LocationTab, sellsCars, tabsOf } from './location-directory.ts';

/** Links of a location; undefined for services it does not offer, or without a page. */
export type LocationLinks = {
  /** LOC-04: Contact Us or Send Enquiry, never both. */
  contact: { label: string; href: string };
  stock: string | undefined;
  service: string | undefined;
  parts: string | undefined;
  /** LOC-12: whether the location buys shoppers' cars. */
  buysCars: boolean;
  tradeIn: string | undefined;
};

/** LOC-04, LOC-12. */
export function locationLinks(site: PublicConfig, location: Location): LocationLinks {
  const tabs = tabsOf(location);
  const page = (name: InfoPageName) => (site.pages[name].enabled ? infoPath(site, name) : undefined);
  return {
    contact:
      site.ourLocations.contactButton === 'enquiry'
        ? { label: 'Send Enquiry', href: formOf(location, 'contact') }
        : { label: 'Contact Us', href: locationContactPath(site, location) },
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
 * LOC-04: the booking link if it is the same for every make, or the page that lists them all, or the location's form.
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

/** CFG-11, LOC-04: the booking link of a make, or one for any make. */
export const serviceBookingFor = (
  bookings: readonly Booking[],
  own: string | undefined,
): Booking | undefined =>
  bookings.find(({ make }) => make !== undefined && own !== undefined && isSame(own, make)) ??
  bookings.find(({ make }) => make === undefined);

const together = new Intl.ListFormat('en-AU', { type: 'conjunction' });

/**
 * LOC-12: describes what a location does: `Sales of Toyota and Mazda`, `Used cars of every make`, `Cars by
 * subscription`.
 */
export function locationServices(
  location: Pick<Location, 'location_type' | 'manufacturers'>,
  { many, had }: StockNoun,
): { tab: LocationTab; text: string }[] {
  const makes = together.format(location.manufacturers);
  const texts: Record<LocationTab, string> = {
    sales: had ? capitalised(`${makes || many} ${had}`) : `Sales of ${makes || many}`,
    used: makes ? `Used ${many}: ${makes} and others` : `Used ${many} of every make`,
    service: makes ? `Servicing of ${makes}` : 'Servicing of every make',
    parts: 'Parts and accessories',
  };
  return tabsOf(location).map((tab) => ({ tab, text: texts[tab] }));
}

const SCHEMA = 'https://schema.org';

type Site = {
  origin: string;
  name: string;
  /** Public path of the location's page. */
  path: string;
};

/**
 * schema.org AutoDealer, or AutoRepair for service-only locations, with regular and special hours. CONT-263: without
 * ratings, which Google ignores where a business states its own and refuses where they come from another site.
 */
export function locationJsonLd(location: Location, { origin, name, path }: Site): object {
  const { address, opening_hours, special_hours, phone, landline_phone, image } = location;
  return {
    '@context': SCHEMA,
    '@type': sellsCars(location) ? 'AutoDealer' : 'AutoRepair',
    '@id': `${origin}${path}`,
    url: `${origin}${path}`,
    name: location.name,
    parentOrganization: { '@type': 'Organization', name, url: `${origin}/` },
    telephone: landline_phone === undefined ? phone : [phone, landline_phone],
    ...(image ? { image: new URL(image.image.url, origin).href } : {}),
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.street,
      addressLocality: address.city,
      addressRegion: address.state.toUpperCase(),
      postalCode: address.postcode,
      addressCountry: 'AU',
    },
    ...(address.lat !== undefined && address.long !== undefined
      ? { geo: { '@type': 'GeoCoordinates', latitude: address.lat, longitude: address.long } }
      : {}),
    ...(opening_hours.length > 0 ? { openingHoursSpecification: opening_hours.flatMap(weekday) } : {}),
    ...(special_hours.length > 0 ? { specialOpeningHoursSpecification: special_hours.map(specialDay) } : {}),
  };
}

const weekday = ({ weekday: day, status, open, close }: Location['opening_hours'][number]) =>
  status === 'Open'
    ? [
        {
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: `${SCHEMA}/${dayName(day)}`,
          opens: open,
          closes: close,
        },
      ]
    : [];

// schema.org expresses "closed all day" as midnight to midnight.
const specialDay = ({ date, status, start_hour, end_hour, hours }: Location['special_hours'][number]) => ({
  '@type': 'OpeningHoursSpecification',
  validFrom: date,
  validThrough: date,
  opens: status === 'Open' ? (start_hour ?? hours?.begin) : '00:00',
  closes: status === 'Open' ? (end_hour ?? hours?.end) : '00:00',
});
