import { formatNumber } from '#src/domain/format-number.ts';
import { isJsonObject } from '#src/domain/json-object.ts';
import { LONG_TEXT_LENGTH, TEXT_LENGTH } from '#src/domain/vehicle/field-schemas.ts';
import type { CellResult } from './cell-result.ts';
import { htmlToText, MAX_CELL_LENGTH } from './feed-html.ts';
import { readList } from './feed-structures.ts';
import { shorten } from './row-problem.ts';

/** A text is cut between two words if one ends among its last characters. */
const WORD_LENGTH = 40;
const HALF_A_CHARACTER = /[\ud800-\udbff]$/;

/** At most so many characters of a text, in whole words. */
function cutTo(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length).replace(HALF_A_CHARACTER, '');
  if (/\s/.test(text.charAt(length))) return cut.trimEnd();
  const end = cut.slice(-WORD_LENGTH).search(/\s\S*$/);
  return (end === -1 ? cut : cut.slice(0, end - WORD_LENGTH)).trimEnd();
}

const inWords = (length: number) => formatNumber(length);

const tooLong = (limit: number, length: number): string =>
  `at most ${inWords(limit)} characters; of ${inWords(length)} the rest was left out`;

const withDoubts = (value: unknown, doubts: readonly string[]): CellResult =>
  doubts.length === 0
    ? { value }
    : { value, doubt: { expected: doubts.join('; '), remedy: 'Correct the cell in the feed.' } };

const cellDoubts = (cell: string): string[] =>
  cell.length > MAX_CELL_LENGTH ? [tooLong(MAX_CELL_LENGTH, cell.length)] : [];

/** A text of one line. */
export const readText = (cell: string): CellResult =>
  withDoubts(htmlToText(cell).replace(/\s+/g, ' '), cellDoubts(cell));

/** A text of lines, cut to what a vehicle may hold of it. */
export function readProse(cell: string): CellResult {
  const text = htmlToText(cell, true);
  const doubts = text.length > LONG_TEXT_LENGTH ? [tooLong(LONG_TEXT_LENGTH, text.length)] : cellDoubts(cell);
  return withDoubts(cutTo(text, LONG_TEXT_LENGTH), doubts);
}

/** Commas outside brackets and numbers: `Airbags (front, side), 1,000 W inverter` are two items. */
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

/** Keys under which suppliers have the name of a feature. */
const NAME_KEYS = 'name label title text value description'.split(' ');

/** The name of an item that is an object: `{"name": "Alloys"}`. */
function nameIn(item: unknown): unknown {
  if (!isJsonObject(item)) return item;
  return NAME_KEYS.map((key) => item[key]).find((name) => typeof name === 'string') ?? item;
}

/** JSON items are HTML one by one; in any other list an entity must not be split at its semicolon. */
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

/** A list of texts: an item that is too long is cut, one that is no text is left out. */
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
