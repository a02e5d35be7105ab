import * as v from 'valibot';
import { SecretNameSchema, TextSchema } from '#src/config/sections/setting-types.ts';
import { DateOrderSchema, FeedColumnsSchema, FeedFieldSchema, NumberFormatSchema } from './feed-columns.ts';
import { guardEntries } from './feed-guards.ts';
import { isFtp, isSftp, RemoteUrlSchema, signInChecks, signInEntries } from './remote-place.ts';

/** Where a feed comes from, and when. */
const sourceEntries = {
  file: v.optional(
    v.pipe(
      TextSchema,
      v.description('Path of the feed, absolute or relative to the dealers folder; or name its "url"'),
    ),
  ),
  folder: v.optional(
    v.pipe(
      TextSchema,
      v.description(
        'FEED-10: folder that a supplier fills, in place of "file". What was read is moved to "done" in it, what could not be read to "failed"',
      ),
    ),
  ),
  url: v.optional(
    v.pipe(
      RemoteUrlSchema,
      v.description(
        'PLAT-03: address the feed is read from, in place of "file": https, sftp, ftps or ftp. One that ends in "/" is a folder, of which the newest file is read',
      ),
    ),
  ),
  push: v.optional(
    v.pipe(
      SecretNameSchema,
      v.description(
        'FEED-11: environment variable with the token with which the supplier posts the feed to "/feeds/<dealer>", in place of "file"',
      ),
    ),
  ),
  authorization: v.optional(
    v.pipe(
      SecretNameSchema,
      v.description(
        'PLAT-03: environment variable with the Authorization header for an https "url", e.g. "Bearer …" or "Basic …"',
      ),
    ),
  ),
  ...signInEntries,
  files: v.optional(
    v.pipe(
      TextSchema,
      v.description(
        'FEED-07: which files of a folder or archive are the feed, e.g. "stock-*.csv"; by default those that end like a feed. All that fit in an archive are read as one feed',
      ),
    ),
  ),
  newest: v.optional(
    v.pipe(
      v.picklist(['date', 'name']),
      v.description(
        'FEED-07: how the newest file of a folder is found: by its date, or by the date in its name',
      ),
    ),
    'date',
  ),
  every: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(5),
      v.maxValue(10_080),
      v.description(
        'PLAT-03: `serve` or `worker` reads the feed every so many minutes. By default 60 with a "url" and 5 with a "folder"; a "file" is read only with "every" or "at"',
      ),
    ),
  ),
  at: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'a time of day, "06:30"'))),
      v.minLength(1, 'at least one time, or none of "at"'),
      v.description(
        'PLAT-03: times of day where the dealer is at which the feed is read, in place of "every": ["06:30", "18:00"]',
      ),
    ),
  ),
  expectedWithinHours: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.maxValue(8760),
      v.description(
        'FEED-12: staff are alerted if no new file has come for so many hours and two more, to a "folder", by "push" or in the folder of a server; by default 24, and 72 with the mode "incremental". 0 alerts nobody',
      ),
    ),
  ),
};

/** FEED-05: as browsers name them; "macintosh" is MacRoman. */
export const FEED_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-1',
  'iso-8859-15',
  'macintosh',
] as const;
export type FeedEncoding = (typeof FEED_ENCODINGS)[number];

const FORMATS = ['csv', 'json', 'ndjson', 'xml'] as const;

const contentEntries = {
  format: v.pipe(
    v.picklist(FORMATS),
    v.description(
      'csv: text with a character between its cells; json: a list of objects; ndjson: one JSON object a line; xml. Any of them may be gzipped or zipped',
    ),
  ),
  encoding: v.optional(
    v.pipe(
      v.picklist(FEED_ENCODINGS),
      v.description('FEED-05: encoding of the file; by default that of its mark or of its bytes'),
    ),
  ),
  rows: v.optional(
    v.pipe(
      TextSchema,
      v.description(
        'FEED-01, FEED-03: path of a vehicle in XML, "export/stock/vehicle", or of the list in JSON, "data/vehicles"; found by itself where there is only one such list',
      ),
    ),
  ),
  delimiter: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[^"\p{L}\p{N} \r\n]$/u, 'one character between cells, such as ";", "|" or "\\t"'),
      v.description('FEED-04: character between CSV cells; by default detected from the header'),
    ),
  ),
  quotes: v.optional(
    v.pipe(v.boolean(), v.description('FEED-04: false where a quote is part of the text: 19" wheels')),
    true,
  ),
  header: v.optional(
    v.pipe(
      v.boolean(),
      v.description('FEED-04: false if a CSV has no header: its columns are named "1", "2", "3"'),
    ),
    true,
  ),
  numbers: v.optional(
    v.pipe(
      NumberFormatSchema,
      v.description(
        'PLAT-21: how the feed writes numbers. By default each column is judged by all its cells, and a number that may be either, such as 32.990, is left out and reported',
      ),
    ),
  ),
  dates: v.optional(
    v.pipe(
      DateOrderSchema,
      v.description(
        'PLAT-21: order of day and month where the year is last. By default each column is judged by all its cells, and a date that may be either, such as 3/4/2026, is left out and reported',
      ),
    ),
  ),
  mode: v.optional(
    v.pipe(
      v.picklist(['full', 'incremental']),
      v.description(
        'full: vehicles missing from the feed leave the stock; incremental: the feed lists only changes, and a row with the status "deleted" removes its vehicle',
      ),
    ),
    'full',
  ),
  deletes: v.optional(
    v.pipe(
      v.strictObject({
        column: v.pipe(TextSchema, v.description('Column with the word')),
        words: v.pipe(
          v.array(TextSchema),
          v.minLength(1, 'at least one word'),
          v.description('Words that remove the vehicle, ignoring case: ["D", "DEL"]'),
        ),
      }),
      v.description(
        'FEED-20: which rows remove their vehicle, beside those whose status is "deleted", "removed" or "withdrawn"',
      ),
    ),
  ),
  only: v.optional(
    v.pipe(
      v.record(TextSchema, v.pipe(v.array(TextSchema), v.minLength(1, 'at least one value'))),
      v.description(
        'FEED-13: rows to read of a feed of several dealers, by the values of a column, ignoring case: {"DealerId": ["1042"]}',
      ),
    ),
  ),
  columns: v.optional(FeedColumnsSchema, {}),
  optionalColumns: v.optional(
    v.pipe(
      v.array(TextSchema),
      v.description(
        'FEED-17: mapped columns that a CSV may lack, which is reported once; it is refused without any other, and without those of a field that every vehicle needs. By default those that only the preset names',
      ),
    ),
  ),
  values: v.optional(
    v.pipe(
      v.record(FeedFieldSchema, v.record(v.string(), v.string())),
      v.description(
        'Values to replace, by vehicle field, ignoring case: {"simple_fuel": {"Premium": "Petrol"}}; "" drops the value',
      ),
    ),
    {},
  ),
  constants: v.optional(
    v.pipe(
      v.record(FeedFieldSchema, v.string()),
      v.description('Values for fields the feed leaves empty, e.g. {"status": "in_stock"}'),
    ),
    {},
  ),
  emptyWords: v.optional(
    v.pipe(v.array(v.string()), v.description('Cell values that mean "empty", ignoring case')),
    ['-', 'n/a', 'na', 'nan', 'null', 'none', 'poa', 'tba'],
  ),
};

export const FEED_SOURCES = ['file', 'folder', 'url', 'push'] as const;
/** Settings that only fit the server of "url". */
export const SIGN_IN_SETTINGS: readonly string[] = ['authorization', ...Object.keys(signInEntries)];

/** PLAT-03: a stock feed, its schedule, and the mapping of columns to vehicle fields. */
export const FeedSchema = v.pipe(
  v.strictObject({
    preset: v.optional(
      v.pipe(
        TextSchema,
        v.description(
          'FEED-17: name of a known supplier, whose format and columns hold where this file says nothing; dealers/REFERENCE.md lists them',
        ),
      ),
    ),
    ...sourceEntries,
    ...contentEntries,
    ...guardEntries,
  }),
  v.forward(
    v.partialCheck(
      [['file'], ['folder'], ['url'], ['push']],
      (feed) => FEED_SOURCES.filter((source) => feed[source] !== undefined).length === 1,
      'one of "file", "folder", "url" and "push"',
    ),
    ['file'],
  ),
  v.forward(
    v.partialCheck(
      [['every'], ['at']],
      ({ every, at }) => every === undefined || at === undefined,
      'either "every" or "at"',
    ),
    ['at'],
  ),
  v.forward(
    v.partialCheck(
      [['push'], ['every'], ['at']],
      ({ push, every, at }) => push === undefined || (every === undefined && at === undefined),
      'no "every" or "at" beside it: what is posted is imported as it arrives',
    ),
    ['push'],
  ),
  v.forward(
    v.partialCheck(
      [['url'], ['authorization']],
      ({ url, authorization }) => authorization === undefined || /^https?:/.test(url ?? ''),
      'an https "url" beside it',
    ),
    ['authorization'],
  ),
  v.forward(
    v.partialCheck(
      [['url'], ['folder'], ['push'], ['expectedWithinHours']],
      (feed) => feed.expectedWithinHours === undefined || takesFiles(feed),
      'a "folder", "push" or the folder of a server beside it',
    ),
    ['expectedWithinHours'],
  ),
  signInChecks(),
);

export type FeedConfig = v.InferOutput<typeof FeedSchema>;

type FeedPlace = { url?: string | undefined; folder?: string | undefined; push?: string | undefined };

/** Whether a supplier puts one file after the other there. */
function takesFiles({ url, folder, push }: FeedPlace): boolean {
  return (
    folder !== undefined || push !== undefined || ((isSftp(url) || isFtp(url)) && url?.endsWith('/') === true)
  );
}

const FULL_EXPECTED_HOURS = 24;
const CHANGES_EXPECTED_HOURS = 72;

/** FEED-12: 0 if nobody is alerted. */
export const fileExpectedWithinHours = (feed: FeedConfig): number =>
  takesFiles(feed)
    ? (feed.expectedWithinHours ?? (feed.mode === 'full' ? FULL_EXPECTED_HOURS : CHANGES_EXPECTED_HOURS))
    : 0;
