import type * as v from 'valibot';

type Schema = v.GenericSchema;

const inner = (schema: Schema, name: 'wrapped' | 'item' | 'value'): Schema | undefined =>
  name in schema ? (Reflect.get(schema, name) as Schema) : undefined;

/** The schema inside `optional` and `nullable`. */
export function unwrapped(schema: Schema): Schema {
  const wrapped = inner(schema, 'wrapped');
  return wrapped ? unwrapped(wrapped) : schema;
}

/** The keys an object schema knows; undefined for any other. */
export const entriesOf = (schema: Schema): Record<string, Schema> | undefined =>
  'entries' in schema ? (schema.entries as Record<string, Schema>) : undefined;

/** The schema of a list's entries; undefined for any other. */
export const itemOf = (schema: Schema): Schema | undefined => inner(schema, 'item');

/** The schema of the values of an object with keys of the writer's own; undefined for any other. */
export const eachValueOf = (schema: Schema): Schema | undefined => inner(schema, 'value');

/** The schema at a path such as `locations`, `0`, `phone`; undefined where the schema knows no such place. */
export function schemaAt(schema: Schema, path: readonly PropertyKey[]): Schema | undefined {
  const [key, ...rest] = path;
  const here = unwrapped(schema);
  if (key === undefined) return here;
  const entries = entriesOf(here);
  const next =
    entries && typeof key === 'string' && Object.hasOwn(entries, key)
      ? entries[key]
      : (itemOf(here) ?? eachValueOf(here));
  return next && schemaAt(next, rest);
}
