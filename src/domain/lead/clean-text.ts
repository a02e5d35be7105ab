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
