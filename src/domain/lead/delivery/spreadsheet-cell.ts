import { formatPhone } from '../phone.ts';

/** What begins a formula, also in full width, and the minus sign that some programs take for a hyphen. */
const FORMULA = /^[=+\-@\u2212]/;
const BLANK_START = /^[\s\p{Cc}\p{Cf}\u2800\u3164]+/u;
/** Numbers that a spreadsheet would write again: without their zero in front, or rounded. */
const ALTERED_NUMBER = /^(?:0\d+|\d{16,}|\d+(?:\.\d+)?[eE]\d+)$/;

/** Whether a spreadsheet would take the text for a formula, whatever blanks it hides behind. */
export function looksLikeFormula(text: string): boolean {
  const start = text.replace(BLANK_START, '').slice(0, 1).normalize('NFKC');
  return FORMULA.test(start) || /^[\t\r\n]/.test(text);
}

/** A text that a spreadsheet shows as it is: an apostrophe in front of what it would reckon with or shorten. */
export const spreadsheetText = (text: string): string =>
  looksLikeFormula(text) || ALTERED_NUMBER.test(text) ? `'${text}` : text;

/** A phone number in groups: a text to spreadsheets, and still a number to people. */
export const spreadsheetPhone = (phone: string): string => spreadsheetText(formatPhone(phone));

/** One row of CSV. Every cell is quoted: programs of other countries part cells at semicolons. */
export const csvRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${cell.replaceAll('\0', ' ').replaceAll('"', '""')}"`).join(',')}\r\n`;
