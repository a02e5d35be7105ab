import { extname } from 'node:path';
import { CsvError, parse as parseCsv } from 'csv-parse/sync';
import * as v from 'valibot';
import { type Review, ReviewSchema } from '#src/config/sections/business/reviews-section.ts';
import { issueFindings } from '#src/dealer-files/config-problem.ts';
import { examineJson, readText } from '#src/dealer-files/json-file.ts';
import { isJsonObject, type JsonObject } from '#src/platform/text/untrusted-values.ts';

/** A row that is not a valid review, with the reason. */
export type LeftOut = {
  /** Line of a CSV file, or position in a JSON list; from 1. */
  at: number;
  /** `id` of the row, if any. */
  id?: string | undefined;
  reasons: string[];
};

type ReadReviews = { reviews: Review[]; leftOut: LeftOut[]; unit: 'line' | 'review' };

type Row = { at: number; values: JsonObject };

const FIELDS: readonly string[] = Object.keys(ReviewSchema.entries);
const IN_WORDS = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/;

/** Normalises "21 September 2026", "2026-09-21T03:00:00Z" and "21/09/2026" to `2026-09-21`; other text is unchanged. */
function dayOf(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? [];
  if (day && month && year) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const words = IN_WORDS.test(text.trim()) ? new Date(`${text.trim()} UTC`) : undefined;
  if (words && !Number.isNaN(words.getTime())) return words.toISOString().slice(0, 10);
  return /^\d{4}-\d\d-\d\dT/.test(text) ? text.slice(0, 10) : text;
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Renames the fields of a row to those of the settings; other columns are ignored. */
function fieldsOf(row: JsonObject): JsonObject {
  const given = Object.fromEntries(
    Object.entries(row).filter(([key, value]) => FIELDS.includes(key) && !isEmpty(value)),
  );
  const { id, rating, image, reply_date: replied } = given;
  const written = given.review_date ?? given.review_date_in_words;
  return {
    ...given,
    ...(typeof id === 'number' && { id: String(id) }),
    ...(typeof rating === 'string' && { rating: Number(rating) }),
    ...(typeof image === 'string' && { image: { url: image } }),
    ...(written !== undefined && { review_date: dayOf(written) }),
    ...(replied !== undefined && { reply_date: dayOf(replied) }),
  };
}

function checked({ at, values }: Row): { review: Review } | { leftOut: LeftOut } {
  const fields = fieldsOf(values);
  const parsed = v.safeParse(ReviewSchema, fields);
  if (parsed.success) return { review: parsed.output };
  const reasons = issueFindings(parsed.issues, ReviewSchema).map(
    ({ finding: { path, expected, received } }) => `${path}: expected ${expected}, received ${received}`,
  );
  return { leftOut: { at, id: fields.id === undefined ? undefined : String(fields.id), reasons } };
}

/** @throws Error if the text is not valid CSV */
function csvRows(file: string, text: string): Row[] {
  let records: { record: JsonObject; info: { lines: number } }[];
  try {
    records = parseCsv(text, {
      bom: true,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Error(
      `${file}: line ${error.lines ?? '?'}: it cannot be split into cells. Look for a quote that is never closed, or write a quote inside a cell twice.`,
    );
  }
  return records.map(({ record, info }) => ({ at: info.lines, values: record }));
}

/** A list, or an object with a list under "reviews" or "items". @throws Error for anything else */
function jsonRows(file: string, text: string): Row[] {
  const examined = examineJson(text);
  if ('fault' in examined) {
    const { expected, received, remedy } = examined.fault;
    throw new Error(`${file}: expected ${expected}, received ${received}. ${remedy}`);
  }
  const value: unknown = JSON.parse(text);
  const list = isJsonObject(value) ? (value.reviews ?? value.items) : value;
  if (!Array.isArray(list)) {
    throw new Error(
      `${file}: expected a list of reviews, or an object with the list under "reviews" or "items".`,
    );
  }
  return list.map((each: unknown, at) => ({ at: at + 1, values: isJsonObject(each) ? each : {} }));
}

/**
 * CONT-10: reads reviews from a JSON file or a CSV file with a header. Rows with a duplicate `id` are left out.
 * @throws Error describing why the file as a whole cannot be read
 */
export function readReviews(file: string): ReadReviews {
  const isCsv = extname(file).toLowerCase() === '.csv';
  const text = readText(file);
  if ('problem' in text)
    throw new Error(
      `${file}: expected ${text.problem.expected}, received ${text.problem.received}. ${text.problem.remedy}`,
    );
  const rows = isCsv ? csvRows(file, text.value) : jsonRows(file, text.value);
  const reviews = new Map<string, Review>();
  const leftOut: LeftOut[] = [];
  for (const row of rows) {
    const each = checked(row);
    if ('leftOut' in each) leftOut.push(each.leftOut);
    else if (reviews.has(each.review.id)) {
      leftOut.push({ at: row.at, id: each.review.id, reasons: ['id: an earlier row has it'] });
    } else reviews.set(each.review.id, each.review);
  }
  return { reviews: [...reviews.values()], leftOut, unit: isCsv ? 'line' : 'review' };
}
