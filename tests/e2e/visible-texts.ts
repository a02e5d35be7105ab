import { Parser } from 'htmlparser2';

/** What people, screen readers and search engines read of an element besides its content. */
const READ_ATTRIBUTES = ['alt', 'aria-label', 'title', 'placeholder', 'content', 'label'];
const HIDDEN = new Set(['script', 'style', 'svg']);
/** Of structured data, the values that are names and not terms of its vocabulary. */
const DATA_TEXT = /"(?!@)[\w-]+":"((?:[^"\\]|\\.)*)"/g;
/** A sentence or label that an island shows later: more than one word. */
const ISLAND_TEXT = /"((?:[^"\\]|\\.)*\s(?:[^"\\]|\\.)*)"/g;

const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, inside = '']) => inside);

/** All texts of a page that a shopper may come to read, and the addresses it links to. */
export function readPage(html: string): { texts: string[]; links: string[] } {
  const texts: string[] = [];
  const links: string[] = [];
  const open: { name: string; isData: boolean }[] = [];
  let data = '';
  const parser = new Parser({
    onopentag(name, attributes) {
      if (HIDDEN.has(name)) open.push({ name, isData: attributes.type === 'application/ld+json' });
      texts.push(...READ_ATTRIBUTES.flatMap((each) => attributes[each] ?? []));
      if (name === 'input' && attributes.type === 'submit') texts.push(attributes.value ?? '');
      if (name === 'astro-island') texts.push(...matches(attributes.props ?? '', ISLAND_TEXT));
      if (name === 'a' && attributes.href) links.push(attributes.href);
    },
    ontext(text) {
      if (open.at(-1)?.isData) data += text;
      else if (open.length === 0) texts.push(text);
    },
    onclosetag(name) {
      if (open.at(-1)?.name === name) open.pop();
    },
  });
  parser.write(html);
  parser.end();
  return { texts: [...texts, ...matches(data, DATA_TEXT)].filter((text) => text.trim() !== ''), links };
}
