import * as v from 'valibot';
import { INVALID_POSTCODE, isPostcode } from '#src/features/locations/distance.ts';
import { postcodeCentroid } from '#src/features/locations/postcode-centroid.ts';
import { normalisePlate } from '#src/features/trade-in/trade-in-record.ts';
import { isAustralianPhone, normalisePhone, wholeDigits } from '#src/platform/number/typed-number.ts';
import { isPlainAddress, multiLine, singleLine } from '#src/platform/text/safe-text.ts';
import { REQUIRED_MESSAGE, tooLongMessage } from './form-messages.ts';
import { type LeadErrors, type LeadField, type LeadValues, splitValues, TICKED } from './lead-field.ts';

const EmailSchema = v.pipe(v.string(), v.rfcEmail(), v.regex(/\.[a-z]{2,}$/i));
const IsoDateSchema = v.pipe(v.string(), v.isoDate());
const IsoTimeSchema = v.pipe(v.string(), v.isoTime());
/** Time zone offsets are not calculated before this date. */
export const FIRST_DAY = '1970-01-01';
const REGO = /^[A-Z0-9]{1,9}$/;

const isWithin = ({ min = 0, max = Number.MAX_SAFE_INTEGER }: LeadField, text: string): boolean =>
  /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;

const isCalendarDay = (text: string): boolean =>
  v.is(IsoDateSchema, text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;

/** A local date and time, `2026-07-01T10:30`; past ones are rejected by the booking. */
function isSlot(text: string): boolean {
  const [day = '', time = '', ...more] = text.split('T');
  return more.length === 0 && isCalendarDay(day) && day >= FIRST_DAY && v.is(IsoTimeSchema, time);
}

/** Validates a cleaned, non-empty value. */
function isValid(field: LeadField, text: string): boolean {
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
      return splitValues(text).every((one) => options?.some(({ value }) => value === one));
    default:
      return options === undefined || options.some(({ value }) => value === text);
  }
}

function hiddenText({ isFixed, value = '', pattern }: LeadField, text: string): string {
  if (isFixed) return value;
  return pattern === undefined || new RegExp(pattern, 'u').test(text) ? text : '';
}

/** Normalises a value as its field stores it. */
function cleanText(field: LeadField, text: string): string {
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

/** LOC-11: four digits may be no postcode. */
const isUnknownPostcode = ({ type }: LeadField, text: string): boolean =>
  type === 'postcode' && text !== '' && postcodeCentroid(text) === undefined;

const fieldSchema = (field: LeadField) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => cleanText(field, text)),
    v.check(
      (text) => text !== '' || !field.required,
      field.type === 'terms' ? field.invalidMessage : REQUIRED_MESSAGE,
    ),
    v.maxLength(field.maxLength, tooLongMessage(field.maxLength)),
    v.check((text) => text === '' || isValid(field, text), field.invalidMessage),
    v.check((text) => !isUnknownPostcode(field, text), INVALID_POSTCODE),
    v.transform((text) => (field.type === 'tel' ? normalisePhone(text) : text)),
  );

/** Cleans and validates every field; drops anything else. */
export const leadSchema = (fields: readonly LeadField[]) =>
  v.object(Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])));

/** The valid values of a link; invalid ones stay empty. */
export const validValues = (fields: readonly LeadField[], linked: LeadValues): LeadValues =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const text = cleanText(field, linked[field.name] ?? '');
      return text !== '' &&
        text.length <= field.maxLength &&
        isValid(field, text) &&
        !isUnknownPostcode(field, text)
        ? [[field.name, text]]
        : [];
    }),
  );

/** @returns the cleaned values, or the first message of each invalid field in the order of the form */
export function checkLead(
  fields: readonly LeadField[],
  body: LeadValues,
): { values: LeadValues } | { errors: LeadErrors } {
  const parsed = v.safeParse(leadSchema(fields), body);
  if (parsed.success) return { values: parsed.output };
  const nested = v.flatten<ReturnType<typeof leadSchema>>(parsed.issues).nested ?? {};
  return {
    errors: Object.fromEntries(
      fields.flatMap(({ name }) => {
        const first = nested[name]?.[0];
        return first === undefined ? [] : [[name, first]];
      }),
    ),
  };
}
