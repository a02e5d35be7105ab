import { formatNumber } from '#src/platform/number/number-format.ts';
import { isJsonObject, type JsonObject } from '#src/platform/text/untrusted-values.ts';
import {
  type BrokenRow,
  FeedError,
  type FeedFacts,
  type FeedRow,
  MAX_NESTING,
  MAX_ROW_LENGTH,
  MAX_ROWS,
  tooManyRows,
} from './feed-content.ts';
import {
  failure,
  itemsOf,
  type JsonItem,
  JsonStructureError,
  membersOf,
  nestingOf,
  skipSpace,
  skipValue,
} from './json-scanner.ts';
import { objectRows } from './object-rows.ts';

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

/** Indexes of the lists, or objects of objects, at a path of keys; lists on the way are read item by item. */
function* listsAt(text: string, at: number, keys: readonly string[]): Generator<number> {
  const [key, ...rest] = keys;
  if (key === undefined) {
    if (text[at] === '[' || text[at] === '{') yield at;
    return;
  }
  if (text[at] === '[') for (const item of itemsOf(text, at)) yield* listsAt(text, item.at, keys);
  else if (text[at] === '{')
    for (const member of membersOf(text, at)) if (member.key === key) yield* listsAt(text, member.at, rest);
}

/** Fails if there is more than one value, as in a file of one object a line. */
function checkEnd(text: string, start: number): void {
  const { end } = skipValue(text, start);
  const rest = skipSpace(text, end);
  if (rest < text.length) throw failure(text, rest, 'nothing after the value');
}

/**
 * Indexes of the lists of vehicles: those at the stated path, or else the text itself, "vehicles", or the only list of
 * objects under any key.
 * @returns the keys of all lists of objects, if there are several
 * @throws JsonStructureError
 */
function findLists(text: string, rows: string | undefined): { at: number[] } | { among: readonly string[] } {
  const start = skipSpace(text, 0);
  if (rows !== undefined) {
    checkEnd(text, start);
    const at = [...listsAt(text, start, rows.split('/').filter(Boolean))];
    return at.length > 0 ? { at } : { among: [] };
  }
  checkEnd(text, start);
  if (text[start] === '[') return { at: [start] };
  if (text[start] !== '{') return { among: [] };
  const lists = listsIn(text, start, OBJECTS_AROUND_LIST).take(MAX_LISTS).toArray();
  const usual = lists.find(({ key }) => key === USUAL_KEY);
  if (usual) return { at: [usual.at] };
  const [only, ...others] = lists.filter(({ at }) => text[skipSpace(text, at + 1)] === '{');
  if (only && others.length === 0) return { at: [only.at] };
  // The only list there is, without vehicles.
  const [empty, ...more] = lists;
  if (!only && empty && more.length === 0 && text[skipSpace(text, empty.at + 1)] === ']')
    return { at: [empty.at] };
  return { among: only ? [only, ...others].map(({ key }) => key) : [] };
}

/** Index of the list of vehicles in a truncated text, as far as can be determined. */
function findListInHead(text: string, rows: string | undefined): number | undefined {
  const start = skipSpace(text, 0);
  const lists: { key: string; at: number }[] = [];
  try {
    if (rows !== undefined) {
      // Each list before it is complete.
      for (const at of listsAt(text, start, rows.split('/').filter(Boolean))) return at;
      return undefined;
    }
    if (text[start] !== '{') return text[start] === '[' ? start : undefined;
    for (const list of listsIn(text, start, OBJECTS_AROUND_LIST).take(MAX_LISTS)) lists.push(list);
  } catch (error) {
    if (!(error instanceof JsonStructureError)) throw error;
  }
  const usual = lists.find(({ key }) => key === USUAL_KEY);
  const [only, ...others] = lists.filter(({ at }) => text[skipSpace(text, at + 1)] === '{');
  return usual?.at ?? (others.length === 0 ? only?.at : undefined);
}

type OnRow = (row: FeedRow | BrokenRow) => void;

/** The object of an item, or why it has none. */
function objectIn({
  text,
  nesting,
}: Pick<JsonItem, 'text' | 'nesting'>): { value: JsonObject } | { broken: string } {
  if (text.length > MAX_ROW_LENGTH)
    return {
      broken: `${formatNumber(text.length)} characters, at most ${formatNumber(MAX_ROW_LENGTH)} are read`,
    };
  if (nesting > MAX_NESTING)
    return { broken: `nested ${formatNumber(nesting)} levels deep, at most ${MAX_NESTING} are read` };
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? { value } : { broken: 'not a JSON object' };
  } catch {
    return { broken: 'not valid JSON' };
  }
}

/** Reads rows of a feed and collects their keys. */
function rowReader(file: string, mappedColumns: ReadonlySet<string>, onRow: OnRow) {
  let rows = 0;
  let isAnyReadable = false;
  let firstBroken: BrokenRow | undefined;

  function add(row: FeedRow | BrokenRow): void {
    if (rows === MAX_ROWS) throw tooManyRows(file);
    rows += 1;
    if ('cells' in row) isAnyReadable = true;
    else firstBroken ??= row;
    onRow(row);
  }

  const objects = objectRows(mappedColumns, add);

  return {
    add,
    read(item: Pick<JsonItem, 'text' | 'nesting' | 'key'>, row: number): void {
      const read = objectIn(item);
      if ('broken' in read) add({ row, broken: read.broken });
      else objects.add(row, item.key === undefined ? read.value : { [KEY]: item.key, ...read.value });
    },
    facts(): Pick<FeedFacts, 'columns'> {
      if (firstBroken && !isAnyReadable) {
        throw new FeedError(
          `${file}: none of its rows can be read. First: row ${firstBroken.row}: ${firstBroken.broken}. Correct the file, or set "stock.feed.format".`,
        );
      }
      return { columns: objects.columns };
    },
  };
}

/** Column with the key of a vehicle, if the feed is an object of vehicles: `{"U100": {…}}`. */
const KEY = '@key';

/** Longer texts are no messages. */
const MESSAGE_LENGTH = 300;

function noList(file: string, text: string, rows: string | undefined, among: readonly string[]): FeedError {
  if (among.length === 0 && text.length < MESSAGE_LENGTH && /"(?:error|message|errors)"/i.test(text))
    return new FeedError(
      `${file}: a message, not a feed: ${text.trim()}. Ask the supplier, or correct the address or "stock.feed.authorization".`,
    );
  if (rows !== undefined) return new FeedError(`${file}: no list at "${rows}". Correct "stock.feed.rows".`);
  const several = among.map((key) => `"${key}"`).join(', ');
  return new FeedError(
    `${file}: expected a list of vehicles, or an object with the list under "vehicles"${several && `, and found several lists: ${several}`}. Name it as "stock.feed.rows".`,
  );
}

/** A JSON list of objects, or an object with such a list. @throws FeedError */
export function readJsonFeed(
  file: string,
  text: string,
  rows: string | undefined,
  mappedColumns: ReadonlySet<string>,
  onRow: OnRow,
): Pick<FeedFacts, 'columns'> {
  const reader = rowReader(file, mappedColumns, onRow);
  try {
    const lists = findLists(text, rows);
    if ('among' in lists) throw noList(file, text, rows, lists.among);
    let row = 0;
    for (const list of lists.at) for (const item of itemsOf(text, list)) reader.read(item, ++row);
  } catch (error) {
    if (!(error instanceof JsonStructureError)) throw error;
    throw new FeedError(
      `${file}: not valid JSON: ${error.message}. Ask the supplier to send it again, correct the file, or set "stock.feed.format".`,
    );
  }
  return reader.facts();
}

/**
 * The first objects of a JSON list, from the start of its text.
 * @throws FeedError if it is not a list of vehicles, as far as can be determined
 */
export function readJsonHead(
  file: string,
  text: string,
  rows: string | undefined,
  mappedColumns: ReadonlySet<string>,
  onRow: OnRow,
): Pick<FeedFacts, 'columns'> {
  const reader = rowReader(file, mappedColumns, onRow);
  const at = findListInHead(text, rows);
  let row = 0;
  try {
    if (at !== undefined) for (const item of itemsOf(text, at)) reader.read(item, ++row);
  } catch (error) {
    // The last item is truncated.
    if (!(error instanceof JsonStructureError)) throw error;
  }
  return reader.facts();
}

function* linesOf(chunks: Iterable<string>): Generator<string> {
  let rest = '';
  for (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    // Such a row is refused whatever follows.
    if (rest.length > 2 * MAX_ROW_LENGTH) rest = rest.slice(0, MAX_ROW_LENGTH + 1);
  }
  yield rest;
}

/** One JSON object per line; other lines are broken rows. @throws FeedError */
export function readNdjsonFeed(
  file: string,
  chunks: Iterable<string>,
  mappedColumns: ReadonlySet<string>,
  onRow: OnRow,
): Pick<FeedFacts, 'columns'> {
  const reader = rowReader(file, mappedColumns, onRow);
  let row = 0;
  for (const written of linesOf(chunks)) {
    const line = written.endsWith('\r') ? written.slice(0, -1) : written;
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
  return reader.facts();
}
