import type { DealerConfig } from '#src/config/dealer-config.ts';
import { didYouMean } from '../nearest.ts';
import type { Finding } from '../problem.ts';
import { repeated } from './repeated.ts';

/** Leads and pages find their location and dealership by these keys. */
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

/** LOC-09: the carousel names locations that exist; it leaves out those that are hidden. */
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

/** LOC-02: a licence is called the same on every page. */
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

/** One that shoppers may see: the footer, messages and leads name it. */
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

/** CFG-06, LOC-12: dealerships, locations and what refers to them. */
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
