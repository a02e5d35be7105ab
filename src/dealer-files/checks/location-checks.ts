import type { DealerConfig } from '#src/config/dealer-config.ts';
import { STATES } from '#src/config/sections/states.ts';
import { didYouMean, type Finding } from '#src/dealer-files/config-problem.ts';
import { repeated } from '#src/dealer-files/find-places.ts';
import { TIME_ZONES_OF } from '#src/features/locations/hours/opening-hours.ts';
import { isPostcodeOf } from '#src/features/locations/postcode-state.ts';

type SpecialDay = { path: string; date: string; location: string };

/** All special days with their locations, wherever the file lists them. */
const specialDays = ({ locations }: DealerConfig): SpecialDay[] =>
  locations.flatMap(({ id, special_hours }, at) =>
    special_hours.map(({ date, location_id }, day) => ({
      path: `locations.${at}.special_hours.${day}`,
      date,
      location: location_id ?? id,
    })),
  );

/** LOC-14: a day must have one set of hours, and a special day an existing location. */
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

/** LOC-13: a postcode must be in the state of its address. */
const postcodes = ({ locations }: DealerConfig): Finding[] =>
  locations.flatMap(({ address: { state, postcode } }, at) => {
    if (isPostcodeOf(state, postcode)) return [];
    const others = STATES.filter((other) => isPostcodeOf(other, postcode)).map((other) =>
      other.toUpperCase(),
    );
    const whose = others.length > 0 ? `which is in ${others.join(' and ')}` : 'which no state has';
    return [
      {
        path: `locations.${at}.address.postcode`,
        expected: `a postcode in ${state.toUpperCase()}`,
        received: `${JSON.stringify(postcode)}, ${whose}`,
        remedy: 'Change the postcode, or the "state" beside it.',
      },
    ];
  });

/** LOC-14: a wrong time zone would shift opening hours. */
function timeZone(dealer: DealerConfig): Finding[] {
  const states = [...new Set(dealer.locations.map(({ address }) => address.state))];
  const zones = states.flatMap((state) => TIME_ZONES_OF[state]);
  const main = dealer.locations.find(({ primary }) => primary) ?? dealer.locations[0];
  if (!main || zones.includes(dealer.timeZone)) return [];
  const [usual] = TIME_ZONES_OF[main.address.state];
  return [
    {
      path: 'timeZone',
      expected: `a time zone of ${states.map((state) => state.toUpperCase()).join(' or ')}, where the locations are`,
      received: JSON.stringify(dealer.timeZone),
      remedy: `Write ${JSON.stringify(usual)}.`,
    },
  ];
}

/** LOC-14: a location's time zone must be one of its state. */
const ownTimeZones = ({ locations }: DealerConfig): Finding[] =>
  locations.flatMap(({ timeZone: zone, address: { state } }, at) => {
    const zones = TIME_ZONES_OF[state];
    if (zone === undefined || zones.includes(zone)) return [];
    return [
      {
        path: `locations.${at}.timeZone`,
        expected: `a time zone of ${state.toUpperCase()}, where the location is`,
        received: JSON.stringify(zone),
        remedy: `Write ${JSON.stringify(zones[0])}, or leave it out.`,
      },
    ];
  });

export const checkPlaces = (dealer: DealerConfig): Finding[] => [
  ...postcodes(dealer),
  ...timeZone(dealer),
  ...ownTimeZones(dealer),
];

/** Leads and pages look up locations and dealerships by these keys. */
function twinsOf<K extends 'slug' | 'id'>(
  list: string,
  key: K,
  items: readonly Record<K, string>[],
): Finding[] {
  return repeated(items, (item) => item[key]).map((at) => ({
    path: `${list}.${at}.${key}`,
    expected: `each ${key} once in "${list}"`,
    received: JSON.stringify(items[at]?.[key]),
    remedy: `Give each entry its own ${key}.`,
  }));
}

const namesOf = (items: readonly { slug: string }[]) => items.map(({ slug }) => slug).join(', ');

function unknownDealerships({ locations, dealerships, finance, websites }: DealerConfig): Finding[] {
  const known = new Set(dealerships.map(({ slug }) => slug));
  const places = [
    ...locations.map(({ dealership }, at) => [`locations.${at}.dealership`, dealership] as const),
    ...finance.hiddenDealerships.map((slug, at) => [`finance.hiddenDealerships.${at}`, slug] as const),
    ...websites.flatMap(({ dealership }, at) =>
      dealership === undefined ? [] : [[`websites.${at}.dealership`, dealership] as const],
    ),
  ];
  return places
    .filter(([, slug]) => !known.has(slug))
    .map(([path, slug]) => ({
      path,
      expected: `the slug of one of this file's dealerships: ${[...known].join(', ')}`,
      received: JSON.stringify(slug),
      remedy: 'Name an existing dealership, or add it to "dealerships".',
    }));
}

/** LOC-09: the carousel must reference existing locations; hidden ones are left out. */
function unknownInRow({ locations, ourLocations }: DealerConfig): Finding[] {
  const slugs = locations.map(({ slug }) => slug);
  return Object.entries({ only: ourLocations.only, order: ourLocations.order }).flatMap(([list, entries]) =>
    entries.flatMap((slug, at) =>
      slugs.includes(slug)
        ? []
        : [
            {
              path: `ourLocations.${list}.${at}`,
              expected: `the slug of one of this file's locations: ${namesOf(locations)}`,
              received: JSON.stringify(slug),
              remedy: didYouMean(slug, slugs) ?? 'Name an existing location, or take the entry out.',
            },
          ],
    ),
  );
}

function unknownNeighbours({ locations }: DealerConfig): Finding[] {
  const known = new Set(locations.map(({ slug }) => slug));
  return locations.flatMap(({ distribution_locations }, at) =>
    distribution_locations.flatMap((slug, entry) =>
      known.has(slug)
        ? []
        : [
            {
              path: `locations.${at}.distribution_locations.${entry}`,
              expected: `the slug of one of this file's locations: ${namesOf(locations)}`,
              received: JSON.stringify(slug),
              remedy: 'Name an existing location, or take the entry out.',
            },
          ],
    ),
  );
}

/** LOC-02: a licence must have the same label on every page. */
function licencesUnderTwoLabels({ dealerships, locations }: DealerConfig): Finding[] {
  const labels = new Map(dealerships.map(({ licenceNumber, licenceLabel }) => [licenceNumber, licenceLabel]));
  return locations.flatMap(({ dealership, dealer_license_number, licenceLabel }, at) => {
    const holder = dealerships.find(({ slug }) => slug === dealership);
    const number = dealer_license_number ?? holder?.licenceNumber;
    const label = licenceLabel ?? holder?.licenceLabel;
    const known = number === undefined ? undefined : labels.get(number);
    if (number === undefined || label === undefined || known === label) return [];
    if (known === undefined) {
      labels.set(number, label);
      return [];
    }
    return [
      {
        path: `locations.${at}.licenceLabel`,
        expected: `"${known}", which labels licence ${number} elsewhere in this file`,
        received: JSON.stringify(label),
        remedy: 'Use one label for the licence, or give this location its own "dealer_license_number".',
      },
    ];
  });
}

/** The primary location must be visible: footer, messages and leads name it. */
function onePrimary({ locations }: DealerConfig): Finding[] {
  const primaries = [...locations.entries()].filter(([, { primary }]) => primary);
  const [first] = primaries;
  if (first === undefined || primaries.length > 1) {
    return [
      {
        path: 'locations',
        expected: 'exactly one location with "primary": true',
        received: `${primaries.length} of them`,
        remedy: 'Mark the main location with "primary": true and no other.',
      },
    ];
  }
  const [at, { visible }] = first;
  if (visible) return [];
  return [
    {
      path: `locations.${at}.visible`,
      expected: 'true, as every page names the primary location',
      received: 'false',
      remedy: 'Show this location, or mark another as the primary one.',
    },
  ];
}

/** CFG-06, LOC-12: dealerships, locations and references to them. */
export const checkLocations = (dealer: DealerConfig): Finding[] => [
  ...unknownDealerships(dealer),
  ...unknownNeighbours(dealer),
  ...unknownInRow(dealer),
  ...twinsOf('locations', 'slug', dealer.locations),
  ...twinsOf('locations', 'id', dealer.locations),
  ...twinsOf('dealerships', 'slug', dealer.dealerships),
  ...twinsOf('dealerships', 'id', dealer.dealerships),
  ...onePrimary(dealer),
  ...licencesUnderTwoLabels(dealer),
];
