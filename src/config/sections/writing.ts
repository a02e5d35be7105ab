import * as v from 'valibot';
import { TextSchema } from './primitives.ts';

/** A text in Markdown; read by `domain/content/markdown.ts`. */
export const MarkdownSchema = v.pipe(
  v.string(),
  v.check((text) => text.trim() !== '', 'text that is not empty'),
  v.maxLength(40_000, 'at most 40,000 characters'),
);

/** What a dealer writes at length: a list of plain paragraphs, or one text in Markdown. */
export const WritingSchema = v.union(
  [v.array(TextSchema), MarkdownSchema],
  'a list of paragraphs, or one text in Markdown',
);

export type Writing = v.InferOutput<typeof WritingSchema>;

const described = (what: string) => v.pipe(WritingSchema, v.description(what));
/** Absent is empty. */
export const writing = (what: string) => v.optional(described(what), []);
export const maybeWriting = (what: string) => v.optional(described(what));
