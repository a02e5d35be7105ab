import { groupDigits } from './number-format.ts';

/** Matches a number with common prefixes and suffixes: "$25,000.00", "45 000 kms", "45,000km". */
const FORMATTED = /^\$?\s*(\d[\d,\s]*?)(?:\.\d{1,2})?\s*(?:kms?)?$/i;

/** Longer than any such number. Matching takes quadratic time. */
const MAX_LENGTH = 40;

/** FORM-09: digits of a whole number in any format; undefined for anything else. */
export function wholeDigits(text: string): string | undefined {
  const written = text.trim();
  if (written.length > MAX_LENGTH) return undefined;
  const digits = FORMATTED.exec(written)?.[1]
    ?.replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '');
  return digits === '' ? undefined : digits;
}

/** FORM-09: "25,000"; other text is unchanged. */
export function groupedNumber(text: string): string {
  const digits = wholeDigits(text);
  return digits === undefined ? text : groupDigits(digits);
}

/** Landlines and mobiles (02-05, 07, 08), and 13, 1300 and 1800 numbers. */
const AUSTRALIAN_NUMBER = /^(?:0[2-578]\d{8}|13\d{4}|1[38]00\d{6})$/;

/** Country code, also with an international prefix, before 13, 1300 and 1800 numbers. */
const COUNTRY_BEFORE_NATIONAL = /^(?:0011|00)?61(?=1[38])/;
/** Country code before an area code or mobile number, and redundant zeros after it. */
const COUNTRY = /^(?:0011|00)?610*/;

/** Without the leading zero, as browsers autofill a number whose country they know. */
const NATIONAL = /^(?=[2-578]\d{8}$)/;

/** FORM-07: digits only, with country code 61 replaced by 0, or removed before 13, 1300 and 1800. */
export const normalisePhone = (text: string): string =>
  text.replace(/\D/g, '').replace(COUNTRY_BEFORE_NATIONAL, '').replace(COUNTRY, '0').replace(NATIONAL, '0');

/** @param normalised as `normalisePhone` returns it */
export const isAustralianPhone = (normalised: string): boolean => AUSTRALIAN_NUMBER.test(normalised);

/** FORM-07: `04 1234 5678`. Other numbers are unchanged. */
export function formatPhone(text: string): string {
  const digits = normalisePhone(text);
  return /^0\d{9}$/.test(digits)
    ? `${digits.slice(0, 2)} ${digits.slice(2, 6)} ${digits.slice(6)}`
    : text.trim();
}
