import { SaxesParser } from 'saxes';
import { countKnown, plainName } from '#src/features/stock/mapping/column-names.data.ts';
import { formatNumber } from '#src/platform/number/number-format.ts';
import type { JsonObject } from '#src/platform/text/untrusted-values.ts';
import { ATTRIBUTE, OWN_TEXT, parsePath } from './column-path.ts';
import {
  type BrokenRow,
  FeedError,
  type FeedFacts,
  type FeedRow,
  MAX_NESTING,
  MAX_ROW_LENGTH,
  UNREADABLE,
} from './feed-content.ts';
import { objectRows } from './object-rows.ts';

/** Of any element, in a row or around the rows. */
const MAX_DEPTH = 2 * MAX_NESTING;

type Value = string | Record<string, unknown>;

/** An element of a row that is still open. */
type OpenElement = { name: string; members: Record<string, unknown>; text: string };

/** Members by name; repeated ones become a list. Without prototype, so that any name may occur. */
function addMember(members: Record<string, unknown>, name: string, value: unknown): void {
  const present = members[name];
  if (present === undefined) members[name] = value;
  else if (Array.isArray(present)) present.push(value);
  else members[name] = [present, value];
}

function contentOf({ members, text }: OpenElement): Value {
  const own = text.trim();
  if (Object.keys(members).length === 0) return own;
  if (own !== '') members[OWN_TEXT] = own;
  return members;
}

/** A single row, as an object even if it has only text. */
const rowOf = (value: Value): JsonObject => (typeof value === 'string' ? { [OWN_TEXT]: value } : value);

const REMEDY = 'Ask the supplier to send it again, or to correct it.';

/** What XML may not contain at all, even escaped: costs its cell alone. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const FORBIDDEN = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const LONE_AMPERSAND = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{0,31});)/gi;
/** It may continue in the next part of the text. */
const UNFINISHED = /(?:&[#a-z\d]{0,32}|<!?\[?C?D?A?T?A?|\]{1,2})$/i;
const CDATA_MARKS = /(<!\[CDATA\[|\]\]>)/;

/** References to characters by number. */
const REFERENCE = /&#(?:(\d{1,7})|x([\da-f]{1,6}));/gi;

/** A reference, unless it is to what XML forbids. */
function readable(reference: string, decimal: string | undefined, hex: string | undefined): string {
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const isForbidden =
    code > 0x10ffff ||
    code === 0 ||
    (code >= 0xd800 && code <= 0xdfff) ||
    String.fromCodePoint(code).search(FORBIDDEN) !== -1;
  return isForbidden ? UNREADABLE : reference;
}

/** Escapes what suppliers forget to: `Black & White`. */
function* escaped(chunks: Iterable<string>): Generator<string> {
  let rest = '';
  let isInCdata = false;
  for (const chunk of chunks) {
    const text = rest + chunk;
    const end = UNFINISHED.exec(text)?.index ?? text.length;
    rest = text.slice(end);
    let result = '';
    for (const part of text.slice(0, end).split(CDATA_MARKS)) {
      if (part === ']]>') isInCdata = false;
      result += isInCdata ? part : part.replace(LONE_AMPERSAND, '&amp;');
      if (part === '<![CDATA[') isInCdata = true;
    }
    yield result.replace(REFERENCE, readable).replace(FORBIDDEN, UNREADABLE);
  }
  yield rest;
}

/** Messages of the parser in words that name a remedy. */
function messageOf(error: Error): string {
  const [, line = '?', what = error.message] = /^(\d+):\d+: (.*?)\.?$/.exec(error.message) ?? [];
  const unclosed = /^(unclosed tag: .*|unexpected end|unclosed .*)$/i.exec(what);
  if (unclosed)
    return `it ends at line ${line} before its last element is closed (${what}): it has not arrived whole. Ask the supplier to send it again.`;
  return `not valid XML: line ${line}: ${what}. ${REMEDY}`;
}

type XmlHandlers = {
  open(path: readonly string[], attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(path: readonly string[]): void;
};

/** Thrown to end early. */
const ENOUGH = Symbol('enough');

/**
 * Parses XML as a stream. Entities of HTML stay as they are, to be read with the cell.
 * @param isWhole false for the start of a text, whose last element is not closed
 * @throws FeedError
 */
function parseXml(file: string, chunks: Iterable<string>, handlers: XmlHandlers, isWhole = true): void {
  const parser = new SaxesParser();
  const path: string[] = [];
  /** Characters since the parser last called back: attributes and comments have no limit of their own. */
  let unread = 0;
  const fail = (message: string): never => {
    throw new FeedError(`${file}: ${message}`);
  };
  parser.on('error', (error) => {
    if (/undefined entity|entity name/.test(error.message)) return;
    if (!isWhole) throw ENOUGH;
    fail(messageOf(error));
  });
  parser.on('doctype', () =>
    fail(
      `line ${parser.line}: a document type declaration, which is refused because it may define entities. Ask the supplier to leave it out.`,
    ),
  );
  parser.on('opentag', ({ name, attributes }) => {
    unread = 0;
    path.push(name);
    if (path.length > MAX_DEPTH)
      fail(`line ${parser.line}: nested more than ${MAX_DEPTH} levels deep. ${REMEDY}`);
    handlers.open(path, attributes);
  });
  const onText = (text: string) => {
    unread = 0;
    handlers.text(text);
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', () => {
    unread = 0;
    handlers.close(path);
    path.pop();
  });
  try {
    for (const chunk of escaped(chunks)) {
      unread += chunk.length;
      parser.write(chunk);
      if (unread > MAX_ROW_LENGTH)
        fail(
          `line ${parser.line}: a text, attribute or comment of more than ${formatNumber(MAX_ROW_LENGTH)} characters. ${REMEDY}`,
        );
    }
    if (isWhole) parser.close();
  } catch (error) {
    if (error !== ENOUGH) throw error;
  }
}

/** `export/stock/vehicle`, also with a leading slash. */
const stepsOf = (rows: string): string[] => rows.split('/').filter(Boolean);

type Candidate = {
  steps: readonly string[];
  count: number;
  /** Names of its elements and attributes, without capitals and punctuation. */
  members: Set<string>;
};

/** Elements in the start of an XML text that hold others. */
function elementsIn(file: string, head: string): Candidate[] {
  const found = new Map<string, Candidate>();
  parseXml(
    file,
    [head],
    {
      open(path, attributes) {
        const key = path.join('/');
        const entry = found.get(key) ?? { steps: [...path], count: 0, members: new Set() };
        found.set(key, entry);
        entry.count += 1;
        for (const name of Object.keys(attributes)) entry.members.add(plainName(ATTRIBUTE + name));
        found.get(path.slice(0, -1).join('/'))?.members.add(plainName(path.at(-1) ?? ''));
      },
      text: () => {},
      close: () => {},
    },
    false,
  );
  return [...found.values()].filter(({ members }) => members.size > 0);
}

/**
 * Paths that may be those of the vehicles in the start of an XML feed, the likeliest first: of the elements that hold
 * others the one with the most mapped columns, or else with the most names that suppliers use, or else the outermost
 * one that repeats.
 */
export function xmlRowPaths(
  file: string,
  head: string,
  mappedColumns: ReadonlySet<string>,
): { steps: readonly string[]; count: number }[] {
  const wanted = new Set(
    [...mappedColumns].map((column) => plainName(parsePath(column).steps[0]?.name ?? '')),
  );
  return elementsIn(file, head)
    .map(({ steps, count, members }) => ({
      steps,
      count,
      mapped: wanted.intersection(members).size,
      known: countKnown(members),
      repeats: count > 1 ? 1 : 0,
      // A vehicle may be all that the feed holds, but the root is hardly ever one.
      isRoot: steps.length === 1 ? 1 : 0,
    }))
    .sort(
      (a, b) =>
        b.mapped - a.mapped ||
        b.known - a.known ||
        a.isRoot - b.isRoot ||
        b.repeats - a.repeats ||
        a.steps.length - b.steps.length,
    );
}

/** The likeliest path of the vehicles; undefined if no element holds others. */
export const findXmlRows = (
  file: string,
  head: string,
  mappedColumns: ReadonlySet<string>,
): readonly string[] | undefined => xmlRowPaths(file, head, mappedColumns)[0]?.steps;

/** Attributes of the elements around a row, as columns such as "../@dealer". */
const aroundRow = (around: readonly Readonly<Record<string, string>>[]): Record<string, string> =>
  Object.fromEntries(
    around
      .toReversed()
      .flatMap((attributes, at) =>
        Object.entries(attributes).map(([name, value]) => [
          `${'../'.repeat(at + 1)}${ATTRIBUTE}${name}`,
          value,
        ]),
      ),
  );

/** Longer texts outside of rows are no messages. */
const MAX_MESSAGE = 1000;

/** The paths nearest to the root, for a message. */
const PATHS_NAMED = 8;

/**
 * Reads the rows of an XML feed (FEED-01). Attributes are named "@name"; repeated elements become lists.
 * @param rows path of a vehicle from the root
 * @param options.isHeadOnly whether the text may end anywhere
 * @throws FeedError
 */
export function readXmlFeed(
  file: string,
  chunks: Iterable<string>,
  rows: readonly string[] | string,
  mappedColumns: ReadonlySet<string>,
  onRow: (row: FeedRow | BrokenRow) => void,
  { isHeadOnly = false } = {},
): Pick<FeedFacts, 'columns'> {
  const wanted = typeof rows === 'string' ? stepsOf(rows) : rows;
  const reader = objectRows(mappedColumns, onRow, { areElements: true });
  const seen = new Set<string>();
  let open: OpenElement[] = [];
  /** Attributes of the elements around a row, the root first. */
  const around: Readonly<Record<string, string>>[] = [];
  let row = 0;
  let length = 0;
  let broken: string | undefined;
  let isListFound = wanted.length === 0;
  /** Whether the list holds elements of another name. */
  let hasOthers = false;
  let rootText = '';
  const isRow = (path: readonly string[]) =>
    path.length === wanted.length && wanted.every((name, at) => path[at] === name);

  parseXml(
    file,
    chunks,
    {
      open(path, attributes) {
        if (open.length === 0) {
          if (row === 0 && seen.size < PATHS_NAMED) seen.add(path.join('/'));
          if (isRow([...path, wanted.at(-1) ?? ''])) isListFound = true;
          else if (path.length === wanted.length && isRow([...path.slice(0, -1), wanted.at(-1) ?? '']))
            hasOthers ||= !isRow(path);
          if (!isRow(path)) {
            around.splice(path.length - 1);
            around.push(attributes);
            return;
          }
          row += 1;
          length = 0;
          broken = undefined;
        }
        if (open.length > MAX_NESTING) broken ??= `nested more than ${MAX_NESTING} levels deep`;
        const members: Record<string, unknown> = Object.create(null);
        for (const [name, value] of Object.entries(attributes)) {
          length += value.length;
          members[ATTRIBUTE + name] = value;
        }
        open.push({ name: path.at(-1) ?? '', members: broken ? {} : members, text: '' });
      },
      text(text) {
        const element = open.at(-1);
        if (!element) {
          if (rootText.length < MAX_MESSAGE) rootText += text;
          return;
        }
        length += text.length;
        if (length > MAX_ROW_LENGTH) broken ??= `more than ${formatNumber(MAX_ROW_LENGTH)} characters`;
        else element.text += text;
      },
      close() {
        const element = open.pop();
        if (!element) return;
        const outer = open.at(-1);
        if (outer) {
          if (!broken) addMember(outer.members, element.name, contentOf(element));
          return;
        }
        if (broken) onRow({ row, broken });
        else reader.add(row, { ...aroundRow(around), ...rowOf(contentOf(element)) });
        open = [];
      },
    },
    !isHeadOnly,
  );
  if (row === 0 && wanted.length === 0 && rootText.trim() !== '' && !isHeadOnly)
    throw new FeedError(
      `${file}: a message, not a feed: ${rootText.trim().slice(0, 200)}. Ask the supplier, or correct the address or "stock.feed.authorization".`,
    );
  if (row === 0 && (!isListFound || hasOthers) && !isHeadOnly) {
    const [root = '?'] = seen;
    throw new FeedError(
      `${file}: no element at "${wanted.join('/')}": its root is <${root}>, and it has ${[...seen].join(', ')}. Set "stock.feed.rows" to the path of a vehicle, or ask the supplier to send the feed again.`,
    );
  }
  return { columns: reader.columns };
}
