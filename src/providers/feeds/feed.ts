/** A feed that cannot be read at all. The message names place and remedy; nothing has been written. */
export class FeedError extends Error {
  override name = 'FeedError';
}

/** Texts of one row by column name; `row` counts from 1 as a person does, the header being row 1 of a CSV. */
export type FeedRow = { row: number; cells: Readonly<Record<string, string>> };

/** A row the format itself makes unreadable. */
export type BrokenRow = { row: number; broken: string };

export type FeedContent = { columns: ReadonlySet<string>; rows: (FeedRow | BrokenRow)[] };

/** Stands where bytes were not text; rows that hold it are refused one by one. */
export const UNREADABLE = '\uFFFD';
