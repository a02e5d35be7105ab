import type { BrokenRow, FeedRow } from '#src/providers/feeds/feed.ts';

/** A truncated last row, without a line break after it. */
export type CutRow = BrokenRow & { short: string };

const CLOSING =
  /^(?:totals?|count|sum|records?|rows|lines|entries|end|eof|eod|trailer|footer|exported|generated)$/i;
/** Only beside a closing word; alone they may be the first cells of a vehicle. */
const BESIDE =
  /^(?:grand|number|no|of|in|the|and|all|file|feed|list|data|stock|inventory|export|created|date|time|at|on|by|items?|vehicles?|cars?|units?|am|pm|t|z|utc|gmt)$/i;
/** `8 vehicles`: with the number behind it, it could be a category and a stock number. */
const COUNTED = /^\W*\d+\s+(?:vehicles|cars|units|items)\W*$/i;
const COMMENT = /^\s*(?:#|--|\/\/)/;

/**
 * Whether a short row closes a feed, such as `Total;123`, `# 8 rows` or `EOF`: besides numbers it holds only
 * the words of a trailer. A number alone may be the stock number of a row that was cut.
 */
export function isTrailer(text: string): boolean {
  if (COMMENT.test(text) || COUNTED.test(text)) return true;
  // A line of NDJSON; one that opens an object must close it.
  if (text.startsWith('{')) return false;
  const words = text.match(/\p{L}+/gu) ?? [];
  return (
    words.some((word) => CLOSING.test(word)) && words.every((word) => CLOSING.test(word) || BESIDE.test(word))
  );
}

/** The last row of a file without a final line break, if it was truncated: it is short, and not a trailer. */
export function cutRowOf(last: FeedRow | BrokenRow): CutRow | undefined {
  if (!('short' in last) || last.short === undefined || isTrailer(last.short)) return undefined;
  return { ...last, short: last.short };
}

const SHAPE_LENGTH = 200;

/** The common form of two last rows that differ only in their numbers. */
export const shapeOf = ({ short }: CutRow): string => short.replace(/\d+/g, '0').slice(0, SHAPE_LENGTH);
