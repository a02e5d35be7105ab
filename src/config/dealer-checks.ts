import { MINIMUM_CONTRAST, weakPairs } from './contrast.ts';
import type { DealerConfig } from './dealer-config.ts';
import type { ConfigProblem } from './problem.ts';
import { SEARCH_WORDS } from './sections/search.ts';

type Finding = Omit<ConfigProblem, 'file'>;

function repeated<T>(items: readonly T[], keyOf: (item: T) => string): number[] {
  const seen = new Set<string>();
  return items.flatMap((item, at) => {
    const key = keyOf(item);
    if (seen.has(key)) return [at];
    seen.add(key);
    return [];
  });
}

/** Leads and pages find their location and dealership by these keys. */
function twinsOf<K extends 'slug' | 'id'>(
  list: string,
  key: K,
  items: readonly Record<K, string>[],
): Finding[] {
  return repeated(items, (item) => item[key]).map((at) => ({
    path: `${list}.${at}.${key}`,
    expected: `a ${key} that stands once in "${list}"`,
    received: JSON.stringify(items[at]?.[key]),
    remedy: `Give each entry its own ${key}.`,
  }));
}

/** NAV-14: under /search a dealership comes before a location, and both after the fixed words. */
function checkSearchPaths({ locations, dealerships }: DealerConfig): Finding[] {
  const words = new Set<string>(SEARCH_WORDS);
  const dealershipSlugs = new Set(dealerships.map(({ slug }) => slug));
  const clash = (path: string, slug: string, with_: string): Finding => ({
    path,
    expected: `a slug other than ${with_}, so that /search/${slug} means one thing`,
    received: JSON.stringify(slug),
    remedy: 'Choose another slug.',
  });
  return [
    ...dealerships.flatMap(({ slug }, at) =>
      words.has(slug) ? [clash(`dealerships.${at}.slug`, slug, 'a fixed search path')] : [],
    ),
    ...locations.flatMap(({ slug }, at) => {
      const path = `locations.${at}.slug`;
      if (words.has(slug)) return [clash(path, slug, 'a fixed search path')];
      return dealershipSlugs.has(slug) ? [clash(path, slug, "a dealership's")] : [];
    }),
  ];
}

function checkLocations({ locations, dealerships }: DealerConfig): Finding[] {
  const known = new Set(dealerships.map((d) => d.slug));
  const orphans = locations.flatMap((location, at) =>
    known.has(location.dealership)
      ? []
      : [
          {
            path: `locations.${at}.dealership`,
            expected: `the slug of one of this file's dealerships: ${[...known].join(', ')}`,
            received: JSON.stringify(location.dealership),
            remedy: 'Name an existing dealership, or add it to "dealerships".',
          },
        ],
  );
  const twins = [
    ...twinsOf('locations', 'slug', locations),
    ...twinsOf('locations', 'id', locations),
    ...twinsOf('dealerships', 'slug', dealerships),
    ...twinsOf('dealerships', 'id', dealerships),
  ];
  const primaries = locations.filter((l) => l.primary).length;
  const primary =
    primaries === 1
      ? []
      : [
          {
            path: 'locations',
            expected: 'exactly one location with "primary": true',
            received: `${primaries} of them`,
            remedy: 'Mark the main location with "primary": true and no other.',
          },
        ];
  return [...orphans, ...twins, ...primary];
}

/** CFG-20: a website of the group is told from the others by its slug. */
function checkWebsites({ websites }: DealerConfig): Finding[] {
  return repeated(websites, ({ slug }) => slug).map((at) => ({
    path: `websites.${at}.slug`,
    expected: 'a slug that stands once in "websites"',
    received: JSON.stringify(websites[at]?.slug),
    remedy: 'Give each website its own slug, or take the second one out.',
  }));
}

function checkContrast({ theme }: DealerConfig): Finding[] {
  return weakPairs(theme.colours).map(({ text, background, ratio }) => ({
    path: `theme.colours.${text}`,
    expected: `contrast of at least ${MINIMUM_CONTRAST}:1 on "${background}" ${theme.colours[background]}`,
    received: `${theme.colours[text]}, which reaches ${ratio.toFixed(2)}:1`,
    remedy: `Darken or lighten "${text}" or "${background}".`,
  }));
}

/** Fees only ever add to a rate, so a lower comparison rate is a slip that would mislead. */
function checkFinance({ finance: { interestRate, comparisonRate } }: DealerConfig): Finding[] {
  if (comparisonRate === null || comparisonRate >= interestRate) return [];
  return [
    {
      path: 'finance.comparisonRate',
      expected: `at least the interest rate of ${interestRate}`,
      received: `${comparisonRate}`,
      remedy: "Copy the lender's comparison rate, or write null to show no repayments.",
    },
  ];
}

/** Rules that span several keys of one file. */
export function checkDealer(dealer: DealerConfig): Finding[] {
  return [
    ...checkLocations(dealer),
    ...checkSearchPaths(dealer),
    ...checkWebsites(dealer),
    ...checkContrast(dealer),
    ...checkFinance(dealer),
  ];
}

/** Rules that span files: every slug and host belongs to one dealer. */
export function checkFleet(dealers: readonly { file: string; dealer: DealerConfig }[]): ConfigProblem[] {
  const owners = new Map<string, string>();
  return dealers.flatMap(({ file, dealer }) =>
    [
      { path: 'slug', key: `slug ${dealer.slug}`, shown: dealer.slug },
      ...dealer.hosts.map((host, at) => ({ path: `hosts.${at}`, key: `host ${host}`, shown: host })),
    ].flatMap(({ path, key, shown }) => {
      const owner = owners.get(key);
      if (owner === undefined) {
        owners.set(key, file);
        return [];
      }
      return [
        {
          file,
          path,
          expected: 'a value no other dealer file has',
          received: `${JSON.stringify(shown)}, which ${owner} has as well`,
          remedy: 'Change one of the two files.',
        },
      ];
    }),
  );
}
