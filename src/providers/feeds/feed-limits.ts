import { formatNumber } from '#src/domain/format-number.ts';
import { FeedError } from './feed.ts';

const BYTES_PER_MB = 1024 * 1024;

/** Of a feed as sent, and as decompressed: 100,000 vehicles with descriptions. Larger feeds are a mistake or an attack. */
export const MAX_FEED_BYTES = 96 * BYTES_PER_MB;
/** Exports of whole databases have hundreds. */
export const MAX_COLUMNS = 2000;
export const MAX_ROWS = 100_000;
/** 100,000 vehicles in 200 columns. */
export const MAX_CELLS = 20_000_000;
/** Characters of one row; a vehicle with a long description stays far below. */
export const MAX_ROW_LENGTH = 1_000_000;
/** Lists and objects inside each other; suppliers use about five. */
export const MAX_NESTING = 64;

const REMEDY = 'Split the feed, or ask the supplier to check it.';

export const tooManyBytes = (file: string, bytes: number): FeedError =>
  new FeedError(
    `${file}: ${Math.round(bytes / BYTES_PER_MB)} MB, at most ${MAX_FEED_BYTES / BYTES_PER_MB} MB are read. ${REMEDY}`,
  );

export const tooManyRows = (file: string): FeedError =>
  new FeedError(`${file}: more than ${formatNumber(MAX_ROWS)} rows. ${REMEDY}`);

/** @param row where the limit is passed */
export const tooManyCells = (file: string, row: number): FeedError =>
  new FeedError(`${file}: row ${row}: more than ${formatNumber(MAX_CELLS)} cells until here. ${REMEDY}`);

export const tooManyColumns = (file: string, columns: number): FeedError =>
  new FeedError(
    `${file}: row 1: ${formatNumber(columns)} columns, at most ${formatNumber(MAX_COLUMNS)} are read. Look for a missing line break after the header or the wrong "stock.feed.delimiter", or ask the supplier for fewer columns.`,
  );
