import type { Location } from '#src/config/sections/locations.ts';
import { sellsCars } from './directory.ts';
import { dayName } from './hours.ts';

const SCHEMA = 'https://schema.org';

type Site = {
  origin: string;
  name: string;
  /** Of the location's page, as the site spells it. */
  path: string;
  /** Average and number of its reviews, where its page shows them. */
  rating?: { average: number; count: number } | undefined;
};

/** schema.org AutoDealer, or AutoRepair where only service is done, with its usual and its special hours. */
export function locationJsonLd(location: Location, { origin, name, path, rating }: Site): object {
  const { address, opening_hours, special_hours, phone, landline_phone, image } = location;
  return {
    '@context': SCHEMA,
    '@type': sellsCars(location) ? 'AutoDealer' : 'AutoRepair',
    '@id': `${origin}${path}`,
    url: `${origin}${path}`,
    name: location.name,
    parentOrganization: { '@type': 'Organization', name, url: `${origin}/` },
    telephone: landline_phone === undefined ? phone : [phone, landline_phone],
    ...(rating && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: Number(rating.average.toFixed(1)),
        reviewCount: rating.count,
        bestRating: 5,
        worstRating: 0,
      },
    }),
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

// Midnight to midnight is how schema.org says "closed all day".
const specialDay = ({ date, status, start_hour, end_hour, hours }: Location['special_hours'][number]) => ({
  '@type': 'OpeningHoursSpecification',
  validFrom: date,
  validThrough: date,
  opens: status === 'Open' ? (start_hour ?? hours?.begin) : '00:00',
  closes: status === 'Open' ? (end_hour ?? hours?.end) : '00:00',
});
