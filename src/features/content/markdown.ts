import MarkdownIt, { type Token } from 'markdown-it';
import type { Writing } from '#src/config/sections/setting-types.ts';

/** Allowed links: paths of the site, https, phone numbers and e-mail addresses. */
const LINK = /^(?:\/(?!\/)|https:\/\/|tel:|mailto:)/i;
const PICTURE = /^(?:\/pictures\/|https:\/\/)/i;

// `html: false` escapes HTML, so that no markup can be injected.
const markdown = new MarkdownIt({ html: false }).disable(['code', 'fence']);
markdown.validateLink = (href) => LINK.test(href);
const { rules } = markdown.renderer;
rules.image = (tokens, at) => markdown.utils.escapeHtml(tokens[at]?.content ?? '');
// Wide tables scroll in a container.
rules.table_open = () => '<div class="writing-table" tabindex="0"><table>\n';
rules.table_close = () => '</table></div>\n';

/** A top-level block of Markdown. */
export type MarkdownBlock = {
  tokens: readonly Token[];
  /** Line numbers, from 0; `end` is exclusive. */
  start: number;
  end: number;
};

export function markdownBlocks(text: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let open: Token[] = [];
  for (const token of markdown.parse(text, {})) {
    // The content security policy rejects `style` attributes, which align columns.
    token.attrs = token.attrs?.filter(([name]) => name !== 'style') ?? null;
    open.push(token);
    if (token.level > 0 || token.nesting > 0) continue;
    const [start, end] = open[0]?.map ?? [0, 0];
    blocks.push({ tokens: open, start, end });
    open = [];
  }
  return blocks;
}

/** Safe HTML: only Markdown elements, with allowed links. */
const blockHtml = ({ tokens }: MarkdownBlock): string =>
  markdown.renderer.render([...tokens], markdown.options, {});

const inlineText = (tokens: readonly Token[]): string =>
  tokens.map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content)).join('');

/** Plain text of a block. */
export const blockText = ({ tokens }: MarkdownBlock): string =>
  tokens
    .flatMap(({ type, children }) => (type === 'inline' ? inlineText(children ?? []) : []))
    .join(' ')
    .trim();

const isBlank = ({ type, content }: Token) => type === 'text' && content.trim() === '';

/** Inline content of a paragraph; empty for other blocks. */
function loneInline({ tokens }: MarkdownBlock): Token[] {
  const [open, inline] = tokens;
  return open?.type === 'paragraph_open' ? (inline?.children ?? []).filter((token) => !isBlank(token)) : [];
}

/** The picture of a paragraph without other content. */
export function loneImage(block: MarkdownBlock): { url: string; alt: string } | undefined {
  const [image, ...others] = loneInline(block);
  if (image?.type !== 'image' || others.length > 0) return undefined;
  return { url: String(image.attrGet('src')), alt: image.content };
}

/** The link of a paragraph without other content. */
export function loneLink(block: MarkdownBlock): { href: string; label: string } | undefined {
  const inline = loneInline(block);
  const isLink = inline[0]?.type === 'link_open' && inline.at(-1)?.type === 'link_close';
  const isOne = inline.filter(({ type }) => type === 'link_open').length === 1;
  return isLink && isOne
    ? { href: String(inline[0]?.attrGet('href')), label: inlineText(inline) }
    : undefined;
}

/** Items of a bullet list, if each is a single line of plain text. */
export function plainPoints({ tokens }: MarkdownBlock): string[] | undefined {
  if (tokens[0]?.type !== 'bullet_list_open') return undefined;
  const inner = tokens.filter(({ type }) => type === 'inline');
  const isFlat = tokens.filter(({ type }) => type === 'list_item_open').length === inner.length;
  const isPlain = inner.every(({ children }) =>
    (children ?? []).every(({ type }) => type === 'text' || type === 'softbreak'),
  );
  return isFlat && isPlain ? inner.map(({ children }) => inlineText(children ?? [])) : undefined;
}

export type MarkdownAddress = { kind: 'link' | 'picture'; href: string; line: number };
/** A mistake in a text, worded for its author. */
type MarkdownFault = { expected: string; received: string; remedy: string; line: number };

// Parses what the renderer rejects, to report it.
const lenient = new MarkdownIt({ html: true }).disable(['code', 'fence']);
lenient.validateLink = () => true;

/** Inline tokens with line numbers, from 1. */
function inlineTokens(text: string): { token: Token; line: number; siblings: number }[] {
  return lenient.parse(text, {}).flatMap((block) => {
    const first = (block.map?.[0] ?? 0) + 1;
    if (block.type === 'html_block') return [{ token: block, line: first, siblings: 0 }];
    let line = first;
    const children = (block.children ?? []).filter((token) => !isBlank(token));
    return children.map((token) => {
      const at = { token, line, siblings: children.length - 1 };
      if (token.type === 'softbreak' || token.type === 'hardbreak') line += 1;
      return at;
    });
  });
}

const shown = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

function faultOf({ token, line, siblings }: ReturnType<typeof inlineTokens>[number]): MarkdownFault[] {
  const { type, content } = token;
  const fault = (expected: string, received: string, remedy: string) => [
    { expected, received, remedy, line },
  ];
  if (type.startsWith('html_')) {
    // Its opening tag is reported.
    if (content.startsWith('</')) return [];
    return fault(
      'Markdown without HTML',
      shown(content.trim()),
      'Write it in Markdown, or take the tag out.',
    );
  }
  const href = String(token.attrGet('href') ?? token.attrGet('src') ?? '');
  if (type === 'link_open' && !LINK.test(href)) {
    const expected = 'a link to a path of the site ("/service"), an "https://" address, "tel:" or "mailto:"';
    return fault(expected, shown(href), 'Correct the address, or take the link out.');
  }
  if (type === 'image' && !PICTURE.test(href)) {
    return fault(
      'a picture under "/pictures/" or an "https://" address',
      shown(href),
      'Correct the address.',
    );
  }
  if (type === 'image' && siblings > 0) {
    const remedy = 'Put empty lines before and after the picture.';
    return fault('a picture in a paragraph of its own', 'a picture among words', remedy);
  }
  return [];
}

/** Addresses in a text, and unsupported content. Line numbers start at 1. */
export function inspectMarkdown(text: string): { addresses: MarkdownAddress[]; faults: MarkdownFault[] } {
  const tokens = inlineTokens(text);
  const titles = markdownBlocks(text).filter(({ tokens: [open] }) => open?.tag === 'h1');
  const faults = [
    ...titles.map(({ start }) => ({
      line: start + 1,
      expected: 'headings from "##" down: the page has its title already',
      received: 'a heading of the first level',
      remedy: 'Write "##" before it.',
    })),
    ...tokens.flatMap(faultOf),
  ];
  const addresses = tokens.flatMap(({ token, line }): MarkdownAddress[] => {
    if (token.type === 'link_open') return [{ kind: 'link', href: String(token.attrGet('href')), line }];
    return token.type === 'image' ? [{ kind: 'picture', href: String(token.attrGet('src')), line }] : [];
  });
  return { addresses, faults };
}

/** A block of long text: a plain paragraph, safe HTML, or a picture. */
export type WritingBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'html'; html: string }
  | { kind: 'picture'; url: string; alt: string };

function blockOf(block: MarkdownBlock): WritingBlock {
  const picture = loneImage(block);
  return picture ? { kind: 'picture', ...picture } : { kind: 'html', html: blockHtml(block) };
}

export const writingBlocks = (writing: Writing): WritingBlock[] =>
  typeof writing === 'string'
    ? markdownBlocks(writing).map(blockOf)
    : writing.map((text) => ({ kind: 'paragraph', text }));

/** Plain text of the first paragraph, for cards, leads and search engines; undefined for an empty text. */
export function openingOf(writing: Writing): string | undefined {
  if (typeof writing !== 'string') return writing[0];
  const first = markdownBlocks(writing)[0];
  return first && !loneImage(first) ? blockText(first) : undefined;
}

export const afterOpening = (writing: Writing): WritingBlock[] =>
  openingOf(writing) === undefined ? writingBlocks(writing) : writingBlocks(writing).slice(1);
