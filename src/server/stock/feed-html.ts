import { Tokenizer } from 'htmlparser2';
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

/** Elements whose end means something. */
const hasMeaning = (name: string) => HIDDEN.has(name) || PARAGRAPHS.has(name) || BOLD_TAGS.has(name);

/**
 * Reads tags one by one: a parser that keeps the tree looks through all open elements at each end, which takes minutes
 * for a cell of unclosed tags.
 */
function parsed(html: string, keepsBold: boolean): string {
  const parts: string[] = [];
  const open: string[] = [];
  const openCount = new Map<string, number>();
  let hidden = 0;
  const count = (name: string, change: number) => {
    openCount.set(name, (openCount.get(name) ?? 0) + change);
    if (HIDDEN.has(name)) hidden += change;
  };
  const mark = (name: string) => {
    if (hidden > 0 || HIDDEN.has(name)) return;
    if (keepsBold && BOLD_TAGS.has(name)) parts.push(BOLD);
    else if (PARAGRAPHS.has(name)) parts.push('\n\n');
  };
  const closeLast = (name: string) => {
    open.pop();
    count(name, -1);
    mark(name);
  };
  const text = (words: string) => {
    if (hidden === 0) parts.push(words);
  };
  const nothing = () => {};
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        const name = html.slice(start, end).toLowerCase();
        if (name === 'br') text('\n');
        else if (name === 'li') text('\n• ');
        mark(name);
        if (!hasMeaning(name) || name === 'hr') return;
        open.push(name);
        count(name, 1);
      },
      onclosetag(start, end) {
        const name = html.slice(start, end).toLowerCase();
        if (name === 'br') text('\n');
        else if (name === 'p' && !openCount.get(name)) mark(name);
        // Each element is closed once, so that all ends together take no longer than all beginnings.
        for (let last = open.at(-1); last !== undefined && openCount.get(name); last = open.at(-1)) {
          closeLast(last);
          if (last === name) break;
        }
      },
      ontext: (start, end) => text(html.slice(start, end)),
      ontextentity: (codePoint) => text(String.fromCodePoint(codePoint)),
      oncdata: (start, end, offset) => text(html.slice(start, end - offset)),
      onend() {
        for (const name of open.toReversed()) closeLast(name);
      },
      ...{ onattribdata: nothing, onattribentity: nothing, onattribend: nothing, onattribname: nothing },
      ...{ oncomment: nothing, ondeclaration: nothing, onopentagend: nothing },
      ...{ onprocessinginstruction: nothing, onselfclosingtag: nothing },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
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
