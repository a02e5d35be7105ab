import { parse } from 'csv-parse/sync';
import { FEED_DELIMITERS, type FeedDelimiter } from '#src/config/sections/feed.ts';

/** The header is within these; a feed may have hundreds of columns. */
const HEAD_CHARACTERS = 64_000;

function headerBy(delimiter: FeedDelimiter, head: string): string[] {
  const options = { delimiter, bom: true, relax_quotes: true, to: 1, skip_empty_lines: true };
  try {
    const [header = []] = parse(head, options) as string[][];
    return header.map((name) => name.trim());
  } catch {
    return [];
  }
}

/**
 * The delimiter of a CSV: the one that finds most mapped columns in the header, else the one that finds most columns.
 * Commas win a tie.
 */
export function detectDelimiter(text: string, mappedColumns: ReadonlySet<string>): FeedDelimiter {
  const head = text.slice(0, HEAD_CHARACTERS);
  let best: { delimiter: FeedDelimiter; mapped: number; cells: number } = {
    delimiter: ',',
    mapped: -1,
    cells: 0,
  };
  for (const delimiter of FEED_DELIMITERS) {
    const header = headerBy(delimiter, head);
    const mapped = header.filter((name) => mappedColumns.has(name)).length;
    const isBetter = mapped > best.mapped || (mapped === best.mapped && header.length > best.cells);
    if (isBetter) best = { delimiter, mapped, cells: header.length };
  }
  return best.delimiter;
}
