import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FeedFieldName } from '#src/config/sections/stock/feed-columns.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { sourcesOf } from '#src/dealer-files/checks/latent-mistakes.ts';
import { didYouMean, type Finding } from '#src/dealer-files/config-problem.ts';
import { FEED_FIELDS } from '#src/features/stock/mapping/feed-fields.data.ts';
import { FEED_WORDS, WITHDRAWN } from '#src/features/stock/mapping/feed-words.data.ts';
import { checkLocationsOf } from '#src/features/stock/server/reading/check-vehicle.ts';
import { allowedValue, readCell } from '#src/features/stock/server/reading/feed-cell.ts';

/** Places where a dealer file sets its own value for a vehicle field. */
type Given = { path: string; field: FeedFieldName; word: string; isConstant: boolean };

/** FEED-13: constants and words of single columns. */
const wordsOfColumns = (feed: FeedConfig): Given[] =>
  sourcesOf(feed).flatMap(({ path, field, source }) => [
    ...('constant' in source
      ? [{ path: `${path}.constant`, field, word: source.constant, isConstant: true }]
      : []),
    ...('values' in source
      ? Object.entries(source.values ?? {}).map(([from, word]) => ({
          ...{ path: `${path}.values.${from}`, field, word, isConstant: false },
        }))
      : []),
  ]);

function givenWords({ stock: { feed } }: DealerConfig): Given[] {
  if (!feed) return [];
  const constants = Object.entries(feed.constants).map(([field, word]) => ({
    path: `stock.feed.constants.${field}`,
    field: field as FeedFieldName,
    word: word ?? '',
    isConstant: true,
  }));
  const values = Object.entries(feed.values).flatMap(([field, words]) =>
    Object.entries(words ?? {}).map(([from, word]) => ({
      path: `stock.feed.values.${field}.${from}`,
      field: field as FeedFieldName,
      word,
      isConstant: false,
    })),
  );
  return [...constants, ...values, ...wordsOfColumns(feed)].filter(({ word }) => word !== '');
}

/** @returns the expected values; undefined if a vehicle may have this one */
function refusal({ field, word, isConstant }: Given, dealer: DealerConfig): string | undefined {
  const cell = readCell(FEED_FIELDS[field], word);
  if ('refused' in cell) return cell.refused;
  if (field === 'status' && cell.value === WITHDRAWN) {
    return isConstant ? 'a status of vehicles on offer; this one removes every vehicle' : undefined;
  }
  if (cell.value === undefined) return undefined;
  const [elsewhere] = checkLocationsOf({ [field]: word }, dealer);
  if (elsewhere) return elsewhere.expected;
  const allowed = allowedValue(field, cell.value);
  return 'refused' in allowed ? allowed.refused : undefined;
}

/** PLAT-03: constants and replacements of a feed that no vehicle may have; each import would leave them out. */
export const impossibleWords = (dealer: DealerConfig): Finding[] =>
  givenWords(dealer).flatMap((given) => {
    const expected = refusal(given, dealer);
    if (expected === undefined) return [];
    const known = Object.values(FEED_WORDS[FEED_FIELDS[given.field]] ?? {});
    return [
      {
        path: given.path,
        expected,
        received: JSON.stringify(given.word),
        remedy: didYouMean(given.word, known) ?? 'Write a value that vehicles can have.',
      },
    ];
  });
