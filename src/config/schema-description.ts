import * as v from 'valibot';

type Schema = v.GenericSchema;

const inner = (schema: Schema, name: 'wrapped' | 'item' | 'value'): Schema | undefined =>
  name in schema ? (Reflect.get(schema, name) as Schema) : undefined;

/** Unwraps `optional` and `nullable`. */
export function unwrapped(schema: Schema): Schema {
  const wrapped = inner(schema, 'wrapped');
  return wrapped ? unwrapped(wrapped) : schema;
}

type Entries = Record<string, Schema>;

/** Objects of a variant that match the discriminator in `value`, or all if it has none. */
function optionsOf(schema: Schema, value: unknown): Schema[] | undefined {
  if (schema.type !== 'variant' || !('key' in schema) || !('options' in schema)) return undefined;
  const options = schema.options as Schema[];
  const key = String(schema.key);
  const kind: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  const named = options.filter((option) => {
    const discriminator = entriesOf(option)?.[key];
    return discriminator !== undefined && Reflect.get(discriminator, 'literal') === kind;
  });
  return named.length > 0 ? named : options;
}

/**
 * Keys of an object schema; undefined for others.
 * @param value selects an option of a variant, if known
 */
export function entriesOf(schema: Schema, value?: unknown): Entries | undefined {
  if ('entries' in schema) return schema.entries as Entries;
  const options = optionsOf(schema, value);
  return options && Object.assign({}, ...options.map((option) => entriesOf(option) ?? {}));
}

/** Schema of list items; undefined for others. */
export const itemOf = (schema: Schema): Schema | undefined => inner(schema, 'item');

/** Schema of values in an object with arbitrary keys; undefined for others. */
export const eachValueOf = (schema: Schema): Schema | undefined => inner(schema, 'value');

const valueAt = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/**
 * Schema at a path such as `locations`, `0`, `phone`; undefined if there is none.
 * @param value the value at the root, if known
 */
export function schemaAt(schema: Schema, path: readonly PropertyKey[], value?: unknown): Schema | undefined {
  const [key, ...rest] = path;
  const here = unwrapped(schema);
  if (key === undefined) return here;
  const entries = entriesOf(here, value);
  const next =
    entries && typeof key === 'string' && Object.hasOwn(entries, key)
      ? entries[key]
      : (itemOf(here) ?? eachValueOf(here));
  return next && schemaAt(next, rest, valueAt(value, key));
}

type Issue = v.BaseIssue<unknown>;

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text in double quotes',
  number: 'a number without quotes',
  boolean: 'true or false',
  Array: 'a list [ … ]',
  Object: 'an object { … }',
};

const LIMITS: Readonly<Record<string, (limit: string, unit: string) => string>> = {
  integer: () => 'a whole number',
  min_value: (limit) => `at least ${limit}`,
  max_value: (limit) => `at most ${limit}`,
  min_length: (limit, unit) => `at least ${limit} ${unit}`,
  max_length: (limit, unit) => `at most ${limit} ${unit}`,
};

/** Turns `("csv" | "json")` into a readable list. */
const choices = (expected: string) =>
  /^\(.*\)$/s.test(expected)
    ? `one of ${expected.slice(1, -1).replaceAll(' | ', ', ')}`
    : (KINDS[expected] ?? expected);

const hasOwnMessage = (issue: Issue) => !issue.message.startsWith('Invalid ');

export const isUnknownKey = (issue: Issue) => issue.expected === 'never';

export const isMissingKey = (issue: Issue) =>
  issue.received === 'undefined' && issue.type.endsWith('object') && (issue.path?.length ?? 0) > 0;

/** Catalogue IDs in descriptions, which mean nothing to authors of dealer files. */
const CATALOGUE_ENTRIES = /^(?:[A-Z]{3,4}-\d\d(?:, )?)+: | \((?:[A-Z]{3,4}-\d\d(?:, )?)+\)$/g;

/** A description without catalogue IDs. */
export const plainDescription = (description: string): string => description.replace(CATALOGUE_ENTRIES, '');

/** More keys than a reader would scan. */
const LISTED_KEYS = 12;

/** What was expected in place of an issue, worded for the author of the file. */
export function expectedBy(issue: Issue, schema: v.GenericSchema): string {
  const path = issue.path?.map(({ key }) => key as PropertyKey) ?? [];
  const whole = issue.path?.[0]?.input;
  if (isUnknownKey(issue)) {
    const parent = schemaAt(schema, path.slice(0, -1), whole);
    const known = Object.keys((parent && entriesOf(parent, issue.path?.at(-1)?.input)) ?? {});
    if (known.length === 0) return 'no such key';
    return known.length <= LISTED_KEYS
      ? `one of the keys ${known.join(', ')}`
      : `one of the ${known.length} keys there are here`;
  }
  if (isMissingKey(issue)) {
    const missing = schemaAt(schema, path, whole);
    const description = missing && v.getDescription(missing);
    return description === undefined ? 'a value' : plainDescription(description);
  }
  if (hasOwnMessage(issue)) return issue.message;
  const [one, several] = Array.isArray(issue.input) ? ['entry', 'entries'] : ['character', 'characters'];
  const unit = issue.requirement === 1 ? one : several;
  const limit = LIMITS[issue.type];
  return limit ? limit(String(issue.requirement), unit) : choices(issue.expected ?? issue.message);
}
