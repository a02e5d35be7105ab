import { type DealerConfig, DealerConfigSchema } from '#src/config/dealer-config.ts';
import { TextSchema } from '#src/config/sections/setting-types.ts';
import type { FeedFieldName } from '#src/config/sections/stock/feed-columns.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { didYouMean, type Finding } from '#src/dealer-files/config-problem.ts';
import { placesOf, repeated } from '#src/dealer-files/find-places.ts';
import { unitsOf } from '#src/features/stock/mapping/column-formats.ts';
import { FEED_FIELDS } from '#src/features/stock/mapping/feed-fields.data.ts';
import { writtenTexts } from './link-checks.ts';

/** Sources of fields with the paths of their settings. */
export const sourcesOf = ({ columns }: FeedConfig) =>
  Object.entries(columns).flatMap(([field, spec]) =>
    (Array.isArray(spec) ? spec : [spec]).flatMap((source, at) =>
      typeof source === 'string'
        ? []
        : [
            {
              path: `stock.feed.columns.${field}${Array.isArray(spec) ? `.${at}` : ''}`,
              field: field as FeedFieldName,
              source,
            },
          ],
    ),
  );

/** FEED-14: units that a field does not have. */
export const impossibleUnits = ({ stock: { feed } }: DealerConfig): Finding[] =>
  (feed ? sourcesOf(feed) : []).flatMap(({ path, field, source }) => {
    const unit = 'unit' in source ? source.unit?.toLowerCase() : undefined;
    const known = unitsOf(FEED_FIELDS[field]);
    if (unit === undefined || known.includes(unit)) return [];
    return [
      {
        path: `${path}.unit`,
        expected: known.length > 0 ? `one of ${known.join(', ')}` : `no unit: "${field}" has none`,
        received: JSON.stringify(unit),
        remedy: didYouMean(unit, known) ?? (known.length > 0 ? 'Write one of these.' : 'Remove it.'),
      },
    ];
  });

type Text = { path: string; text: string; line?: number };

const textsOf = placesOf(DealerConfigSchema, { wanted: [TextSchema] });
const plainTexts = (dealer: DealerConfig): Text[] =>
  textsOf(dealer).flatMap(({ path, value }) => (typeof value === 'string' ? [{ path, text: value }] : []));

/** Secret keys of payment and cloud services, and private keys, which would be public. */
const SECRET =
  /\b(?:sk|rk|whsec)_(?:live_|test_)?\w{8,}|\bAKIA[0-9A-Z]{16}\b|-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** CFG-23. */
const secretsInTexts = (dealer: DealerConfig): Finding[] =>
  [...plainTexts(dealer), ...writtenTexts(dealer)].flatMap(({ path, text }) =>
    SECRET.test(text)
      ? [
          {
            path,
            expected: 'a text without secrets',
            received: 'a text with what looks like a secret key',
            remedy: 'Remove it, and have the key replaced where it was made.',
          },
        ]
      : [],
  );

const TAG = /<\/?[a-z][^>]*>|&(?:amp|nbsp|lt|gt|quot|#\d+);/i;

/** CFG-02: settings are text, so pages would show tags literally. */
const tagsInTexts = (dealer: DealerConfig): Finding[] =>
  plainTexts(dealer).flatMap(({ path, text }) => {
    const found = TAG.exec(text)?.[0];
    return found === undefined
      ? []
      : [
          {
            path,
            expected: 'plain text, which a page shows as it is written',
            received: `a text with ${JSON.stringify(found)}`,
            remedy: 'Write it without HTML.',
          },
        ];
  });

/** PLAT-03: mapped words that are already treated as empty have no effect. */
const blankWords = ({ stock: { feed } }: DealerConfig): Finding[] =>
  (feed?.emptyWords ?? []).flatMap((word, at) =>
    word.trim() === ''
      ? [
          {
            path: `stock.feed.emptyWords.${at}`,
            expected: 'a word that suppliers write for "empty"',
            received: JSON.stringify(word),
            remedy: 'Remove it: an empty cell is always empty.',
          },
        ]
      : [],
  );

/** PLAT-03: a column must not be mapped to two fields, except for parts cut out by a pattern. */
function sharedColumns({ stock: { feed } }: DealerConfig): Finding[] {
  const whole = Object.entries(feed?.columns ?? {}).flatMap(([field, column]) =>
    typeof column === 'string' ? [{ field, column }] : [],
  );
  return repeated(whole, ({ column }) => column.trim().toLowerCase()).flatMap((at) => {
    const { field, column } = whole[at] ?? {};
    const first = whole.find((each) => each.column.trim().toLowerCase() === column?.trim().toLowerCase());
    return [
      {
        path: `stock.feed.columns.${field}`,
        expected: 'a column of its own',
        received: `${JSON.stringify(column)}, which "${first?.field}" has too`,
        remedy: `Name the column of this field, or write [${JSON.stringify(column)}] if both are to read it.`,
      },
    ];
  });
}

/** CFG-03: mistakes that would only appear once a page is viewed or a feed is read. */
export const checkLatentMistakes = (dealer: DealerConfig): Finding[] => [
  ...secretsInTexts(dealer),
  ...tagsInTexts(dealer),
  ...blankWords(dealer),
  ...sharedColumns(dealer),
  ...impossibleUnits(dealer),
];

/** CFG-03: contradictory settings with which the site still works. */
export function contradictions(dealer: DealerConfig, { today }: { today: string }): Finding[] {
  const { hosts, status, finance, blog } = dealer;
  const doubt = (isWrong: boolean, path: string, expected: string, received: string, remedy: string) =>
    isWrong ? [{ path, expected, received, remedy }] : [];
  return [
    ...doubt(
      hosts.length === 0,
      'hosts',
      'a host name under which shoppers find the site',
      'none',
      'Add the dealer’s domain, e.g. ["www.dealer.com.au"].',
    ),
    ...doubt(
      status.state === 'paused' && status.message === undefined,
      'status.message',
      'what shoppers see while the site is paused',
      'none',
      'Write when the site is back, or why it is closed.',
    ),
    ...doubt(
      status.state !== 'retired' && status.movedTo !== undefined,
      'status.movedTo',
      'a new address only for a retired site',
      `one, while the site is ${status.state}`,
      'Write "state": "retired", or remove "movedTo".',
    ),
    ...doubt(
      finance.showRepayments && finance.comparisonRate === null,
      'finance.comparisonRate',
      'a comparison rate, where "finance.showRepayments" is on',
      'null, so no repayment of the site’s own offer is shown',
      'Add the lender’s comparison rate, or switch "finance.showRepayments" off.',
    ),
    ...blog.flatMap(({ date, heading }, at) =>
      doubt(
        date > today,
        `blog.${at}.date`,
        'a day up to today',
        `${date}, and ${JSON.stringify(heading)} is shown already`,
        'Correct the date, or add the post on its day.',
      ),
    ),
  ];
}
