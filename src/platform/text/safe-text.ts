import { formatPhone } from '#src/platform/number/typed-number.ts';

/**
 * Control characters, direction overrides and zero-width marks: invisible, and usable to forge a header or a name.
 */
const INVISIBLE = /[\p{Cc}\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;
const INVISIBLE_BUT_LINE_BREAKS = /(?!\n)[\p{Cc}\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;

/** One line of readable text: no control character, no line break, spaces collapsed. */
export const singleLine = (text: string): string =>
  text.toWellFormed().normalize('NFC').replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim();

/** Readable text that keeps its line breaks as "\n", at most one empty line in a row. */
export const multiLine = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(INVISIBLE_BUT_LINE_BREAKS, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const LONGEST = 254;
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
/** A dot neither begins nor ends the name, nor follows another: mail servers refuse those. */
const PLAIN = new RegExp(`^(?=.{1,64}@)${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`);

/** One address without a name, quotes, comments or a second address: safe in a header and in an envelope. */
export const isPlainAddress = (text: string): boolean => text.length <= LONGEST && PLAIN.test(text);

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
