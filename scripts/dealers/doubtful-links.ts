import type { DealerConfig } from '#src/config/dealer-config.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import { STATES } from '#src/config/sections/states.ts';
import { MAKES, makeNamed } from '#src/config/sections/stock/makes.data.ts';
import { type SitePath, siteLinks } from '#src/dealer-files/checks/link-checks.ts';
import { didYouMean, type Finding } from '#src/dealer-files/config-problem.ts';
import { formAccess } from '#src/features/leads/forms/form-access.ts';
import { type LeadFormName, leadFormNamed } from '#src/features/leads/forms/lead-form.ts';
import { fixedScope } from '#src/features/search/search-scope.ts';
import {
  BODY_TYPES,
  CAR_TYPES,
  DRIVES,
  FUELS,
  ITEM_TYPES,
  TRANSMISSIONS,
  VEHICLE_STATUSES,
} from '#src/features/vehicle/vehicle.ts';

/** Words under /search that mean something whatever is in stock. */
function isSearchWord({ locations, dealerships }: DealerConfig, word: string): boolean {
  const places = [...locations, ...dealerships].map(({ slug }) => slug);
  const makes = locations.flatMap(({ manufacturers }) => manufacturers.map(slugOf));
  return (
    fixedScope(word) !== undefined || [...places, ...makes].includes(word) || makeNamed(word) !== undefined
  );
}

/** FORM-01: a form that does not exist, or is switched off even while the site is open. */
function doubtfulForm(dealer: DealerConfig, name: string): string | undefined {
  if (!leadFormNamed(name)) return 'a form there is';
  const open = { ...dealer, status: { ...dealer.status, state: 'live' as const } };
  const { kind } = formAccess(name as LeadFormName, open);
  return kind === 'refused' ? 'a form this site has switched on' : undefined;
}

function doubt(dealer: DealerConfig, href: string): string | undefined {
  const [, first, word = '', second = ''] = new URL(href, 'http://site').pathname.split('/');
  if (word === '') return undefined;
  if (first === 'enquire') return doubtfulForm(dealer, word);
  if (first !== 'search') return undefined;
  if (!isSearchWord(dealer, word)) return 'a search by condition, make, dealership or location';
  // Only a make is followed by another word, its model.
  return fixedScope(word) !== undefined && second !== ''
    ? `a search with its make in the query, "/search/${word}?make=Toyota"`
    : undefined;
}

const VOCABULARY: Readonly<Record<string, readonly string[]>> = {
  body: BODY_TYPES,
  car_type: CAR_TYPES,
  drive: DRIVES,
  fuel: FUELS,
  item_type: ITEM_TYPES,
  make: MAKES.map(({ name }) => name),
  state: STATES,
  status: VEHICLE_STATUSES,
  transmission: TRANSMISSIONS,
};

/** SRCH-01: filters of a link that no vehicle can answer. */
function doubtfulFilters({ path, href, line }: SitePath): Finding[] {
  const { pathname, searchParams } = new URL(href, 'http://site');
  if (!pathname.startsWith('/search')) return [];
  return [...searchParams].flatMap(([facet, value]) => {
    const known = Object.hasOwn(VOCABULARY, facet) ? VOCABULARY[facet] : undefined;
    if (
      !known ||
      known.some((word) => word.toLowerCase() === value.toLowerCase()) ||
      (facet === 'make' && makeNamed(value))
    )
      return [];
    return [
      {
        path,
        ...(line !== undefined && { line }),
        expected: `a value of the filter "${facet}" that vehicles can have`,
        received: JSON.stringify(`${facet}=${value}`),
        remedy: didYouMean(value, known) ?? 'Use a word the filter panel offers.',
      },
    ];
  });
}

/** Links to stock and forms, which the site's routes alone cannot check. */
export const doubtfulLinks = (dealer: DealerConfig): Finding[] =>
  siteLinks(dealer).flatMap((link) => {
    const { path, href, line } = link;
    const expected = doubt(dealer, href);
    if (expected === undefined) return doubtfulFilters(link);
    return [
      {
        path,
        ...(line !== undefined && { line }),
        expected,
        received: JSON.stringify(href),
        remedy: 'Link to one there is, or take the link out.',
      },
    ];
  });
