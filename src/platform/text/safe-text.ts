import { formatPhone } from '#src/platform/number/typed-number.ts';

/** Control characters, direction overrides and zero-width marks: invisible, and usable to forge a header or a name. */
const INVISIBLE = /[\p{Cc}\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;
const INVISIBLE_BUT_LINE_BREAKS = /(?!\n)[\p{Cc}\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;

/** One line of readable text: no control character, no line break, spaces collapsed. */
export const singleLine = (text: string): string =>
  text.toWellFormed().normalize('NFC').replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim();

/**
 * Keeps line breaks as "
 * ", with at most one empty line in a row.
 */
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

const MAX_ADDRESS_LENGTH = 254;
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
/** Mail servers reject leading, trailing and consecutive dots. */
const PLAIN = new RegExp(`^(?=.{1,64}@)${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`);

/** A single address without name, quotes or comments: safe in headers and envelopes. */
export const isPlainAddress = (text: string): boolean =>
  text.length <= MAX_ADDRESS_LENGTH && PLAIN.test(text);

/** Makes spreadsheets read a file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Characters that start a formula, including full-width ones, and the minus sign that some programs treat as a hyphen.
 */
const FORMULA = /^[=+\-@\u2212]/;
const BLANK_START = /^[\s\p{Cc}\p{Cf}\u2800\u3164]+/u;
/** Numbers that a spreadsheet would change, by dropping leading zeros or rounding. */
const ALTERED_NUMBER = /^(?:0\d+|\d{16,}|\d+(?:\.\d+)?[eE]\d+)$/;

/** Whether a spreadsheet would read the text as a formula, even with leading blanks. */
export function looksLikeFormula(text: string): boolean {
  const start = text.replace(BLANK_START, '').slice(0, 1).normalize('NFKC');
  return FORMULA.test(start) || /^[\t\r\n]/.test(text);
}

/** Prefixes an apostrophe if a spreadsheet would otherwise evaluate or change the text. */
export const spreadsheetText = (text: string): string =>
  looksLikeFormula(text) || ALTERED_NUMBER.test(text) ? `'${text}` : text;

/** Spaces make spreadsheets treat a phone number as text. */
export const spreadsheetPhone = (phone: string): string => spreadsheetText(formatPhone(phone));

/** A CSV row. All cells are quoted, because programs in other locales split at semicolons. */
export const csvRow = (cells: readonly string[], delimiter = ','): string =>
  `${cells.map((cell) => `"${cell.replaceAll('\0', ' ').replaceAll('"', '""')}"`).join(delimiter)}\r\n`;

const SUBADDRESS = /^([^+@]+)(?:\+[^@]*)?@(.+)$/;

/** `ann@example.com` and `Ann+cars@example.com` are one mailbox. */
export const mailboxOf = (email: string): string => email.toLowerCase().replace(SUBADDRESS, '$1@$2');
