import { slugOf } from '#src/config/sections/slug.ts';
import { SEARCH_WORDS } from '#src/config/sections/stock/search-section.ts';
import { coloursFor } from './brand-colours.ts';
import { newContent } from './new-content.ts';
import { readOpeningHours } from './opening-hours.ts';
import type { Answers } from './questions.ts';

const TIME_ZONES: Readonly<Record<string, string>> = {
  act: 'Australia/Sydney',
  nsw: 'Australia/Sydney',
  nt: 'Australia/Darwin',
  qld: 'Australia/Brisbane',
  sa: 'Australia/Adelaide',
  tas: 'Australia/Hobart',
  vic: 'Australia/Melbourne',
  wa: 'Australia/Perth',
};

const MARK_LETTERS = 2;

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .join('')
    .slice(0, MARK_LETTERS)
    .toUpperCase();

const isSearchWord = (slug: string) => (SEARCH_WORDS as readonly string[]).includes(slug);

/** Under /search a dealership, a location and the fixed words are distinguished by their slugs (NAV-14). */
function slugsFor(slug: string, suburb: string) {
  const location = slugOf(suburb) || 'main';
  const locationSlug = isSearchWord(location) ? `${location}-yard` : location;
  return {
    locationSlug,
    dealershipSlug: slug === locationSlug || isSearchWord(slug) ? `${slug}-dealership` : slug,
  };
}

/**
 * A complete dealer file: where the answers are silent, it has the values most dealers start with.
 * @param month `YYYY-MM`, the version of the consent wording
 */
export function newDealer(slug: string, answers: Answers, month: string) {
  const { name, template, state, suburb, phone } = answers;
  const { locationSlug, dealershipSlug } = slugsFor(slug, suburb);
  const { navigation, content } = newContent(answers, { locationSlug, isUsedOnly: template === 'yard' });
  return {
    $schema: './dealer.schema.json',
    slug,
    template,
    name,
    hosts: [],
    timeZone: TIME_ZONES[state] ?? 'Australia/Brisbane',
    state,
    legalName: answers['legal-name'],
    abn: answers.abn,
    email: answers.email,
    phones: { main: phone },
    logo: { mark: initials(name), words: name },
    theme: { colours: coloursFor(answers.brand) },
    dealerships: [{ id: slug, slug: dealershipSlug, name, licenceNumber: answers.licence }],
    locations: [
      {
        id: '1',
        name: `${name} ${suburb}`,
        slug: locationSlug,
        primary: true,
        dealership: dealershipSlug,
        address: { street: answers.street, city: suburb, state, postcode: answers.postcode },
        phone,
        opening_hours: readOpeningHours(answers.hours) ?? [],
      },
    ],
    navigation,
    stock: { defaultPriceType: {} },
    ...(template === 'yard' ? { search: { defaultPath: '/search/used-cars' } } : {}),
    finance: {
      provider: 'Manual',
      showRepayments: false,
      interestRate: 0,
      comparisonRate: null,
      disclaimer: 'Finance is subject to the approval of the lender. Terms, conditions and fees apply.',
    },
    leads: {
      optInText: `${name} may tell me about offers by phone, text or e-mail. I can stop this at any time.`,
      optInVersion: month,
      // The default promises a reply within a day; only the dealer can promise that.
      responsePromise: `Your message goes to ${name}.`,
    },
    content,
  };
}
