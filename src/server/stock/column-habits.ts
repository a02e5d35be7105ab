import type { FeedConfig } from '#src/config/sections/feed.ts';
import { cellsOf } from '#src/config/sections/feed-columns.ts';
import type { FeedFieldName } from '#src/config/sections/vehicle-fields.ts';
import type { FeedContent } from '#src/providers/feeds/feed.ts';
import { type ColumnHabit, habitOf, hasHabit } from './column-habit.ts';
import { FEED_FIELDS, type FieldKind } from './feed-fields.data.ts';
import type { FeedMapping } from './feed-mapping.ts';

/** How the columns of one feed are written, each judged by all its cells. */
export type ColumnHabits = {
  of(field: FeedFieldName, column: string): ColumnHabit | undefined;
};

/** Of a value that is in no feed, such as a constant. */
export const NO_HABITS: ColumnHabits = { of: () => undefined };

const FIELDS = (Object.entries(FEED_FIELDS) as [FeedFieldName, FieldKind][]).filter(([, kind]) =>
  hasHabit(kind),
);

const keyOf = (field: FeedFieldName, column: string) => `${field}\0${column}`;

/** Judges every column that a number or a date is read from. */
export function columnHabits(
  feed: FeedConfig,
  mapping: FeedMapping,
  { columns, rows }: Pick<FeedContent, 'columns' | 'rows'>,
): ColumnHabits {
  const isFed = ([field]: (typeof FIELDS)[number]) =>
    cellsOf(feed.columns, field).some(({ column }) => columns.has(column));
  const judged = new Map<string, ColumnHabit>();
  for (const [field, kind] of FIELDS.filter(isFed)) {
    const texts = new Map<string, string[]>();
    for (const row of rows) {
      if (!('cells' in row)) continue;
      const text = mapping.writtenOf(field, row.cells);
      if (text === '') continue;
      const column = mapping.columnOf(field, row.cells);
      const others = texts.get(column);
      if (others) others.push(text);
      else texts.set(column, [text]);
    }
    for (const [column, cells] of texts) judged.set(keyOf(field, column), habitOf(kind, column, cells, feed));
  }
  return { of: (field, column) => judged.get(keyOf(field, column)) };
}
