import type { FeedDelimiter } from '#src/config/sections/feed.ts';

/** A feed that cannot be read at all. The message names place and remedy; nothing has been written. */
export class FeedError extends Error {
  override name = 'FeedError';
}

/** Texts of one row by column name, only of mapped columns; `row` counts from 1, with a CSV's header as row 1. */
export type FeedRow = { row: number; cells: Readonly<Record<string, string>> };

/** A row the format itself makes unreadable. */
export type BrokenRow = {
  row: number;
  broken: string;
  /** The text of a row that ends before it is complete. */
  short?: string;
};

/** Columns that no field needs and that have no name of their own: they cost nothing. */
export type OddColumns = {
  /** Names that several columns have, each once. */
  repeated: readonly string[];
  /** How many have no name. */
  unnamed: number;
};

export type FeedContent = {
  /** The names in the feed; of a feed of objects at most so many as a CSV may have. */
  columns: ReadonlySet<string>;
  /** Of a CSV. */
  oddColumns?: OddColumns;
  rows: (FeedRow | BrokenRow)[];
  /** Whether the file ends in a line break; unknown for JSON, which is complete if it parses. */
  endsInLineBreak?: boolean;
  /** Of a CSV. */
  delimiter?: FeedDelimiter;
  /** By the bytes of the feed, where it is neither the default nor what is stated. */
  foundEncoding?: string;
};

/** Replaces bytes that are not text; cells that contain it are refused individually. */
export const UNREADABLE = '\uFFFD';
