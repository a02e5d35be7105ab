import type { Location } from '#src/config/sections/locations.ts';

const SCHEMA_DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** schema.org AutoDealer of one location. @param url address of its page */
export function locationJsonLd(location: Location, dealer: string, url: string): object {
  const { address } = location;
  return {
    '@context': 'https://schema.org',
    '@type': ['service', 'parts', 'service-and-parts'].includes(location.location_type)
      ? 'AutoRepair'
      : 'AutoDealer',
    name: location.name,
    parentOrganization: { '@type': 'Organization', name: dealer },
    url,
    telephone: location.phone,
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
    openingHoursSpecification: location.opening_hours.flatMap(({ weekday, status, open, close }) =>
      status === 'Open' && open && close
        ? [
            {
              '@type': 'OpeningHoursSpecification',
              dayOfWeek: SCHEMA_DAYS[weekday],
              opens: open,
              closes: close,
            },
          ]
        : [],
    ),
  };
}
