import * as v from 'valibot';
import { expectedBy } from '#src/config/expected.ts';
import { schemaAt } from '#src/config/schema-at.ts';
import { formatCents } from '#src/domain/money.ts';
import { CentsSchema } from '#src/domain/vehicle/field-schemas.ts';
import { VehicleSchema } from '#src/domain/vehicle/vehicle.ts';
import type { CellResult } from './cell-result.ts';

type Issue = v.BaseIssue<unknown>;

/** Feeds have dollars, so messages do too. */
function amountExpected({ type, requirement, input }: Issue): string {
  const limit = typeof requirement === 'number' ? formatCents(requirement) : '';
  const received = typeof input === 'number' ? `, received ${formatCents(input)}` : '';
  if (type === 'max_value') return `a price up to ${limit}${received}`;
  if (type === 'min_value') return `a price from ${limit}${received}`;
  return 'an amount in dollars, e.g. 32990';
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'yes or no',
  iso_date: 'a date as YYYY-MM-DD',
};

function expectedAt(path: readonly PropertyKey[], issue: Issue): string {
  if (issue.received === 'undefined') return 'a value';
  if (schemaAt(VehicleSchema, path) === CentsSchema) return amountExpected(issue);
  return EXPECTED[issue.type] ?? expectedBy(issue, VehicleSchema);
}

/** The values allowed at the place of an issue, in words for the supplier of the feed. */
export function allowedBy(issue: Issue): string {
  const path = (issue.path ?? []).map(({ key }) => key as PropertyKey);
  const inside = path.slice(1).map(String).join('.');
  const expected = expectedAt(path, issue);
  return inside === '' ? expected : `${expected} at "${inside}"`;
}

/** A cell's value, or the allowed values. */
export function allowedValue(field: keyof typeof VehicleSchema.entries, value: unknown): CellResult {
  const parsed = v.safeParse(VehicleSchema.entries[field], value);
  if (parsed.success) return { value: parsed.output };
  const [issue] = parsed.issues;
  const at = { type: 'object', origin: 'value', input: {}, key: field, value } as const;
  return { refused: allowedBy({ ...issue, path: [at, ...(issue.path ?? [])] }) };
}
