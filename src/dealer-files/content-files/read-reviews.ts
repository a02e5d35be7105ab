import { extname } from 'node:path';
import { CsvError, parse as parseCsv } from 'csv-parse/sync';
import * as v from 'valibot';
import { type Review, ReviewSchema } from '#src/config/sections/business/reviews-section.ts';
import { issueFindings } from '#src/dealer-files/config-problem.ts';
import { examineJson, readText } from '#src/dealer-files/json-file.ts';
import { isJsonObject, type JsonObject } from '#src/platform/text/untrusted-values.ts';
import { contentKey, type FileFacts, OTHER_NAMES, reviewFields } from './review-fields.ts';

/** A row that is not a valid review, with the reason. */
export type LeftOut = {
  /** Line of a CSV file, or position in a JSON list; from 1. */
  at: number;
  /** `id` of the row, if any. */
  id?: string | undefined;
  reasons: string[];
};

type ReadReviews = {
  reviews: Review[];
  leftOut: LeftOut[];
  /** Ratings without a review, which are not shown. */
  withoutText: number;
  unit: 'line' | 'review';
};

type Row = { at: number; values: JsonObject };

const FIELDS = Object.keys(ReviewSchema.entries) as (keyof Review)[];
/** Without a column for each of these a file holds no reviews. */
const NEEDED = ['customer_name', 'text', 'rating', 'review_date'] as const;

const listFormat = new Intl.ListFormat('en-AU', { type: 'disjunction' });

/** @throws Error if no row has a needed field, with the names its column may have; or the address at its source */
function checkColumns(file: string, rows: readonly JsonObject[]): void {
  const found = new Set(rows.flatMap((row) => Object.keys(row)));
  const missing = NEEDED.filter((field) => rows.every((row) => row[field] === undefined));
  const [field] = missing;
  const sourced = rows.filter(({ source }) => source !== undefined);
  if (sourced.length > 0 && sourced.every(({ link }) => link === undefined))
    throw new Error(
      `${file}: no review has an address at its source. Add --link with the address where ${String(sourced[0]?.source)} shows them.`,
    );
  // An empty list, or one of empty objects, is reported by row.
  if (!field || found.size === 0 || missing.length === NEEDED.length) return;
  const names = listFormat.format([field, ...(OTHER_NAMES[field] ?? [])].map((name) => `"${name}"`));
  throw new Error(`${file}: no review has "${field}". Name its column ${names}.`);
}

type Checked = { review: Review } | { leftOut: LeftOut } | { withoutText: true };

function checked(at: number, fields: JsonObject): Checked {
  const parsed = v.safeParse(ReviewSchema, fields);
  if (parsed.success) return { review: parsed.output };
  if (fields.text === undefined && v.is(v.omit(ReviewSchema.pipe[0], ['text']), fields))
    return { withoutText: true };
  if (fields.source !== undefined && fields.link === undefined)
    return {
      leftOut: { at, id: String(fields.id), reasons: ['link: nothing; add --link for reviews without one'] },
    };
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
      columns: (names: string[]) => names.map((name) => name.trim()),
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
 * CONT-10, CONT-260: reads reviews from a JSON file or a CSV file with a header: our own fields, Google's export of a
 * Business Profile, ProductReview's, or any with like names. Duplicates are left out.
 * @throws Error describing why the file as a whole cannot be read
 */
export function readReviews(file: string, facts: FileFacts): ReadReviews {
  const isCsv = extname(file).toLowerCase() === '.csv';
  const text = readText(file);
  if ('problem' in text)
    throw new Error(
      `${file}: expected ${text.problem.expected}, received ${text.problem.received}. ${text.problem.remedy}`,
    );
  const rows = (isCsv ? csvRows(file, text.value) : jsonRows(file, text.value)).map(({ at, values }) => ({
    at,
    fields: reviewFields(values, facts, FIELDS),
  }));
  checkColumns(
    file,
    rows.map(({ fields }) => fields),
  );
  const reviews = new Map<string, Review>();
  const contents = new Map<string, string>();
  const leftOut: LeftOut[] = [];
  let withoutText = 0;
  for (const { at, fields } of rows) {
    const each = checked(at, fields);
    if ('withoutText' in each) withoutText += 1;
    else if ('leftOut' in each) leftOut.push(each.leftOut);
    else {
      const { review } = each;
      const same = contents.get(contentKey(review));
      if (reviews.has(review.id)) {
        leftOut.push({ at, id: review.id, reasons: ['id: an earlier row has it'] });
      } else if (same !== undefined) {
        leftOut.push({ at, id: review.id, reasons: [`the same review as ${same}`] });
      } else {
        reviews.set(review.id, review);
        contents.set(contentKey(review), review.id);
      }
    }
  }
  return { reviews: [...reviews.values()], leftOut, withoutText, unit: isCsv ? 'line' : 'review' };
}
