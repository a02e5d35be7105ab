import { isJsonObject } from '#src/domain/json-object.ts';
import { type BrokenRow, type FeedContent, FeedError, type FeedRow } from './feed.ts';

/** Characters of one NDJSON line. */
const MAX_LINE_LENGTH = 1_000_000;

/** Lists and objects stay JSON, so that an item may contain a CSV's item separators. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.length === 0) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function toRow(value: unknown, row: number): FeedRow | BrokenRow {
  if (!isJsonObject(value)) return { row, broken: 'not a JSON object' };
  try {
    const cells = Object.entries(value).map(([key, item]) => [key, cellText(item)] as const);
    return { row, cells: Object.fromEntries(cells) };
  } catch (error) {
    // Serialising it can exhaust the stack where parsing did not.
    if (error instanceof RangeError) return { row, broken: 'nested too deeply' };
    throw error;
  }
}

function withColumns(file: string, rows: (FeedRow | BrokenRow)[]): FeedContent {
  const [first] = rows;
  if (first && rows.every((row) => 'broken' in row)) {
    const example = 'broken' in first ? first.broken : '';
    throw new FeedError(
      `${file}: none of its rows can be read. First: row ${first.row}: ${example}. Correct the file, or set "stock.feed.format".`,
    );
  }
  const columns = new Set<string>();
  for (const row of rows) if ('cells' in row) for (const name of Object.keys(row.cells)) columns.add(name);
  return { columns, rows };
}

/** A JSON list of objects, or an object with such a list under "vehicles". @throws FeedError */
export function readJsonFeed(file: string, text: string): FeedContent {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new FeedError(
      `${file}: not valid JSON (${error instanceof Error ? error.message : error}). Correct the file, or set "stock.feed.format".`,
    );
  }
  const list = isJsonObject(value) ? value.vehicles : value;
  if (!Array.isArray(list)) {
    throw new FeedError(`${file}: expected a list of vehicles, or an object with the list under "vehicles".`);
  }
  return withColumns(
    file,
    list.map((item, at) => toRow(item, at + 1)),
  );
}

/** One JSON object per line; any other line is a broken row. @throws FeedError */
export function readNdjsonFeed(file: string, text: string): FeedContent {
  const rows = text.split(/\r?\n/).flatMap((line, at): (FeedRow | BrokenRow)[] => {
    if (line.trim() === '') return [];
    if (line.length > MAX_LINE_LENGTH)
      return [{ row: at + 1, broken: `a line of ${line.length} characters` }];
    try {
      return [toRow(JSON.parse(line), at + 1)];
    } catch {
      return [{ row: at + 1, broken: 'not valid JSON', ...(line.startsWith('{') ? { short: line } : {}) }];
    }
  });
  return withColumns(file, rows);
}
