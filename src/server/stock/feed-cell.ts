import { postcodeCentroid } from '#src/domain/location/postcode-centroid.ts';
import { dollarsToCents } from '#src/domain/money.ts';
import type { CellResult } from './cell-result.ts';
import { readDate } from './feed-dates.ts';
import type { FieldKind } from './feed-fields.data.ts';
import { isMeasureKind, type MeasureKind, measureExpected, readInUnit } from './feed-measures.ts';
import { readAmount, readMeasure } from './feed-numbers.ts';
import { readJson, readPictures, withCents } from './feed-structures.ts';
import { readProse, readText, readTexts } from './feed-texts.ts';
import { FEED_WORDS } from './feed-words.data.ts';
import { readLenderEntries } from './lender-entries.ts';

const orRefused = (value: unknown, expected: string): CellResult =>
  value === undefined ? { refused: expected } : { value };

/** Feeds write 0 for "not stated": no car has 0 doors, no engine 0 litres. */
const statedOnly = (result: CellResult): CellResult =>
  'value' in result && result.value === 0 ? { value: undefined } : result;

function whole(text: string): CellResult {
  const number = readMeasure(text);
  return orRefused(Number.isInteger(number) ? number : undefined, 'a whole number');
}

/** Kilometres, masses and the like, in the unit the vehicle holds. */
function measured(kind: MeasureKind, text: string): CellResult {
  return orRefused(readInUnit(kind, text), measureExpected(kind));
}

/** Distances driven and displacements have no fractions. */
function wholeMeasured(kind: MeasureKind, text: string): CellResult {
  const number = readInUnit(kind, text);
  return orRefused(
    Number.isInteger(number) ? number : undefined,
    `${measureExpected(kind)}, as a whole number`,
  );
}

function dollars(text: string): CellResult {
  const amount = readAmount(text);
  const isPrice = amount !== undefined && amount >= 0;
  return orRefused(isPrice ? dollarsToCents(amount) : undefined, 'an amount in dollars, e.g. 32990');
}

/** Beside "cc", a number up to this is litres in the wrong unit: `1.8 cc`. */
const MOST_LITRES = 30;
/** The smallest engines on the road have 49 cc. */
const FEWEST_LITRES = 0.04;
/** `350 ci`, but not `2.0T`, `3.0 V6` or `2.5 L Turbo`. */
const OF_SOMETHING_ELSE = /^[^a-z]*(?:cid?|cu|k?w|b?hp|ps|nm|kg|km|rpm)(?![a-z])/i;
const IN_CC = /\d\s*(?:cc|ccm|cm3|cm³)\s*$/i;

/** `2,982` and `2982cc` are 3 litres, `125 cc` is 0.125, `1.8 cc` is 1.8: never 2,982 litres, never 0.0018. */
function litres(text: string): CellResult {
  const number = OF_SOMETHING_ELSE.test(text) ? undefined : readMeasure(text);
  if (number === undefined || number === 0) {
    return statedOnly(orRefused(number, 'a displacement in litres or cc'));
  }
  const isLitres = number <= MOST_LITRES;
  const inLitres = number < 1000 ? number / 1000 : Math.round(number / 100) / 10;
  const value = isLitres ? number : inLitres;
  if (value < FEWEST_LITRES || value > MOST_LITRES) {
    return { refused: `an engine of ${FEWEST_LITRES} to ${MOST_LITRES} litres` };
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

function word(kind: string, text: string): CellResult {
  const words = FEED_WORDS[kind] ?? {};
  const key = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const known = [...new Set(Object.values(words))].join(', ');
  return orRefused(Object.hasOwn(words, key) ? words[key] : undefined, `one of ${known}`);
}

/** By the words of a flag, each of which means yes or no. */
function yesOrNo(kind: 'boolean' | 'shown' | 'reserved', text: string): CellResult {
  // A column of a spreadsheet may hold 1.0 and 0.0.
  const cell = word(kind, text.replace(/^([01])\.0+$/, '$1'));
  return 'value' in cell ? { value: cell.value === 'yes' } : { refused: 'yes or no' };
}

/** `800` → `0800`, where Australia has such a postcode. */
const postcode = (text: string): CellResult =>
  /^\d{3}$/.test(text) && postcodeCentroid(`0${text}`) ? { value: `0${text}` } : readText(text);

const PICTURES_EXPECTED =
  'picture ids of lower-case letters, digits and hyphens, or http(s) addresses without a password';

/**
 * Reads one cell that is not empty.
 * @param timeZone where the dealer is; without one, an instant is on the day it is written with
 * @returns the value of the vehicle field, or what was expected instead
 */
export function readCell(kind: FieldKind, text: string, timeZone?: string): CellResult {
  if (isMeasureKind(kind)) return statedOnly(measured(kind, text));
  switch (kind) {
    case 'text':
      return readText(text);
    case 'postcode':
      return postcode(text);
    case 'prose':
      return readProse(text);
    case 'number':
      return whole(text);
    case 'count':
      return statedOnly(whole(text));
    case 'odometer':
      return wholeMeasured('distance', text);
    case 'cc':
      return statedOnly(wholeMeasured('displacement', text));
    case 'litres':
      return litres(text);
    case 'dollars':
      return dollars(text);
    case 'boolean':
    case 'shown':
    case 'reserved':
      return yesOrNo(kind, text);
    case 'date':
      return orRefused(readDate(text, timeZone), 'a date as YYYY-MM-DD or DD/MM/YYYY');
    case 'list':
      return readTexts(text);
    case 'images':
      return orRefused(readPictures(text), PICTURES_EXPECTED);
    case 'image': {
      const pictures = readPictures(text);
      return orRefused(pictures?.length === 1 ? pictures[0] : undefined, `one of ${PICTURES_EXPECTED}`);
    }
    case 'objects': {
      const items = readJson(text);
      return orRefused(Array.isArray(items) ? items : undefined, 'a JSON list of objects');
    }
    case 'lenders':
      return readLenderEntries(text);
    case 'structure':
      return orRefused(withCents(readJson(text)), 'a JSON object');
    default:
      return word(kind, text);
  }
}
