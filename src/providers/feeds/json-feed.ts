import { formatNumber } from '#src/domain/format-number.ts';
import { isJsonObject } from '#src/domain/json-object.ts';
import { columnSpelling } from './column-spelling.ts';
import { type BrokenRow, type FeedContent, FeedError, type FeedRow } from './feed.ts';
import { MAX_COLUMNS, MAX_NESTING, MAX_ROW_LENGTH, MAX_ROWS, tooManyRows } from './feed-limits.ts';
import {
  findList,
  findListInHead,
  itemsOf,
  type JsonItem,
  JsonStructureError,
  nestingOf,
} from './json-items.ts';

/** Lists and objects stay JSON, so that an item may contain a CSV's item separators. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.length === 0) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Reads the rows of one feed, and collects the names of their keys. */
function rowReader(file: string, mappedColumns: ReadonlySet<string>) {
  const columns = new Set<string>();
  const spelling = columnSpelling(mappedColumns);
  const rows: (FeedRow | BrokenRow)[] = [];

  function toRow(item: JsonItem, row: number): FeedRow | BrokenRow {
    if (item.text.length > MAX_ROW_LENGTH)
      return {
        row,
        broken: `${formatNumber(item.text.length)} characters, at most ${formatNumber(MAX_ROW_LENGTH)} are read`,
      };
    if (item.nesting > MAX_NESTING)
      return {
        row,
        broken: `nested ${formatNumber(item.nesting)} levels deep, at most ${MAX_NESTING} are read`,
      };
    let value: unknown;
    try {
      value = JSON.parse(item.text);
    } catch {
      return { row, broken: 'not valid JSON' };
    }
    if (!isJsonObject(value)) return { row, broken: 'not a JSON object' };
    const cells: [string, string][] = [];
    const hasKey = (name: string) => Object.hasOwn(value, name);
    for (const [written, member] of Object.entries(value)) {
      const key = spelling(written, hasKey);
      const isMapped = mappedColumns.has(key);
      if (isMapped) cells.push([key, cellText(member)]);
      if (isMapped || columns.size < MAX_COLUMNS) columns.add(key);
    }
    return { row, cells: Object.fromEntries(cells) };
  }

  function add(row: FeedRow | BrokenRow): void {
    if (rows.length === MAX_ROWS) throw tooManyRows(file);
    rows.push(row);
  }

  return {
    add,
    read: (item: JsonItem, row: number) => add(toRow(item, row)),
    content(): FeedContent {
      const [first] = rows;
      if (first && rows.every((row) => 'broken' in row)) {
        const example = 'broken' in first ? first.broken : '';
        throw new FeedError(
          `${file}: none of its rows can be read. First: row ${first.row}: ${example}. Correct the file, or set "stock.feed.format".`,
        );
      }
      return { columns, rows };
    },
  };
}

/** A JSON list of objects, or an object with such a list. @throws FeedError */
export function readJsonFeed(file: string, text: string, mappedColumns: ReadonlySet<string>): FeedContent {
  const reader = rowReader(file, mappedColumns);
  try {
    const list = findList(text);
    if ('among' in list) {
      const several = list.among.map((key) => `"${key}"`).join(', ');
      throw new FeedError(
        `${file}: expected a list of vehicles, or an object with the list under "vehicles"${several && `, and found several lists: ${several}`}.`,
      );
    }
    let row = 0;
    for (const item of itemsOf(text, list.at)) reader.read(item, ++row);
  } catch (error) {
    if (!(error instanceof JsonStructureError)) throw error;
    throw new FeedError(
      `${file}: not valid JSON: ${error.message}. Ask the supplier to send it again, correct the file, or set "stock.feed.format".`,
    );
  }
  return reader.content();
}

/**
 * The keys of the first objects of a JSON list, by the beginning of its text.
 * @param isWhole whether the text is complete
 * @throws FeedError when it is no list of vehicles, as far as its beginning shows
 */
export function readJsonKeys(
  file: string,
  text: string,
  mappedColumns: ReadonlySet<string>,
  isWhole: boolean,
): Pick<FeedContent, 'columns' | 'rows'> {
  if (isWhole) return readJsonFeed(file, text, mappedColumns);
  const reader = rowReader(file, mappedColumns);
  const at = findListInHead(text);
  let row = 0;
  try {
    if (at !== undefined) for (const item of itemsOf(text, at)) reader.read(item, ++row);
  } catch (error) {
    // The last item is cut off.
    if (!(error instanceof JsonStructureError)) throw error;
  }
  return reader.content();
}

/** The lines of a text, without their ends. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    yield text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end);
    start = end + 1;
  }
}

/** One JSON object per line; any other line is a broken row. @throws FeedError */
export function readNdjsonFeed(file: string, text: string, mappedColumns: ReadonlySet<string>): FeedContent {
  const reader = rowReader(file, mappedColumns);
  let row = 0;
  for (const line of linesOf(text)) {
    row += 1;
    if (line.trim() === '') continue;
    try {
      reader.read({ text: line, nesting: nestingOf(line) }, row);
    } catch (error) {
      if (!(error instanceof JsonStructureError)) throw error;
      // The last line of a feed that was cut off.
      reader.add({ row, broken: 'not valid JSON', ...(line.startsWith('{') ? { short: line } : {}) });
    }
  }
  return reader.content();
}
