import type { Writing } from '#src/config/sections/writing.ts';
import { blockHtml, blockText, loneImage, type MarkdownBlock, markdownBlocks } from './markdown.ts';

/** A part of what a dealer writes: a plain paragraph, HTML that is safe to insert, or a picture. */
export type WritingBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'html'; html: string }
  | { kind: 'picture'; url: string; alt: string };

function blockOf(block: MarkdownBlock): WritingBlock {
  const picture = loneImage(block);
  return picture ? { kind: 'picture', ...picture } : { kind: 'html', html: blockHtml(block) };
}

/** The blocks of a text, in order. */
export const writingBlocks = (writing: Writing): WritingBlock[] =>
  typeof writing === 'string'
    ? markdownBlocks(writing).map(blockOf)
    : writing.map((text) => ({ kind: 'paragraph', text }));

/** The first paragraph without marks, which cards, leads and search engines show; undefined for an empty text. */
export function openingOf(writing: Writing): string | undefined {
  if (typeof writing !== 'string') return writing[0];
  const first = markdownBlocks(writing)[0];
  return first && !loneImage(first) ? blockText(first) : undefined;
}

/** The blocks after the opening. */
export const afterOpening = (writing: Writing): WritingBlock[] =>
  openingOf(writing) === undefined ? writingBlocks(writing) : writingBlocks(writing).slice(1);
