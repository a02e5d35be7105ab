import { type DealerConfig, DealerConfigSchema } from '#src/config/dealer-config.ts';
import { SecretNameSchema, TextSchema } from '#src/config/sections/setting-types.ts';
import { MAKES, makeNamed } from '#src/config/sections/stock/makes.data.ts';
import { didYouMean, type Finding } from '#src/dealer-files/config-problem.ts';
import { placesOf } from '#src/dealer-files/find-places.ts';
import { resolveAddress } from '#src/platform/routing/resolve-address.ts';
import { singleLogo } from './check-dealer.ts';
import { missingCodeSettings } from './finance-checks.ts';
import { contradictions } from './latent-mistakes.ts';
import { missingAlertSettings, missingMailSettings, noDestination } from './lead-checks.ts';
import { writtenTexts } from './link-checks.ts';
import { otherPromises, reservingInTerms } from './promise-checks.ts';

type Named = readonly (readonly [path: string, name: string | undefined])[];

const makesOf = (dealer: DealerConfig): Named => [
  ['manufacturer', dealer.manufacturer],
  ...dealer.locations.flatMap(({ manufacturers }, at) =>
    manufacturers.map((name, entry) => [`locations.${at}.manufacturers.${entry}`, name] as const),
  ),
  ...dealer.stock.excludedMakes.map((name, at) => [`stock.excludedMakes.${at}`, name] as const),
  ...(['serviceBooking', 'brands', 'models', 'offers', 'websites'] as const).flatMap((list) =>
    dealer[list].map(({ make }, at) => [`${list}.${at}.make`, make] as const),
  ),
];

const MAKE_NAMES = MAKES.map(({ name }) => name);

/** CFG-20: a make that would match no stock. */
const unknownMakes = (dealer: DealerConfig): Finding[] =>
  makesOf(dealer).flatMap(([path, name]) => {
    if (name === undefined || makeNamed(name)) return [];
    return [
      {
        path,
        expected: 'a make of the reference list',
        received: JSON.stringify(name),
        remedy:
          didYouMean(name, MAKE_NAMES) ?? 'Check the spelling; a make that is new to Australia is fine.',
      },
    ];
  });

const textsOf = placesOf(DealerConfigSchema, { wanted: [TextSchema] });

/** Placeholders for missing text; lower-case "todo" is a word in other languages. */
const PLACEHOLDERS = [/(?<![\p{L}\p{N}])(?:TODO|TBD|FIXME|XXX)(?![\p{L}\p{N}])/u, /\blorem ipsum\b/i];

const placeholderIn = (text: string): string | undefined =>
  PLACEHOLDERS.flatMap((pattern) => pattern.exec(text)?.[0] ?? [])[0];

/** CFG-02: placeholders left by the author. */
const placeholders = (dealer: DealerConfig): Finding[] =>
  [...textsOf(dealer), ...writtenTexts(dealer).map(({ path, text }) => ({ path, value: text }))].flatMap(
    ({ path, value }) => {
      const found = typeof value === 'string' ? placeholderIn(value) : undefined;
      return found === undefined
        ? []
        : [
            {
              path,
              expected: 'the text that shoppers read',
              received: `a text with ${JSON.stringify(found)}`,
              remedy: 'Write the text.',
            },
          ];
    },
  );

/** A longer headline fills the first screen of a phone. */
const HEADLINE_CHARACTERS = 120;

function longHeadlines({ content: { home, about, contact } }: DealerConfig): Finding[] {
  const headlines = [
    ['content.home.headline', home.headline],
    ['content.about.title', about.title],
    ['content.contact.title', contact.title],
  ] as const;
  return headlines.flatMap(([path, { length }]) =>
    length <= HEADLINE_CHARACTERS
      ? []
      : [
          {
            path,
            expected: `at most ${HEADLINE_CHARACTERS} characters in a headline`,
            received: `${length} characters`,
            remedy: `Remove ${length - HEADLINE_CHARACTERS} characters, or move them into the text below.`,
          },
        ],
  );
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** LOC-14: shoppers cannot distinguish a day without hours from a closed one. */
const missingWeekdays = ({ locations }: DealerConfig): Finding[] =>
  locations.flatMap(({ opening_hours }, at) => {
    const given = new Set(opening_hours.map(({ weekday }) => weekday));
    const missing = WEEKDAYS.filter((_, weekday) => !given.has(weekday));
    if (given.size === 0 || missing.length === 0) return [];
    const entries = missing.map((day) => `{ "weekday": ${WEEKDAYS.indexOf(day)}, "status": "Closed" }`);
    const whose = missing.length === 1 ? 'that day' : 'those days';
    return [
      {
        path: `locations.${at}.opening_hours`,
        expected: 'an entry for each of the seven days',
        received: `none for ${missing.join(', ')}`,
        remedy: `Add the hours of ${whose}, or ${entries.join(', ')}.`,
      },
    ];
  });

/** CONT-12: offers name their make on sites with several. */
const offersWithoutMake = ({ offers, manufacturer }: DealerConfig): Finding[] =>
  manufacturer !== undefined
    ? []
    : offers.flatMap(({ make, model }, at) =>
        make !== undefined || model !== undefined
          ? []
          : [
              {
                path: `offers.${at}.make`,
                expected: 'a make, where the site has no single "manufacturer"',
                received: 'none',
                remedy: 'Add "make" to the offer.',
              },
            ],
      );

/** CFG-03: valid settings whose effect is never intended. */
const doubtfulSettings = (dealer: DealerConfig): Finding[] => [
  ...placeholders(dealer),
  ...longHeadlines(dealer),
  ...missingWeekdays(dealer),
  ...offersWithoutMake(dealer),
];

type Circumstances = {
  /** Current date in the dealer's time zone, `YYYY-MM-DD`. */
  today: string;
  environment: Readonly<Record<string, string | undefined>>;
};

const secretsOf = placesOf(DealerConfigSchema, { wanted: [SecretNameSchema] });

const missingSecrets = (dealer: DealerConfig, { environment }: Circumstances): Finding[] =>
  secretsOf(dealer).flatMap(({ path, value }) =>
    typeof value !== 'string' || environment[value]
      ? []
      : [
          {
            path,
            expected: 'an environment variable that is set',
            received: `${value}, which is not set here`,
            remedy: 'Set it where the sites are served.',
          },
        ],
  );

const expired = (path: string, what: string, last: string): Finding => ({
  path,
  expected: `a last day from today on`,
  received: `${last}: ${what} is not shown any more`,
  remedy: 'Give it a later day, or take the entry out.',
});

function pastDays({ popup, offers, search, locations }: DealerConfig, { today }: Circumstances): Finding[] {
  const lasts = [
    ['popup.expiryDate', 'the popup', popup?.expiryDate],
    ...offers.map(({ name, expiry }, at) => [`offers.${at}.expiry`, `"${name}"`, expiry] as const),
    ...search.promos.map(
      ({ expiry }, at) => [`search.promos.${at}.expiry`, 'the promotion', expiry] as const,
    ),
  ] as const;
  const hours = locations.flatMap(({ name, special_hours }, at) => {
    const days = special_hours.map(({ date }) => date).sort();
    const last = days.at(-1);
    return last === undefined || last >= today
      ? []
      : [
          {
            path: `locations.${at}.special_hours`,
            expected: 'a special day still to come',
            received: `the last of ${name} was ${last}`,
            remedy: 'Add the next public holidays, or empty the list.',
          },
        ];
  });
  return [
    ...lasts.flatMap(([path, what, last]) =>
      last !== undefined && last < today ? [expired(path, what, last)] : [],
    ),
    ...hours,
  ];
}

/** Previous addresses that also exist on this site never redirect. */
function idleRedirects(dealer: DealerConfig): Finding[] {
  const open: DealerConfig = { ...dealer, redirects: [], status: { ...dealer.status, state: 'live' } };
  return dealer.redirects.flatMap(({ from }, at) => {
    if (from.endsWith('/*') || resolveAddress(open, { pathname: from, search: '' }).kind === 'unknown')
      return [];
    return [
      {
        path: `redirects.${at}.from`,
        expected: 'an address that only the earlier site had',
        received: `${JSON.stringify(from)}, which this site answers itself`,
        remedy: 'Take the entry out.',
      },
    ];
  });
}

/** Valid settings that are probably mistakes. */
export const warningsOf = (dealer: DealerConfig, circumstances: Circumstances): Finding[] => [
  ...unknownMakes(dealer),
  ...doubtfulSettings(dealer),
  ...contradictions(dealer, circumstances),
  ...reservingInTerms(dealer),
  ...otherPromises(dealer),
  ...pastDays(dealer, circumstances),
  ...idleRedirects(dealer),
  ...singleLogo(dealer),
  ...missingSecrets(dealer, circumstances),
  ...noDestination(dealer),
  ...missingMailSettings(dealer, circumstances.environment),
  ...missingCodeSettings(dealer, circumstances.environment),
  ...missingAlertSettings(dealer, circumstances.environment),
];
