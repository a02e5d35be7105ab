import type { DealerConfig } from '#src/config/dealer-config.ts';
import { DealerConfigSchema } from '#src/config/dealer-config.ts';
import { TextSchema } from '#src/config/sections/primitives.ts';
import type { Finding } from '../problem.ts';
import { placesOf } from '../schema-places.ts';
import { writtenTexts } from './writings.ts';

const textsOf = placesOf(DealerConfigSchema, { wanted: [TextSchema] });

/** Placeholders writers leave for missing text; "todo" in lower case is a word in other languages. */
const PLACEHOLDERS = [/(?<![\p{L}\p{N}])(?:TODO|TBD|FIXME|XXX)(?![\p{L}\p{N}])/u, /\blorem ipsum\b/i];

const placeholderIn = (text: string): string | undefined =>
  PLACEHOLDERS.flatMap((pattern) => pattern.exec(text)?.[0] ?? [])[0];

/** CFG-02: placeholders left by a writer. */
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

/** Beyond it a headline fills the first screen of a phone. */
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

/** CONT-12: if a site has no single make, an offer names its make. */
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

/** CFG-03: settings a site can run with, but whose effect is never wanted. */
export const doubtfulSettings = (dealer: DealerConfig): Finding[] => [
  ...placeholders(dealer),
  ...longHeadlines(dealer),
  ...missingWeekdays(dealer),
  ...offersWithoutMake(dealer),
];
