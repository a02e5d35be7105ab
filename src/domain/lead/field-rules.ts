import * as v from 'valibot';
import { isPostcode } from '../location/postcode.ts';
import { normalisePlate } from '../trade-in/plate.ts';
import { multiLine, singleLine } from './clean-text.ts';
import { type LeadField, severalValues, TICKED } from './lead-field.ts';
import { isPlainAddress } from './mail-address.ts';
import { wholeDigits } from './number-text.ts';
import { isAustralianPhone, normalisePhone } from './phone.ts';

const EmailSchema = v.pipe(v.string(), v.rfcEmail(), v.regex(/\.[a-z]{2,}$/i));
const IsoDateSchema = v.pipe(v.string(), v.isoDate());
const IsoTimeSchema = v.pipe(v.string(), v.isoTime());
/** The earliest date of computer clocks. */
/** Time zones are not calculated before it. */
export const FIRST_DAY = '1970-01-01';
const REGO = /^[A-Z0-9]{1,9}$/;

const isWithin = ({ min = 0, max = Number.MAX_SAFE_INTEGER }: LeadField, text: string): boolean =>
  /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;

const isCalendarDay = (text: string): boolean =>
  v.is(IsoDateSchema, text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;

/** A day with a time of it, `2026-07-01T10:30`; one gone by is for the diary to refuse. */
function isSlot(text: string): boolean {
  const [day = '', time = '', ...more] = text.split('T');
  return more.length === 0 && isCalendarDay(day) && day >= FIRST_DAY && v.is(IsoTimeSchema, time);
}

/** Whether a cleaned text that is not empty is right for its field. */
export function isRight(field: LeadField, text: string): boolean {
  const { type, options, earliest = '', latest = '9999-12-31' } = field;
  switch (type) {
    case 'email':
      return v.is(EmailSchema, text) && isPlainAddress(text);
    case 'tel':
      return isAustralianPhone(normalisePhone(text));
    case 'postcode':
      return isPostcode(text);
    case 'rego':
      return REGO.test(text);
    case 'money':
    case 'kms':
    case 'number':
      return isWithin(field, text);
    case 'date':
      return isCalendarDay(text) && text >= earliest && text <= latest;
    case 'time':
      return v.is(IsoTimeSchema, text);
    case 'slot':
      return options ? options.some(({ value }) => value === text) : isSlot(text);
    case 'choices':
      return severalValues(text).every((one) => options?.some(({ value }) => value === one));
    default:
      return options === undefined || options.some(({ value }) => value === text);
  }
}

function hiddenText({ isFixed, value = '', pattern }: LeadField, text: string): string {
  if (isFixed) return value;
  return pattern === undefined || new RegExp(pattern, 'u').test(text) ? text : '';
}

/** A text in the form its field stores. */
export function cleanText(field: LeadField, text: string): string {
  switch (field.type) {
    case 'opt-in':
    case 'terms':
      return text === TICKED ? TICKED : '';
    case 'textarea':
    case 'choices':
      return multiLine(text);
    case 'rego':
      return normalisePlate(singleLine(text));
    case 'money':
    case 'kms':
      return wholeDigits(singleLine(text)) ?? singleLine(text);
    case 'hidden':
      return hiddenText(field, singleLine(text));
    default:
      return singleLine(text);
  }
}
