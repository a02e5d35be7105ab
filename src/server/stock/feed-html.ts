const NOT_SHOWN =
  /<(script|style|template|iframe|head|title)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi;
const LINE_BREAK = /<br\b[^<>]*>/gi;
const LIST_ITEM = /\s*<li\b[^<>]*>\s*/gi;
const PARAGRAPH = /\s*<\/?(?:p|div|ul|ol|h[1-6]|table|tr|section|article|blockquote|hr)\b[^<>]*>\s*/gi;
const TAG = /<\/?[a-z][a-z0-9:-]*(?:\s[^<>]*)?\/?>/gi;
const LOOKS_LIKE_HTML = /<[a-z/!]|&(?:#\d+|#x[\da-f]+|[a-z]+\d*);/i;

const ENTITY = /&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]+);/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  bull: '•',
  middot: '·',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  deg: '°',
  frac12: '½',
  times: '×',
  reg: '®',
  trade: '™',
  copy: '©',
};
const LAST_CODE_POINT = 0x10ffff;

function character(whole: string, name: string): string {
  if (!name.startsWith('#')) {
    const key = name.toLowerCase();
    return Object.hasOwn(NAMED, key) ? (NAMED[key] ?? whole) : whole;
  }
  const isHex = name[1]?.toLowerCase() === 'x';
  const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  const isText = code > 0 && code <= LAST_CODE_POINT && (code < 0xd800 || code > 0xdfff);
  return isText ? String.fromCodePoint(code) : '';
}

const withoutTags = (html: string): string =>
  html
    .replace(NOT_SHOWN, '')
    .replace(LINE_BREAK, '\n')
    .replace(LIST_ITEM, '\n• ')
    .replace(PARAGRAPH, '\n\n')
    .replace(TAG, '');

/**
 * The text of a cell that may hold HTML: paragraphs and breaks as lines, list items after a bullet, other tags
 * without trace. The result is text and is escaped wherever it is shown.
 */
export function htmlToText(text: string): string {
  if (!LOOKS_LIKE_HTML.test(text)) return text;
  // Some feeds escape their tags, so that they appear only after the first round.
  const once = withoutTags(text).replace(ENTITY, character);
  return withoutTags(once)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\n\n(?=• )/g, '\n')
    .trim();
}
