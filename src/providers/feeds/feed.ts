import type { FeedDelimiter } from '#src/config/sections/feed.ts';

/** A feed that cannot be read at all. The message names place and remedy; nothing has been written. */
export class FeedError extends Error {
  override name = 'FeedError';
}

/** Texts of one row by column name; `row` counts from 1, with a CSV's header as row 1. */
export type FeedRow = { row: number; cells: Readonly<Record<string, string>> };

/** A row the format itself makes unreadable. */
export type BrokenRow = {
  row: number;
  broken: string;
  /** The text of a row that ends before it is complete. */
  short?: string;
};

export type FeedContent = {
  columns: ReadonlySet<string>;
  rows: (FeedRow | BrokenRow)[];
  /** Whether the file ends in a line break; unknown for JSON, which is complete if it parses. */
  endsInLineBreak?: boolean;
  /** Of a CSV. */
  delimiter?: FeedDelimiter;
};

/** Replaces bytes that are not text; rows that contain it are refused individually. */
export const UNREADABLE = '\uFFFD';
