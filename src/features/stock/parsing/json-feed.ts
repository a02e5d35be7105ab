import { formatNumber } from '#src/platform/number/number-format.ts';
import { isJsonObject } from '#src/platform/text/untrusted-values.ts';
import {
  type BrokenRow,
  columnSpelling,
  type FeedContent,
  FeedError,
  type FeedRow,
  MAX_COLUMNS,
  MAX_NESTING,
  MAX_ROW_LENGTH,
  MAX_ROWS,
  tooManyRows,
} from './feed-content.ts';

/** A syntax error in JSON, with its line. */
class JsonStructureError extends Error {
  override name = 'JsonStructureError';
}

type JsonItem = {
  text: string;
  /** Depth, including itself. */
  nesting: number;
};

const SPACE = /[^ \t\r\n]/g;
const SIGNS = /["{}[\]]/g;
const STRING_END = /["\\]/g;
const SCALAR_END = /[,\]}\s]/g;

/** Index of the next match, or the end of the text. */
function find(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

const skipSpace = (text: string, at: number) => find(SPACE, text, at);

const LINE_BREAK = /\r\n?|\n/g;

function failure(text: string, at: number, expected: string): JsonStructureError {
  const line = (text.slice(0, at).match(LINE_BREAK)?.length ?? 0) + 1;
  return new JsonStructureError(
    at >= text.length
      ? `line ${line}: it ends where ${expected} was expected`
      : `line ${line}: expected ${expected}`,
  );
}

/** @param at index of the opening quote @returns index after the closing one */
function skipString(text: string, at: number): number {
  for (let next = at + 1; ; ) {
    const end = find(STRING_END, text, next);
    if (end >= text.length) throw failure(text, end, 'a closing quote');
    if (text[end] === '"') return end + 1;
    next = end + 2;
  }
}

/** Skips a value without building it, so that its size and depth cost no memory. */
function skipValue(text: string, start: number): { end: number; nesting: number } {
  const first = text[start];
  if (first === '"') return { end: skipString(text, start), nesting: 0 };
  if (first !== '{' && first !== '[') {
    const end = find(SCALAR_END, text, start);
    if (end === start) throw failure(text, start, 'a value');
    return { end, nesting: 0 };
  }
  let depth = 0;
  let nesting = 0;
  for (let at = start; ; ) {
    const sign = find(SIGNS, text, at);
    if (sign >= text.length) throw failure(text, sign, 'a closing bracket');
    if (text[sign] === '"') {
      at = skipString(text, sign);
      continue;
    }
    at = sign + 1;
    if (text[sign] === '{' || text[sign] === '[') nesting = Math.max(nesting, ++depth);
    else if (--depth === 0) return { end: at, nesting };
  }
}

/** Members of an object with the index of their value. */
function* membersOf(text: string, open: number): Generator<{ key: string; at: number }> {
  let at = skipSpace(text, open + 1);
  if (text[at] === '}') return;
  for (;;) {
    if (text[at] !== '"') throw failure(text, at, 'a key in quotes');
    const keyEnd = skipString(text, at);
    const key = text.slice(at + 1, keyEnd - 1);
    at = skipSpace(text, keyEnd);
    if (text[at] !== ':') throw failure(text, at, 'a colon');
    at = skipSpace(text, at + 1);
    yield { key, at };
    at = skipSpace(text, skipValue(text, at).end);
    if (text[at] === '}') return;
    if (text[at] !== ',') throw failure(text, at, 'a comma or a closing brace');
    at = skipSpace(text, at + 1);
  }
}

/** Candidate lists of vehicles in nested objects. */
function* listsIn(text: string, open: number, depth: number): Generator<{ key: string; at: number }> {
  for (const member of membersOf(text, open)) {
    const sign = text[member.at];
    if (sign === '[') yield member;
    else if (sign === '{' && depth > 1) yield* listsIn(text, member.at, depth - 1);
  }
}

/** `{"response": {"data": {"vehicles": […]}}}`. */
const OBJECTS_AROUND_LIST = 4;
const USUAL_KEY = 'vehicles';
/** Limits the number of lists examined. */
const MAX_LISTS = 100;

/**
 * Index of the list of vehicles: the text itself, "vehicles", or the only list of objects under any key.
 * @returns the keys of all lists of objects, if there are several
 * @throws JsonStructureError
 */
function findList(text: string): { at: number } | { among: readonly string[] } {
  const start = skipSpace(text, 0);
  if (text[start] === '[') return { at: start };
  const { end } = skipValue(text, start);
  const rest = skipSpace(text, end);
  if (rest < text.length) throw failure(text, rest, 'nothing after the value');
  if (text[start] !== '{') return { among: [] };
  const lists = listsIn(text, start, OBJECTS_AROUND_LIST).take(MAX_LISTS).toArray();
  const usual = lists.find(({ key }) => key === USUAL_KEY);
  if (usual) return usual;
  const [only, ...others] = lists.filter(({ at }) => text[skipSpace(text, at + 1)] === '{');
  if (only && others.length === 0) return only;
  return { among: only ? [only, ...others].map(({ key }) => key) : [] };
}

/** Index of the list of vehicles in a truncated text, as far as can be determined. */
function findListInHead(text: string): number | undefined {
  const start = skipSpace(text, 0);
  if (text[start] !== '{') return text[start] === '[' ? start : undefined;
  const lists: { key: string; at: number }[] = [];
  try {
    for (const list of listsIn(text, start, OBJECTS_AROUND_LIST).take(MAX_LISTS)) lists.push(list);
  } catch (error) {
    if (!(error instanceof JsonStructureError)) throw error;
  }
  const usual = lists.find(({ key }) => key === USUAL_KEY);
  const [only, ...others] = lists.filter(({ at }) => text[skipSpace(text, at + 1)] === '{');
  return usual?.at ?? (others.length === 0 ? only?.at : undefined);
}

/** Yields the items of the list at this index. @throws JsonStructureError */
function* itemsOf(text: string, open: number): Generator<JsonItem> {
  let at = skipSpace(text, open + 1);
  while (text[at] !== ']') {
    const { end, nesting } = skipValue(text, at);
    yield { text: text.slice(at, end), nesting };
    at = skipSpace(text, end);
    if (text[at] === ']') return;
    if (text[at] !== ',') throw failure(text, at, 'a comma or a closing bracket');
    at = skipSpace(text, at + 1);
  }
}

/** Depth of a value. @throws JsonStructureError */
const nestingOf = (text: string): number => skipValue(text, skipSpace(text, 0)).nesting;

/** Lists and objects stay JSON, so that items may contain separators. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.length === 0) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Reads rows of a feed and collects their keys. */
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
 * Keys of the first objects of a JSON list, from the start of its text.
 * @param isWhole whether the text is complete
 * @throws FeedError if it is not a list of vehicles, as far as can be determined
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
    // The last item is truncated.
    if (!(error instanceof JsonStructureError)) throw error;
  }
  return reader.content();
}

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    yield text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end);
    start = end + 1;
  }
}

/** One JSON object per line; other lines are broken rows. @throws FeedError */
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
      // The last line of a truncated feed.
      reader.add({ row, broken: 'not valid JSON', ...(line.startsWith('{') ? { short: line } : {}) });
    }
  }
  return reader.content();
}
