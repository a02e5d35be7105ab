import type { Theme } from '#src/config/sections/site/theme-section.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import { SEARCH_WORDS } from '#src/config/sections/stock/search-section.ts';
import { contrastRatio, MINIMUM_CONTRAST, tintOf } from '#src/platform/theme/theme-colours.ts';
import type { Answers } from './questions.ts';
import { readOpeningHours } from './typed-hours.ts';

const PRIVACY = [
  'We collect what you tell us in forms, such as your name, phone number and e-mail address, to answer you, to arrange what you ask for and, only where you agree, to tell you about offers.',
  'An enquiry goes to our staff and to the services that carry it to them.',
  'You may ask to see or correct the personal information we hold about you, and may stop our offers at any time.',
  'If our answer to a privacy complaint does not satisfy you, you may contact the Office of the Australian Information Commissioner.',
];

const TERMS = [
  'A price is shown with what it includes. Please ask us about anything that is not clear before you buy.',
  'Vehicles may be sold before you see them. Descriptions come from manufacturers and previous owners; please confirm what matters to you.',
];

/** Menus and texts that suit any dealer until it writes its own. */
function newContent(
  { name, suburb }: Answers,
  { locationSlug, isUsedOnly }: { locationSlug: string; isUsedOnly: boolean },
) {
  const searches = isUsedOnly
    ? [{ label: 'Used cars', href: '/search/used-cars' }]
    : [
        { label: 'All cars', href: '/search/new-used-and-demo-cars' },
        { label: 'New cars', href: '/search/new-cars' },
        { label: 'Demo cars', href: '/search/demo-cars' },
        { label: 'Used cars', href: '/search/used-cars' },
      ];
  const about = { label: 'About us', href: '/about-us' };
  const contact = { label: 'Contact', href: '/contact' };
  const cars = searches[0]?.href ?? '/';
  return {
    navigation: {
      header: [
        { label: 'Home', href: '/' },
        ...(searches.length > 1 ? [{ label: 'Our cars', items: searches }] : searches),
        { label: 'Find us', href: '/dealer-locator' },
        about,
        contact,
      ],
      footer: [
        { heading: 'Our cars', items: searches },
        {
          heading: '{name}',
          items: [
            about,
            contact,
            { label: 'Privacy', href: '/privacy-policy' },
            { label: 'Terms', href: '/terms-and-conditions' },
          ],
        },
      ],
    },
    content: {
      home: {
        headline: `Find your next car in ${suburb}`,
        lead: `See what ${name} has on offer, and ask us about it online, by phone or in person.`,
        reasons: [
          { title: 'Local', text: `Come and see us in ${suburb}.`, icon: 'map-pin' },
          { title: 'Easy to reach', text: 'Call us, or ask about a car online.', icon: 'check' },
        ],
        banner: [
          { title: 'See our cars', href: cars, icon: 'car' },
          { title: 'Find us', href: `/locations/${locationSlug}`, icon: 'map-pin' },
        ],
      },
      about: { title: `About ${name}`, paragraphs: [`${name} is a motor dealer in ${suburb}.`] },
      contact: { title: 'Contact us', lead: 'Call us or send us a message.' },
      privacy: PRIVACY,
      terms: TERMS,
    },
  };
}

const WHITE = '#ffffff';
const INK = '#1a1a1a';
/** Share by which a colour is darkened at a time. */
const STEP = 0.04;

const onColour = (background: string) =>
  contrastRatio(WHITE, background) >= MINIMUM_CONTRAST ? WHITE : '#000000';

function darker(hex: string, share: number): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `#${channels
    .map((each) =>
      Math.floor(each * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** The colour itself, darkened as far as text on the page and on its own tint needs. */
function readable(brand: string, page: string): string {
  const reads = (colour: string) =>
    [page, tintOf({ brand: colour, surface: WHITE })].every(
      (ground) => contrastRatio(colour, ground) >= MINIMUM_CONTRAST,
    );
  let colour = brand;
  for (let share = STEP; !reads(colour); share += STEP) colour = darker(brand, Math.min(1, share));
  return colour;
}

/**
 * CFG-15: a complete set of colours from one. A colour too pale for text on the page becomes the accent, and links
 * and buttons take a darker shade of it.
 */
export function coloursFor(brand: string): Theme['colours'] {
  const page = '#f7f7f5';
  const dark = readable(brand, page);
  return {
    brand: dark,
    onBrand: onColour(dark),
    accent: brand,
    onAccent: onColour(brand),
    ink: INK,
    inkMuted: '#565656',
    page,
    surface: WHITE,
    surfaceStrong: '#1f2226',
    onSurfaceStrong: '#f5f5f5',
    line: '#d6d6d2',
  };
}

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
