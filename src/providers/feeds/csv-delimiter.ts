import { parse } from 'csv-parse/sync';
import { FEED_DELIMITERS, type FeedDelimiter } from '#src/config/sections/feed.ts';

/** The header is within these; a feed may have hundreds of columns. */
const HEAD_CHARACTERS = 64_000;
/** Exports have titles and dates above their header. */
const MOST_LINES_ABOVE = 20;

function recordsBy(delimiter: FeedDelimiter, head: string): string[][] {
  const records: string[][] = [];
  try {
    parse(head, {
      ...{ delimiter, bom: true, relax_quotes: true, relax_column_count: true, skip_empty_lines: true },
      to: MOST_LINES_ABOVE,
      on_record(record: string[]) {
        records.push(record.map((name) => name.trim().toLowerCase()));
        return undefined;
      },
    });
  } catch {
    // The head may end inside a quote; what is before it counts.
  }
  return records;
}

export type CsvHead = {
  delimiter: FeedDelimiter;
  /** How many records are above the header. */
  above: number;
};

type HeaderCandidate = CsvHead & { mapped: number; cells: number };

/** The record with most mapped columns, the first of several. */
function headerBy(delimiter: FeedDelimiter, head: string, mapped: ReadonlySet<string>): HeaderCandidate {
  const found = recordsBy(delimiter, head).map((record, above) => ({
    delimiter,
    above,
    mapped: record.filter((name) => mapped.has(name)).length,
    cells: record.length,
  }));
  const [best] = found.toSorted((a, b) => b.mapped - a.mapped || a.above - b.above);
  return best ?? { delimiter, above: 0, mapped: 0, cells: 0 };
}

/**
 * Delimiter and header of a CSV: those that find most mapped columns, whatever their case, else the delimiter that finds
 * most columns. Commas win a tie.
 * @param stated the delimiter, if it is known
 */
export function detectHead(
  text: string,
  mappedColumns: ReadonlySet<string>,
  stated?: FeedDelimiter,
): CsvHead {
  const head = text.slice(0, HEAD_CHARACTERS);
  const mapped = new Set([...mappedColumns].map((name) => name.toLowerCase()));
  const delimiters = stated === undefined ? FEED_DELIMITERS : [stated];
  const [best] = delimiters
    .map((delimiter) => headerBy(delimiter, head, mapped))
    .toSorted((a, b) => b.mapped - a.mapped || b.cells - a.cells);
  return { delimiter: best?.delimiter ?? ',', above: best?.above ?? 0 };
}
