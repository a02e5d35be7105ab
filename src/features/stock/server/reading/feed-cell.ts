import * as v from 'valibot';
import { expectedBy, schemaAt } from '#src/config/schema-description.ts';
import { makeSpelling } from '#src/config/sections/stock/makes.data.ts';
import { postcodeCentroid } from '#src/features/locations/postcode-centroid.ts';
import {
  type ColumnFormat,
  dependsOnFormat,
  dollarsIn,
  formatIn,
  measureOf,
} from '#src/features/stock/mapping/column-formats.ts';
import type { FieldKind } from '#src/features/stock/mapping/feed-fields.data.ts';
import { FEED_WORDS } from '#src/features/stock/mapping/feed-words.data.ts';
import {
  isMeasureKind,
  isPlaceholderDate,
  type MeasureKind,
  measureExpected,
  orderIn,
  readAmount,
  readDate,
  readInUnit,
  readMeasure,
  unitOf,
} from '#src/features/stock/mapping/numbers-and-dates.ts';
import { type ArchivedPhotos, readPicture, readPictures } from '#src/features/stock/mapping/picture-cells.ts';
import {
  type CellResult,
  readJson,
  readLenderEntries,
  withCents,
} from '#src/features/stock/mapping/structured-cells.ts';
import { readProse, readText, readTexts } from '#src/features/stock/mapping/text-cells.ts';
import { BODIES_OF_ANY_SHAPE } from '#src/features/vehicle/body-words.ts';
import { type BodyType, CentsSchema, VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { dollarsToCents, formatCents } from '#src/platform/number/number-format.ts';

const orRefused = (value: unknown, expected: string): CellResult =>
  value === undefined ? { refused: expected } : { value };

/** Feeds use 0 for "not stated": no car has 0 doors, no engine 0 litres. */
const statedOnly = (result: CellResult): CellResult =>
  'value' in result && result.value === 0 ? { value: undefined } : result;

function whole(text: string, { numbers }: ColumnFormat): CellResult {
  const number = readMeasure(text, numbers);
  return orRefused(Number.isInteger(number) ? number : undefined, 'a whole number');
}

const inUnit = (kind: MeasureKind, text: string, { numbers: format, bareUnit }: ColumnFormat) =>
  readInUnit(kind, text, { format, bareUnit });

/** Kilometres, masses and the like, in the stored unit. */
function measured(kind: MeasureKind, text: string, habit: ColumnFormat): CellResult {
  return orRefused(inUnit(kind, text, habit), measureExpected(kind));
}

/** Distances driven and displacements are integers. */
function wholeMeasured(kind: MeasureKind, text: string, habit: ColumnFormat): CellResult {
  const number = inUnit(kind, text, habit);
  return orRefused(
    Number.isInteger(number) ? number : undefined,
    `${measureExpected(kind)}, as a whole number`,
  );
}

function dollars(text: string, { numbers, bareUnit }: ColumnFormat): CellResult {
  const amount = readAmount(text, numbers);
  const isPrice = amount !== undefined && amount >= 0;
  return orRefused(
    isPrice ? dollarsToCents(dollarsIn(amount, bareUnit)) : undefined,
    'an amount in dollars, e.g. 32990',
  );
}

const IN_DOLLARS = /aud|au?\$/i;

/** Why a cell is ambiguous despite the format of its column. */
function ambiguity(kind: FieldKind, text: string, habit: ColumnFormat): CellResult | undefined {
  const { otherUnit } = habit;
  const measure = measureOf(kind);
  if (kind === 'date') {
    return habit.dates === undefined && orderIn(text) === 'either'
      ? {
          refused: 'a date that can be read in one way: no cell of the column tells its day from its month',
          remedy: 'Set "stock.feed.dates" to "DD/MM/YYYY" or "MM/DD/YYYY".',
        }
      : undefined;
  }
  if (habit.numbers === undefined && formatIn(kind, text) === 'either') {
    return {
      refused: 'a number that can be read in one way: its point may separate thousands or decimals',
      remedy: 'Set "stock.feed.numbers" to "1,234.5" or "1.234,5".',
    };
  }
  if (otherUnit === undefined || (measure ? unitOf(measure, text) !== '' : IN_DOLLARS.test(text)))
    return undefined;
  return measure
    ? {
        refused: `a unit: other cells of the column are in ${otherUnit}`,
        remedy: 'Ask the supplier for the unit in every cell, or in the name of the column.',
      }
    : {
        refused: `an amount in Australian dollars: the column has amounts in ${otherUnit} too`,
        remedy: 'Ask the supplier for prices in AUD.',
      };
}

/** With "cc", numbers up to this are litres in the wrong unit: `1.8 cc`. */
const MAX_LITRES = 30;
/** The smallest engines on the road have 49 cc. */
const MIN_LITRES = 0.04;
/** `350 ci`, but not `2.0T`, `3.0 V6` or `2.5 L Turbo`. */
const OF_SOMETHING_ELSE = /^[^a-z]*(?:cid?|cu|k?w|b?hp|ps|nm|kg|km|rpm)(?![a-z])/i;
const IN_CC = /\d\s*(?:cc|ccm|cm3|cm³)\s*$/i;

/** `2,982` and `2982cc` are 3 litres, `125 cc` is 0.125, `1.8 cc` is 1.8: never 2,982 litres, never 0.0018. */
function litres(text: string, { numbers }: ColumnFormat): CellResult {
  const number = OF_SOMETHING_ELSE.test(text) ? undefined : readMeasure(text, numbers);
  if (number === undefined || number === 0) {
    return statedOnly(orRefused(number, 'a displacement in litres or cc'));
  }
  const isLitres = number <= MAX_LITRES;
  const inLitres = number < 1000 ? number / 1000 : Math.round(number / 100) / 10;
  const value = isLitres ? number : inLitres;
  if (value < MIN_LITRES || value > MAX_LITRES) {
    return { refused: `an engine of ${MIN_LITRES} to ${MAX_LITRES} litres` };
  }
  if (isLitres && !IN_CC.test(text)) return { value };
  return isLitres
    ? {
        value,
        doubt: {
          expected: `litres; ${text} is too little for cc and was stored as ${value} L`,
          remedy: 'Correct the unit in the feed if the engine has another size.',
        },
      }
    : {
        value,
        doubt: {
          expected: `litres; ${text} was taken for cc and stored as ${value} L`,
          remedy: 'Do nothing if the column is in cc.',
        },
      };
}

/** Normalises words for lookup: lower case without spaces, punctuation and accents. */
const wordKey = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

function word(kind: string, text: string): CellResult {
  const words = FEED_WORDS[kind] ?? {};
  const key = wordKey(text);
  if (Object.hasOwn(words, key)) return { value: words[key] };
  return { refused: `one of ${[...new Set(Object.values(words))].join(', ')}` };
}

const BODY_SEPARATOR = /[,;|/&+]|\band\b/i;
/** A cell of more is no list of bodies. */
const MAX_BODY_WORDS = 8;

/** The body words of a cell such as `SUV / EV`, shapes first; none if one is unknown. */
export function bodyWords(text: string): BodyType[] {
  const whole = word('body', text);
  const cells =
    'value' in whole
      ? [whole]
      : text.split(BODY_SEPARATOR, MAX_BODY_WORDS + 1).map((part) => word('body', part));
  const bodies = cells.flatMap((cell) => ('value' in cell ? [cell.value as BodyType] : []));
  if (bodies.length < cells.length || cells.length > MAX_BODY_WORDS) return [];
  const anyShape = (body: BodyType) => Number(BODIES_OF_ANY_SHAPE.has(body));
  return [...new Set(bodies)].sort((a, b) => anyShape(a) - anyShape(b));
}

/** Looks up a word that means yes or no. */
function yesOrNo(kind: 'boolean' | 'shown' | 'reserved', text: string): CellResult {
  // Spreadsheet columns may contain 1.0 and 0.0.
  const cell = word(kind, text.replace(/^([01])\.0+$/, '$1'));
  return 'value' in cell ? { value: cell.value === 'yes' } : { refused: 'yes or no' };
}

function make(text: string): CellResult {
  const cell = readText(text);
  return 'value' in cell ? { ...cell, value: makeSpelling(String(cell.value)) } : cell;
}

/** `800` → `0800`, if that postcode exists. */
const postcode = (text: string): CellResult =>
  /^\d{3}$/.test(text) && postcodeCentroid(`0${text}`) ? { value: `0${text}` } : readText(text);

function date(text: string, { dates }: ColumnFormat, timeZone: string | undefined): CellResult {
  const stated = orderIn(text);
  const order = dates ?? (stated === 'either' ? undefined : stated) ?? 'DD/MM/YYYY';
  const iso = readDate(text, order, timeZone);
  if (iso !== undefined && isPlaceholderDate(iso))
    return { refused: `a date; ${iso} is none`, remedy: 'Do nothing if the date is not known.' };
  return orRefused(iso, `a date as YYYY-MM-DD or ${dates ?? 'DD/MM/YYYY'}`);
}

/** Kinds whose cells may hold a list. */
const LISTS: ReadonlySet<FieldKind> = new Set<FieldKind>(['list', 'images', 'frames', 'image', 'objects']);
const TEXT_LIST = /^\["/;

/** Several values where a vehicle has one, such as repeated elements of XML. */
function severalValues(kind: FieldKind, text: string): CellResult | undefined {
  if (LISTS.has(kind) || !TEXT_LIST.test(text)) return undefined;
  const items = readJson(text);
  return Array.isArray(items) && items.length > 1
    ? {
        refused: `one value; it has ${items.length}`,
        remedy: 'Name one of them, such as "path[1]", in "stock.feed.columns".',
      }
    : undefined;
}

/** The text of a list of one. */
function onlyItem(kind: FieldKind, text: string): string {
  if (LISTS.has(kind) || !TEXT_LIST.test(text)) return text;
  const items = readJson(text);
  const [only] = Array.isArray(items) && items.length === 1 ? (items as unknown[]) : [];
  return typeof only === 'string' ? only : text;
}

/**
 * Reads a non-empty cell.
 * @param habit format of its column
 * @param photos those in the archive of the feed
 * @param timeZone of the dealer; without it, an instant has the date as written
 * @returns the value of the vehicle field, or what was expected instead
 */
export function readCell(
  kind: FieldKind,
  written: string,
  habit: ColumnFormat = {},
  timeZone?: string,
  photos?: ArchivedPhotos,
): CellResult {
  const text = onlyItem(kind, written);
  const doubt =
    severalValues(kind, text) ?? (dependsOnFormat(kind) ? ambiguity(kind, text, habit) : undefined);
  if (doubt) return doubt;
  if (isMeasureKind(kind)) return statedOnly(measured(kind, text, habit));
  switch (kind) {
    case 'text':
      return readText(text);
    case 'make':
      return make(text);
    case 'postcode':
      return postcode(text);
    case 'prose':
      return readProse(text);
    case 'number':
      return whole(text, habit);
    case 'count':
      return statedOnly(whole(text, habit));
    case 'odometer':
      return wholeMeasured('distance', text, habit);
    case 'cc':
      return statedOnly(wholeMeasured('displacement', text, habit));
    case 'litres':
      return litres(text, habit);
    case 'dollars':
      return dollars(text, habit);
    case 'boolean':
    case 'shown':
    case 'reserved':
      return yesOrNo(kind, text);
    case 'date':
      return date(text, habit, timeZone);
    case 'list':
      return readTexts(text);
    case 'images':
      return readPictures(text, { photos });
    case 'frames':
      return readPictures(text, { isWhole: true, photos });
    case 'image':
      return readPicture(text, photos);
    case 'objects': {
      const items = readJson(text);
      return orRefused(Array.isArray(items) ? items : undefined, 'a JSON list of objects');
    }
    case 'body': {
      const [body] = bodyWords(text);
      return body === undefined ? word(kind, text) : { value: body };
    }
    case 'lenders':
      return readLenderEntries(text);
    case 'structure':
      return orRefused(withCents(readJson(text)), 'a JSON object');
    default:
      return word(kind, text);
  }
}

type Issue = v.BaseIssue<unknown>;

/** Feeds are in dollars, so messages are too. */
function amountExpected({ type, requirement, input }: Issue): string {
  const limit = typeof requirement === 'number' ? formatCents(requirement) : '';
  const received = typeof input === 'number' ? `, received ${formatCents(input)}` : '';
  if (type === 'max_value') return `a price up to ${limit}${received}`;
  if (type === 'min_value') return `a price from ${limit}${received}`;
  return 'an amount in dollars, e.g. 32990';
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'yes or no',
  iso_date: 'a date as YYYY-MM-DD',
};

function expectedAt(path: readonly PropertyKey[], issue: Issue): string {
  if (issue.received === 'undefined') return 'a value';
  if (schemaAt(VehicleSchema, path) === CentsSchema) return amountExpected(issue);
  return EXPECTED[issue.type] ?? expectedBy(issue, VehicleSchema);
}

/** Allowed values, worded for the supplier of the feed. */
export function allowedBy(issue: Issue): string {
  const path = (issue.path ?? []).map(({ key }) => key as PropertyKey);
  const inside = path.slice(1).map(String).join('.');
  const expected = expectedAt(path, issue);
  return inside === '' ? expected : `${expected} at "${inside}"`;
}

/** A cell's value, or the allowed values. */
export function allowedValue(field: keyof typeof VehicleSchema.entries, value: unknown): CellResult {
  const parsed = v.safeParse(VehicleSchema.entries[field], value);
  if (parsed.success) return { value: parsed.output };
  const [issue] = parsed.issues;
  const at = { type: 'object', origin: 'value', input: {}, key: field, value } as const;
  return { refused: allowedBy({ ...issue, path: [at, ...(issue.path ?? [])] }) };
}
