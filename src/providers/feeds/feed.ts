import type { FeedDelimiter } from '#src/config/sections/feed.ts';

/** A feed that cannot be read at all. The message names place and remedy; nothing has been written. */
export class FeedError extends Error {
  override name = 'FeedError';
}

/** Texts of one row by column name; `row` counts from 1 as a person does, the header being row 1 of a CSV. */
export type FeedRow = { row: number; cells: Readonly<Record<string, string>> };

/** A row the format itself makes unreadable. */
export type BrokenRow = {
  row: number;
  broken: string;
  /** What the row says, where it ends before it is complete. */
  short?: string;
};

export type FeedContent = {
  columns: ReadonlySet<string>;
  rows: (FeedRow | BrokenRow)[];
  /** The file ends in a line break; unknown of JSON, which is whole where it can be read. */
  endsInLineBreak?: boolean;
  /** Of a CSV. */
  delimiter?: FeedDelimiter;
};

/** Stands where bytes were not text; rows that hold it are refused one by one. */
export const UNREADABLE = '\uFFFD';
