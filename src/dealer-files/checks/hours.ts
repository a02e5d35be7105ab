import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Finding } from '../problem.ts';
import { repeated } from './repeated.ts';

type SpecialDay = { path: string; date: string; location: string };

/** Every special day with its location, wherever the file lists it. */
const specialDays = ({ locations }: DealerConfig): SpecialDay[] =>
  locations.flatMap(({ id, special_hours }, at) =>
    special_hours.map(({ date, location_id }, day) => ({
      path: `locations.${at}.special_hours.${day}`,
      date,
      location: location_id ?? id,
    })),
  );

/** LOC-14: a day has one set of hours, and a special day has a location. */
export function checkHours(dealer: DealerConfig): Finding[] {
  const days = specialDays(dealer);
  const known = new Set(dealer.locations.map(({ id }) => id));
  const unknown = days
    .filter(({ location }) => !known.has(location))
    .map(({ path, location }) => ({
      path: `${path}.location_id`,
      expected: `the id of one of this file's locations: ${[...known].join(', ')}`,
      received: JSON.stringify(location),
      remedy: 'Use one of these ids, or leave it out for the location that lists the hours.',
    }));
  const twice = repeated(days, ({ date, location }) => `${date} ${location}`).map((at) => ({
    path: `${days[at]?.path}.date`,
    expected: 'each day once for a location',
    received: `${days[at]?.date} for location ${days[at]?.location} again`,
    remedy: 'Keep one of the two entries.',
  }));
  return [...unknown, ...twice];
}
