import { groupDigits } from '../format-number.ts';

/** Around a number as people write it: "$25,000.00", "45 000 kms", "45,000km". */
const DRESSED = /^\$?\s*(\d[\d,\s]*?)(?:\.\d{1,2})?\s*(?:kms?)?$/i;

/** More than any number with what is around it. Reading takes time with the square of the length. */
const MOST_CHARACTERS = 40;

/** FORM-09: the digits of a whole number in any format; undefined for anything else. */
export function wholeDigits(text: string): string | undefined {
  const written = text.trim();
  if (written.length > MOST_CHARACTERS) return undefined;
  const digits = DRESSED.exec(written)?.[1]
    ?.replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '');
  return digits === '' ? undefined : digits;
}

/** FORM-09: "25,000"; other text is unchanged. */
export function groupedNumber(text: string): string {
  const digits = wholeDigits(text);
  return digits === undefined ? text : groupDigits(digits);
}
