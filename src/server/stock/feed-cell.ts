import { dollarsToCents } from '#src/domain/money.ts';
import type { FieldKind } from './feed-fields.data.ts';
import { FEED_WORDS } from './feed-words.data.ts';

export type CellResult = { value: unknown } | { refused: string };

const ok = (value: unknown): CellResult => ({ value });
const refused = (expected: string): CellResult => ({ refused: expected });

/** First number of a text: `$32,990`, `201,123 km`, `9.5 L / 100 km`, `5 Doors`. */
function firstNumber(text: string): number | undefined {
  const match = /-?\d[\d,\s]*(?:\.\d+)?/.exec(text);
  return match ? Number(match[0].replace(/[,\s]/g, '')) : undefined;
}

function whole(text: string): CellResult {
  const number = firstNumber(text);
  return number !== undefined && Number.isInteger(number) ? ok(number) : refused('a whole number');
}

function decimal(text: string): CellResult {
  const number = firstNumber(text);
  if (number === undefined) return refused('a number');
  // Feeds write 0 for "not stated": no engine holds 0 litres.
  return ok(number === 0 ? undefined : number);
}

function dollars(text: string): CellResult {
  const number = firstNumber(text);
  return number !== undefined && number >= 0 ? ok(dollarsToCents(number)) : refused('an amount in dollars');
}

const YES = /^(?:true|yes|y|1)$/i;
const NO = /^(?:false|no|n|0)$/i;

function isoDate(text: string): CellResult {
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const iso =
    year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text.slice(0, 10);
  return Number.isNaN(Date.parse(`${iso}T00:00:00Z`))
    ? refused('a date as YYYY-MM-DD or DD/MM/YYYY')
    : ok(iso);
}

const splitList = (text: string) =>
  text
    .split(/[|;]/)
    .map((item) => item.trim())
    .filter(Boolean);

/** Ids of stored originals. */
function images(text: string): CellResult {
  const ids = splitList(text);
  return ids.every((id) => /^[a-z0-9-]{1,100}$/.test(id))
    ? ok(ids.map((id) => ({ id })))
    : refused('picture ids of lower-case letters, digits and hyphens');
}

function vocabulary(kind: string, text: string): CellResult {
  const words = FEED_WORDS[kind] ?? {};
  const key = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const value = Object.hasOwn(words, key) ? words[key] : undefined;
  return value === undefined ? refused(`one of ${[...new Set(Object.values(words))].join(', ')}`) : ok(value);
}

/** Reads one cell that is not empty. @returns the value of the vehicle field, or what was expected instead */
export function readCell(kind: FieldKind, text: string): CellResult {
  switch (kind) {
    case 'text':
      return ok(text);
    case 'count':
      return whole(text);
    case 'number':
      return decimal(text);
    case 'dollars':
      return dollars(text);
    case 'boolean':
      return YES.test(text) || NO.test(text) ? ok(YES.test(text)) : refused('true or false');
    case 'date':
      return isoDate(text);
    case 'list':
      return ok(splitList(text));
    case 'images':
      return images(text);
    default:
      return vocabulary(kind, text);
  }
}
