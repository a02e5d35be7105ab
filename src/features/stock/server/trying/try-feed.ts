import type { DealerConfig } from '#src/config/dealer-config.ts';
import { FEED_FIELD_NAMES, type FeedFieldName } from '#src/config/sections/stock/feed-columns.ts';
import type { FeedConfig, FeedEncoding } from '#src/config/sections/stock/feed-section.ts';
import { mainKind } from '#src/config/sections/stock/stock-terms.ts';
import { valuesBlock } from '#src/features/stock/found-problems.ts';
import { type ColumnFormat, formatsJudge } from '#src/features/stock/mapping/column-formats.ts';
import {
  compileMapping,
  missingColumns,
  REQUIRED_FIELDS,
} from '#src/features/stock/mapping/column-mapping.ts';
import { detectHead, USUAL_DELIMITERS } from '#src/features/stock/parsing/csv-feed.ts';
import { FeedError, type FeedFacts } from '#src/features/stock/parsing/feed-content.ts';
import { xmlRowPaths } from '#src/features/stock/parsing/xml-feed.ts';
import { compareStock, type ImportSummary } from '#src/features/stock/server/importing/import-stock.ts';
import { pictureSource } from '#src/features/stock/server/pictures/import-pictures.ts';
import { type OpenFeed, openFeed } from '#src/features/stock/server/reading/read-feed.ts';
import { allPictures } from '#src/features/vehicle/media/vehicle-media.ts';
import type { Services } from '#src/server/services.ts';
import { type ColumnGuess, guessColumns, type SampledColumn } from './guess-columns.ts';
import { notesOn } from './trial-notes.ts';
import { columnsOf, feedFrom, likeliestPreset, withPreset, withSource } from './trial-settings.ts';

const FORMATS = ['csv', 'xml', 'json', 'ndjson'] as const;
const MAX_CELLS = 60;
const OTHER_ROWS_SHOWN = 3;
const PHOTOS_TRIED = 5;

/** Settings that were found, beside those of the dealer file. */
export type FoundSettings = Pick<
  Partial<FeedConfig>,
  'preset' | 'format' | 'rows' | 'delimiter' | 'encoding'
>;

export type TriedColumn = SampledColumn & {
  /** Field it fills. */
  field: FeedFieldName | undefined;
  /** Why, unless the settings say so. */
  reason: string | undefined;
};

export type FeedTrial = {
  file: string;
  found: FoundSettings;
  encoding: FeedEncoding;
  /** What a person should look at. */
  notes: readonly string[];
  /** Names of the files in its archive. */
  parts: readonly string[];
  /** Number of photos in its archive. */
  photosInside: number;
  facts: FeedFacts;
  /** Line of a table's header. */
  headerLine: number | undefined;
  rows: number;
  columns: readonly TriedColumn[];
  guesses: readonly ColumnGuess[];
  constants: Readonly<Record<string, string>>;
  /** How numbers and dates of mapped columns are read. */
  formats: readonly { field: FeedFieldName; column: string; format: ColumnFormat; isOpen: boolean }[];
  /** Mapped columns that this feed does not have. */
  absent: readonly string[];
  photos: readonly { address: string; failure: string | undefined }[];
  /** The settings with all that was found. */
  feed: FeedConfig;
  /** What an import would do, or why it would fail. */
  outcome: { summary: ImportSummary } | { error: string };
};

/** Opens a file in the first format that it is in. @throws FeedError what it is instead */
async function openAnyFormat(file: string, settings: object, workFolder: string) {
  let first: unknown;
  const stated = 'format' in settings ? [settings.format] : [];
  for (const format of [...stated, ...FORMATS]) {
    const feed = feedFrom({ ...settings, format });
    try {
      return { feed, opened: await openFeed(file, feed, { workFolder }) };
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      first ??= error;
    }
  }
  throw first;
}

/** What is found of the layout of a feed, where the settings say nothing. */
function foundIn({ parts: [part] }: OpenFeed, feed: FeedConfig, settings: object) {
  const { columns: mapped } = compileMapping(feed);
  const found: FoundSettings = {
    ...('format' in settings ? {} : { format: feed.format }),
    ...(part?.isFound && !('encoding' in settings) ? { encoding: part.encoding } : {}),
  };
  if (!part) return { found, headerLine: undefined };
  if (feed.format === 'xml' && feed.rows === undefined) {
    const [best, ...others] = xmlRowPaths(part.name, part.head, mapped);
    const rows = best?.steps.join('/');
    const otherRows = others
      .filter(({ count, steps }) => count > 1 && steps.length > 1)
      .slice(0, OTHER_ROWS_SHOWN)
      .map(({ count, steps }) => `${steps.join('/')} (${count})`);
    return { found: { ...found, ...(rows === undefined ? {} : { rows }) }, headerLine: undefined, otherRows };
  }
  if (feed.format !== 'csv') return { found, headerLine: undefined };
  const { delimiter, above } = detectHead(part.head, mapped, feed);
  const isUsual = USUAL_DELIMITERS.some((usual) => usual === delimiter);
  return {
    found: { ...found, ...(isUsual || feed.delimiter !== undefined ? {} : { delimiter }) },
    headerLine: feed.header ? above + 1 : undefined,
  };
}

/** All columns of a feed with some of their cells. */
async function sample(opened: OpenFeed) {
  let rows = 0;
  const facts = await opened.readRows(() => {
    rows += 1;
  });
  const names = [...facts.columns];
  const seen = new Map(names.map((name) => [name, { cells: new Set<string>(), filled: 0 }]));
  await opened.readRows((row) => {
    if (!('cells' in row)) return;
    for (const [name, text] of Object.entries(row.cells)) {
      const column = seen.get(name);
      if (!column || text.trim() === '') continue;
      column.filled += 1;
      if (column.cells.size < MAX_CELLS) column.cells.add(text.trim());
    }
  }, facts.columns);
  const columns = names.map((name): SampledColumn => {
    const { cells, filled } = seen.get(name) ?? { cells: new Set<string>(), filled: 0 };
    return { name, cells: [...cells], filled: rows === 0 ? 0 : filled / rows };
  });
  return { rows, facts, columns };
}

/** Values of required fields that no column has. */
function guessedConstants(
  { verticals }: Pick<DealerConfig, 'verticals'>,
  mapped: ReadonlySet<FeedFieldName>,
  constants: FeedConfig['constants'],
): Record<string, string> {
  const kind = mainKind(verticals);
  const guesses: Partial<Record<FeedFieldName, string>> = {
    status: 'in_stock',
    car_type: 'used',
    ...(kind === 'car' ? {} : { item_type: kind }),
  };
  return Object.fromEntries(
    Object.entries(guesses).filter(
      ([field]) => !mapped.has(field as FeedFieldName) && constants[field as FeedFieldName] === undefined,
    ),
  );
}

/** Fields that the settings fill, with the columns of this feed. */
const filledBy = (feed: FeedConfig, columns: ReadonlySet<string>): Map<FeedFieldName, string[]> =>
  new Map(
    (Object.keys(feed.columns) as FeedFieldName[]).flatMap((field) => {
      const names = columnsOf(feed, field);
      const present = names.filter((name) => columns.has(name));
      // What is stated and not in the feed may be of another supplier.
      return present.length > 0 || names.length === 0 ? [[field, present] as const] : [];
    }),
  );

/** Fields that read a column of their own name, without any setting. */
const byOwnName = (feed: FeedConfig, columns: ReadonlySet<string>) =>
  FEED_FIELD_NAMES.filter((field) => feed.columns[field] === undefined).flatMap((field) =>
    columnsOf(feed, field).flatMap((name) =>
      columns.has(name) ? [[name, { field, reason: 'its name is that of the field' }] as const] : [],
    ),
  );

/** Formats of the numbers and dates in mapped columns. */
async function formatsOf(opened: OpenFeed, feed: FeedConfig) {
  const mapping = compileMapping(feed);
  const judge = formatsJudge(feed, mapping);
  await opened.readRows((row) => {
    if ('cells' in row) judge.add(row.cells);
  }, mapping.columns);
  return judge.judged();
}

/** Fetches the first photos, as an import would. */
async function tryPhotos({ env }: Pick<Services, 'env'>, { pictured }: Pick<ImportSummary, 'pictured'>) {
  const addresses = pictured[Symbol.iterator]()
    .flatMap(({ pictures }) => allPictures(pictures).slice(0, 1))
    .flatMap(({ address }) => (address?.startsWith('http') ? [address] : []))
    .take(PHOTOS_TRIED)
    .toArray();
  const source = pictureSource(env);
  try {
    return await Promise.all(
      addresses.map(async (address) => {
        const answer = await source.fetch(address);
        return { address, failure: answer.kind === 'failed' ? answer.reason : undefined };
      }),
    );
  } finally {
    source.close();
  }
}

/**
 * Tries a feed (FEED-18): finds what it is and what its columns are likely to hold, and compares the result with the
 * stock. Nothing is changed.
 * @param settings "stock.feed" of the dealer file, also unfinished
 * @param file local copy of the feed; `isOther` if it is not the one that the settings are for
 * @throws FeedError if it is no feed
 */
export async function tryFeed(
  services: Services,
  dealer: DealerConfig,
  settings: object,
  { file, isOther, ...folders }: { file: string; isOther: boolean; workFolder: string; dealersDir: string },
): Promise<FeedTrial> {
  const { workFolder, dealersDir } = folders;
  const own = withSource(settings, { file });
  const first = await openAnyFormat(file, own, workFolder);
  const { found, headerLine, otherRows = [] } = foundIn(first.opened, first.feed, settings);
  first.opened.close();
  const { format } = first.feed;
  const plain = feedFrom({ ...own, ...found, format });
  const opened = await openFeed(file, plain, { workFolder });
  try {
    const { rows, facts, columns } = await sample(opened);
    const preset = plain.preset === undefined ? likeliestPreset(facts.columns, plain.format) : undefined;
    const base = preset ? feedFrom({ ...withPreset(own, preset), ...found, format }) : plain;
    const stated = filledBy(base, facts.columns);
    const guesses = guessColumns(columns, new Set(stated.keys()));
    const mapped = new Set([...stated.keys(), ...guesses.map(({ field }) => field)]);
    const constants = guessedConstants(dealer, mapped, base.constants);
    const absent = missingColumns(base, facts.columns);
    const guessed = feedFrom({
      ...base,
      columns: {
        ...base.columns,
        ...Object.fromEntries(guesses.map(({ field, source }) => [field, source])),
      },
      optionalColumns: [...(base.optionalColumns ?? []), ...(isOther ? absent : [])],
      constants: { ...base.constants, ...constants },
    });
    const outcome = await compareStock(services, dealer, guessed, { dealersDir }).then(
      (summary) => ({ summary }),
      (error: unknown) => {
        if (error instanceof FeedError) return { error: error.message };
        throw error;
      },
    );
    const fieldOf = new Map<string, Pick<TriedColumn, 'field' | 'reason'>>([
      ...byOwnName(guessed, facts.columns),
      ...[...stated].flatMap(([field, names]) =>
        names.map((name) => [name, { field, reason: undefined }] as const),
      ),
      ...guesses.flatMap(({ field, columns: names, reason }) =>
        names.map((name) => [name, { field, reason }] as const),
      ),
    ]);
    return {
      file,
      found: preset ? { preset } : found,
      encoding: opened.parts[0]?.encoding ?? 'utf-8',
      notes: notesOn({ columns, facts, headerLine, otherRows, feed: guessed, settings }),
      parts: opened.parts.map(({ name }) => name),
      photosInside: opened.photos?.size ?? 0,
      facts,
      headerLine,
      rows,
      columns: columns.map((column) => ({
        ...{ field: undefined, reason: undefined, ...column },
        ...fieldOf.get(column.name),
      })),
      guesses,
      constants,
      absent,
      formats: await formatsOf(opened, guessed),
      photos: 'summary' in outcome ? await tryPhotos(services, outcome.summary) : [],
      feed: guessed,
      outcome,
    };
  } finally {
    opened.close();
  }
}

/** Required fields that neither a column nor a constant fills. */
export const unfilledIn = ({ feed, columns }: Pick<FeedTrial, 'feed' | 'columns'>): FeedFieldName[] =>
  [...REQUIRED_FIELDS].filter(
    (field) =>
      feed.constants[field] === undefined &&
      feed.columns[field] === undefined &&
      !columns.some((column) => column.field === field),
  );

/** What a trial adds to "stock.feed": what the settings do not say, and columns in place of those that are not in the feed. */
export function additions({ found, guesses, constants, outcome }: FeedTrial): Record<string, unknown> {
  const words = 'summary' in outcome ? outcome.summary.unmapped : [];
  const sure = words.map((column) => ({
    ...column,
    words: column.words.filter(({ suggestion }) => suggestion !== undefined),
  }));
  const values = valuesBlock(sure);
  const columns = Object.fromEntries(
    guesses
      .filter(({ field, source }) => typeof source !== 'string' || source.toLowerCase() !== field)
      .map(({ field, source }) => [field, source]),
  );
  return {
    ...found,
    ...(Object.keys(columns).length > 0 ? { columns } : {}),
    ...(Object.keys(constants).length > 0 ? { constants } : {}),
    ...(Object.keys(values).length > 0 ? { values } : {}),
  };
}
