import { Tokenizer } from 'htmlparser2';
import { shorten } from '#src/features/stock/row-problems.ts';
import { LONG_TEXT_LENGTH, TEXT_LENGTH } from '#src/features/vehicle/text/feed-text.ts';
import { formatNumber } from '#src/platform/number/number-format.ts';
import { withoutInvisible } from '#src/platform/text/invisible-characters.ts';
import { isJsonObject } from '#src/platform/text/untrusted-values.ts';
import { type CellResult, readList } from './structured-cells.ts';

/** Including tags; the rest is dropped. */
const MAX_CELL_LENGTH = 200_000;

const HIDDEN: ReadonlySet<string> = new Set(['script', 'style', 'template', 'iframe', 'head', 'title']);
const PARAGRAPHS: ReadonlySet<string> = new Set(
  'p div ul ol h1 h2 h3 h4 h5 h6 table tr section article blockquote hr'.split(' '),
);
const LOOKS_LIKE_HTML = /<[a-z/!]|&(?:#\d+|#x[\da-f]+|[a-z]+\d*);/i;

/** Marks bold text; read by features/vehicle/text/vehicle-sheet.ts. */
const BOLD = '**';
const BOLD_TAGS: ReadonlySet<string> = new Set(['b', 'strong']);

/** Elements with a relevant end tag. */
const hasMeaning = (name: string) => HIDDEN.has(name) || PARAGRAPHS.has(name) || BOLD_TAGS.has(name);

/**
 * Parses tags as a stream: building a tree searches all open elements at each end tag, which takes minutes for a cell
 * of unclosed tags.
 */
function parsed(html: string, keepsBold: boolean): string {
  const parts: string[] = [];
  const open: string[] = [];
  const openCount = new Map<string, number>();
  let hidden = 0;
  const count = (name: string, change: number) => {
    openCount.set(name, (openCount.get(name) ?? 0) + change);
    if (HIDDEN.has(name)) hidden += change;
  };
  const mark = (name: string) => {
    if (hidden > 0 || HIDDEN.has(name)) return;
    if (keepsBold && BOLD_TAGS.has(name)) parts.push(BOLD);
    else if (PARAGRAPHS.has(name)) parts.push('\n\n');
  };
  const closeLast = (name: string) => {
    open.pop();
    count(name, -1);
    mark(name);
  };
  const text = (words: string) => {
    if (hidden === 0) parts.push(words);
  };
  const nothing = () => {};
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        const name = html.slice(start, end).toLowerCase();
        if (name === 'br') text('\n');
        else if (name === 'li') text('\n• ');
        mark(name);
        if (!hasMeaning(name) || name === 'hr') return;
        open.push(name);
        count(name, 1);
      },
      onclosetag(start, end) {
        const name = html.slice(start, end).toLowerCase();
        if (name === 'br') text('\n');
        else if (name === 'p' && !openCount.get(name)) mark(name);
        // Each element is closed once, so that processing stays linear.
        for (let last = open.at(-1); last !== undefined && openCount.get(name); last = open.at(-1)) {
          closeLast(last);
          if (last === name) break;
        }
      },
      ontext: (start, end) => text(html.slice(start, end)),
      ontextentity: (codePoint) => text(String.fromCodePoint(codePoint)),
      oncdata: (start, end, offset) => text(html.slice(start, end - offset)),
      onend() {
        for (const name of open.toReversed()) closeLast(name);
      },
      ...{ onattribdata: nothing, onattribentity: nothing, onattribend: nothing, onattribname: nothing },
      ...{ oncomment: nothing, ondeclaration: nothing, onopentagend: nothing },
      ...{ onprocessinginstruction: nothing, onselfclosingtag: nothing },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return parts.join('');
}

const tidy = (text: string): string =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/(^|\n)•\s+/g, '$1• ')
    .replace(/\n\n(?=• )/g, '\n')
    .trim();

/**
 * Converts HTML to text: paragraphs and line breaks become lines, list items get a bullet, other tags are removed. The
 * result is text and must be escaped.
 * @param keepsBold marks bold text with two asterisks
 */
export function htmlToText(cell: string, keepsBold = false): string {
  const text = cell.slice(0, MAX_CELL_LENGTH).replace(/[\ud800-\udbff]$/, '');
  if (!LOOKS_LIKE_HTML.test(text)) return text;
  const once = parsed(text, keepsBold);
  // Some feeds escape their tags, so they only appear after the first pass.
  const twice = LOOKS_LIKE_HTML.test(once) ? parsed(once, keepsBold) : once;
  // Entities may have hidden them from the first check of the cell.
  return tidy(withoutInvisible(twice));
}

/** Text is cut at a word boundary if there is one among its last characters. */
const WORD_LENGTH = 40;
const HALF_A_CHARACTER = /[\ud800-\udbff]$/;

/** Truncates text at a word boundary. */
function cutTo(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length).replace(HALF_A_CHARACTER, '');
  if (/\s/.test(text.charAt(length))) return cut.trimEnd();
  const end = cut.slice(-WORD_LENGTH).search(/\s\S*$/);
  return (end === -1 ? cut : cut.slice(0, end - WORD_LENGTH)).trimEnd();
}

const cutAtWord = (length: number) => formatNumber(length);

const tooLong = (limit: number, length: number): string =>
  `at most ${cutAtWord(limit)} characters; of ${cutAtWord(length)} the rest was left out`;

const withDoubts = (value: unknown, doubts: readonly string[]): CellResult =>
  doubts.length === 0
    ? { value }
    : { value, doubt: { expected: doubts.join('; '), remedy: 'Correct the cell in the feed.' } };

const cellDoubts = (cell: string): string[] =>
  cell.length > MAX_CELL_LENGTH ? [tooLong(MAX_CELL_LENGTH, cell.length)] : [];

/** Single-line text. */
export const readText = (cell: string): CellResult =>
  withDoubts(htmlToText(cell).replace(/\s+/g, ' '), cellDoubts(cell));

/** Multi-line text, truncated to the limit of the field. */
export function readProse(cell: string): CellResult {
  const text = htmlToText(cell, true);
  const doubts = text.length > LONG_TEXT_LENGTH ? [tooLong(LONG_TEXT_LENGTH, text.length)] : cellDoubts(cell);
  return withDoubts(cutTo(text, LONG_TEXT_LENGTH), doubts);
}

/** Splits at commas outside brackets and numbers: `Airbags (front, side), 1,000 W inverter` has two items. */
function splitAtCommas(text: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const sign = text[at];
    if (sign === '(') depth += 1;
    else if (sign === ')') depth = Math.max(0, depth - 1);
    const isBetween = sign === ',' && depth === 0 && !/^\d,\d{3}(?!\d)$/.test(text.slice(at - 1, at + 4));
    if (!isBetween && at < text.length) continue;
    items.push(text.slice(start, at).trim());
    start = at + 1;
  }
  return items.filter(Boolean);
}

/** Keys suppliers use for the name of a feature. */
const NAME_KEYS = 'name label title text value description'.split(' ');

/** Name of an item that is an object: `{"name": "Alloys"}`. */
function nameIn(item: unknown): unknown {
  if (!isJsonObject(item)) return item;
  const texts = new Map(Object.entries(item).map(([key, value]) => [key.toLowerCase(), value]));
  return NAME_KEYS.map((key) => texts.get(key)).find((name) => typeof name === 'string') ?? item;
}

/** JSON items may each contain HTML; in other lists an entity must not be split at its semicolon. */
function itemsOf(cell: string): unknown[] {
  if (cell.startsWith('[')) {
    return readList(cell)
      .map(nameIn)
      .map((item) => (typeof item === 'string' ? htmlToText(item).trim() : item));
  }
  const items = readList(htmlToText(cell).replace(/(?:^|\n+)(?:• )?/g, '|'));
  const [only, ...others] = items;
  return others.length === 0 && typeof only === 'string' ? splitAtCommas(only) : items;
}

/** `one was cut: "Sunroof…"`, for the report. */
const affected = (items: readonly unknown[], verb: string): string =>
  `${items.length === 1 ? 'one was' : `${items.length} were`} ${verb}, "${shorten(
    typeof items[0] === 'string' ? items[0] : (JSON.stringify(items[0]) ?? ''),
  )}"${items.length === 1 ? '' : ' first'}`;

/** A list of texts: long items are truncated, items of other types are left out. */
export function readTexts(cell: string): CellResult {
  const items = itemsOf(cell).filter((item) => item !== '');
  const texts = items.filter((item) => typeof item === 'string');
  const others = items.filter((item) => typeof item !== 'string');
  const long = texts.filter((item) => item.length > TEXT_LENGTH);
  return withDoubts(
    texts.map((item) => cutTo(item, TEXT_LENGTH)),
    [
      ...(cell.startsWith('[') ? [] : cellDoubts(cell)),
      ...(long.length > 0 ? [`items of at most ${TEXT_LENGTH} characters; ${affected(long, 'cut')}`] : []),
      ...(others.length > 0 ? [`a text in every item; ${affected(others, 'left out')}`] : []),
    ],
  );
}
