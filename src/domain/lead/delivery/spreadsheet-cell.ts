import { formatPhone } from '../phone.ts';

/** Marks a file as UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Characters that begin a formula, also in full width, and the minus sign that some programs treat as a hyphen. */
const FORMULA = /^[=+\-@\u2212]/;
const BLANK_START = /^[\s\p{Cc}\p{Cf}\u2800\u3164]+/u;
/** Numbers that a spreadsheet would write again: without their zero in front, or rounded. */
const ALTERED_NUMBER = /^(?:0\d+|\d{16,}|\d+(?:\.\d+)?[eE]\d+)$/;

/** Whether a spreadsheet would read the text as a formula, even after leading blanks. */
export function looksLikeFormula(text: string): boolean {
  const start = text.replace(BLANK_START, '').slice(0, 1).normalize('NFKC');
  return FORMULA.test(start) || /^[\t\r\n]/.test(text);
}

/** A text that a spreadsheet shows unchanged: an apostrophe before anything it would calculate or shorten. */
export const spreadsheetText = (text: string): string =>
  looksLikeFormula(text) || ALTERED_NUMBER.test(text) ? `'${text}` : text;

/** A phone number in groups: a text to spreadsheets, and still a number to people. */
export const spreadsheetPhone = (phone: string): string => spreadsheetText(formatPhone(phone));

/** One row of CSV. Every cell is quoted: in other locales, programs split cells at semicolons. */
export const csvRow = (cells: readonly string[], delimiter = ','): string =>
  `${cells.map((cell) => `"${cell.replaceAll('\0', ' ').replaceAll('"', '""')}"`).join(delimiter)}\r\n`;
