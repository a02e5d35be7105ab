import type * as v from 'valibot';
import { entriesOf, unwrapped } from '#src/config/schema-description.ts';

type Schema = v.GenericSchema;

/** One key of a dealer file that holds a value rather than further keys; "[]" means the entries of a list. */
export type Setting = { path: string; schema: Schema; isOptional: boolean };

const itemOf = (schema: Schema): Schema | undefined =>
  'item' in schema ? unwrapped(Reflect.get(schema, 'item') as Schema) : undefined;

/** Every setting of a schema, in its order. */
export function settingsOf(schema: Schema, path = '', isOptional = false): Setting[] {
  const here = unwrapped(schema);
  const entries = entriesOf(here);
  if (entries) {
    return Object.entries(entries).flatMap(([key, entry]) =>
      settingsOf(entry, path ? `${path}.${key}` : key, entry.type === 'optional'),
    );
  }
  const item = itemOf(here);
  if (item && entriesOf(item)) return settingsOf(item, `${path}[]`);
  return [{ path, schema: here, isOptional }];
}

/** All values a configuration holds at such a path; undefined for an object that has none. */
export function valuesAt(config: unknown, path: string): unknown[] {
  const steps = path.split('.');
  return steps.reduce<unknown[]>(
    (at, step) => {
      const key = step.replace('[]', '');
      const next = at
        .filter((each) => typeof each === 'object' && each !== null)
        .map((each) => (each as Record<string, unknown>)[key]);
      return step.endsWith('[]') ? next.flatMap((each) => (Array.isArray(each) ? each : [])) : next;
    },
    [config],
  );
}
