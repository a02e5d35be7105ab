import { Parser } from 'htmlparser2';
import { withoutInvisible } from './invisible-characters.ts';

/** With its tags; the rest of a longer cell is dropped. */
export const MAX_CELL_LENGTH = 200_000;

const HIDDEN: ReadonlySet<string> = new Set(['script', 'style', 'template', 'iframe', 'head', 'title']);
const PARAGRAPHS: ReadonlySet<string> = new Set(
  'p div ul ol h1 h2 h3 h4 h5 h6 table tr section article blockquote hr'.split(' '),
);
const LOOKS_LIKE_HTML = /<[a-z/!]|&(?:#\d+|#x[\da-f]+|[a-z]+\d*);/i;

/** Marks what is bold; read by domain/vehicle/comment-blocks.ts. */
const BOLD = '**';
const BOLD_TAGS: ReadonlySet<string> = new Set(['b', 'strong']);

function parsed(html: string, keepsBold: boolean): string {
  const parts: string[] = [];
  let hidden = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (HIDDEN.has(name)) hidden += 1;
      else if (hidden === 0 && name === 'br') parts.push('\n');
      else if (hidden === 0 && name === 'li') parts.push('\n• ');
      else if (hidden === 0 && keepsBold && BOLD_TAGS.has(name)) parts.push(BOLD);
      else if (hidden === 0 && PARAGRAPHS.has(name)) parts.push('\n\n');
    },
    ontext(text) {
      if (hidden === 0) parts.push(text);
    },
    onclosetag(name) {
      if (HIDDEN.has(name)) hidden -= 1;
      else if (hidden === 0 && keepsBold && BOLD_TAGS.has(name)) parts.push(BOLD);
      else if (hidden === 0 && PARAGRAPHS.has(name)) parts.push('\n\n');
    },
  });
  parser.end(html);
  return parts.join('');
}

const tidy = (text: string): string =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/(^|\n)•\s+/g, '$1• ')
    .replace(/\n\n(?=• )/g, '\n')
    .trim();

/**
 * The text of a cell that may hold HTML: paragraphs and breaks as lines, list items after a bullet, no other tags.
 * The result is text and is escaped wherever it is shown.
 * @param keepsBold marks bold words with two pairs of asterisks
 */
export function htmlToText(cell: string, keepsBold = false): string {
  const text = cell.slice(0, MAX_CELL_LENGTH).replace(/[\ud800-\udbff]$/, '');
  if (!LOOKS_LIKE_HTML.test(text)) return text;
  const once = parsed(text, keepsBold);
  // Some feeds escape their tags, so that they appear only after the first round.
  const twice = LOOKS_LIKE_HTML.test(once) ? parsed(once, keepsBold) : once;
  // Entities may have hidden them from the first check of the cell.
  return tidy(withoutInvisible(twice));
}
