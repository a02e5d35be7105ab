import type * as v from 'valibot';

type Schema = v.GenericSchema;

const inner = (schema: Schema, name: 'wrapped' | 'item' | 'value'): Schema | undefined =>
  name in schema ? (Reflect.get(schema, name) as Schema) : undefined;

/** The schema inside `optional` and `nullable`. */
export function unwrapped(schema: Schema): Schema {
  const wrapped = inner(schema, 'wrapped');
  return wrapped ? unwrapped(wrapped) : schema;
}

type Entries = Record<string, Schema>;

/** The objects a variant may be: those that `value` names the kind of, all where it names none. */
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
 * The keys an object schema knows; undefined for any other.
 * @param value the value there, if known: it decides which keys a variant has
 */
export function entriesOf(schema: Schema, value?: unknown): Entries | undefined {
  if ('entries' in schema) return schema.entries as Entries;
  const options = optionsOf(schema, value);
  return options && Object.assign({}, ...options.map((option) => entriesOf(option) ?? {}));
}

/** The schema of a list's entries; undefined for any other. */
export const itemOf = (schema: Schema): Schema | undefined => inner(schema, 'item');

/** The schema of the values of an object with keys of the writer's own; undefined for any other. */
export const eachValueOf = (schema: Schema): Schema | undefined => inner(schema, 'value');

const valueAt = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/**
 * The schema at a path such as `locations`, `0`, `phone`; undefined where the schema knows no such place.
 * @param value what the schema is for, where known
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
