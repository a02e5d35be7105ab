import { cellsOf, columnsIn, type FeedFieldName } from '#src/config/sections/stock/feed-columns.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { countKnown, plainName } from '#src/features/stock/mapping/column-names.data.ts';
import type { FeedFacts } from '#src/features/stock/parsing/feed-content.ts';
import type { SampledColumn } from './guess-columns.ts';

/** Fields without which a vehicle is hardly worth listing, in words. */
const WANTED: readonly (readonly [field: FeedFieldName, words: string])[] = [
  ['stocknum', 'a stock number, by which a vehicle keeps its address and history'],
  ['price', 'a price'],
  ['km', 'an odometer reading'],
  ['images', 'photos'],
];

const DEALER =
  /^(?:dealer|yard|branch|store|location|site|company|bedrijf|shop|rooftop)(?:id|no|nr|code|number|ref)?$/;
const CURRENCY = /^(?:price)?currency(?:code)?$/;
const VALUE = /^(?:[A-HJ-NPR-Z0-9]{17}|(?:19|20)\d\d|https?:\/\/.*|[\d.,]{4,})$/i;
const VALUES_SHOWN = 4;

const isFilled = (feed: FeedConfig, columns: ReadonlySet<string>, field: FeedFieldName): boolean => {
  const cells = cellsOf(feed.columns, field);
  return (
    feed.constants[field] !== undefined ||
    cells.some((cell) => 'template' in cell || 'constant' in cell) ||
    cells.flatMap(columnsIn).some((name) => columns.has(name))
  );
};

const lastName = (column: string): string => plainName(column.split('/').at(-1) ?? '');

type Tried = {
  columns: readonly SampledColumn[];
  facts: FeedFacts;
  headerLine: number | undefined;
  /** Other elements of XML that repeat. */
  otherRows: readonly string[];
  feed: FeedConfig;
  /** "stock.feed" as it is written. */
  settings: object;
};

/** What a person should look at before a feed is imported (FEED-18). */
export function notesOn({ columns, facts, headerLine, otherRows, feed, settings }: Tried): string[] {
  const missing = WANTED.filter(([field]) => !isFilled(feed, facts.columns, field));
  const dealers =
    feed.only === undefined
      ? columns.filter(({ name, cells }) => DEALER.test(lastName(name)) && cells.length > 1)
      : [];
  const foreign = columns.flatMap(({ name, cells }) => {
    const others = CURRENCY.test(lastName(name)) ? cells.filter((cell) => !/^(?:AUD|A?\$)$/i.test(cell)) : [];
    return others.length > 0 ? [{ name, others }] : [];
  });
  const names = columns.map(({ name }) => name);
  const isHeaderLikeRow =
    headerLine !== undefined && countKnown(names) === 0 && names.some((name) => VALUE.test(name));
  const stated = 'format' in settings ? settings.format : feed.format;
  return [
    ...(stated === feed.format
      ? []
      : [`"format" of "stock.feed" is "${stated}", and this feed is ${feed.format}: correct it`]),
    ...(otherRows.length > 0
      ? [`if a row is no vehicle, set "rows" to another element that repeats: ${otherRows.join(', ')}`]
      : []),
    ...missing.map(([, words]) => `no column has ${words}`),
    ...dealers.map(
      ({ name, cells }) =>
        `${name} has ${cells.length} values (${cells.slice(0, VALUES_SHOWN).join(', ')}): if they are dealers, name this one in "only"`,
    ),
    ...foreign.map(
      ({ name, others }) =>
        `${name} says ${others.slice(0, VALUES_SHOWN).join(', ')}: prices are taken as Australian dollars`,
    ),
    ...(isHeaderLikeRow ? ['the header looks like a vehicle: if it is one, set "header" to false'] : []),
  ];
}
