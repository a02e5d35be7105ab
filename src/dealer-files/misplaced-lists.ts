import type * as v from 'valibot';
import { eachValueOf, entriesOf, itemOf, unwrapped } from '#src/config/schema-at.ts';
import { isJsonObject } from './inherit.ts';

/**
 * Places where a list stands for an object. Valibot takes a list for an object without keys, and so "card": []
 * would pass for one that sets nothing.
 */
export function misplacedLists(
  schema: v.GenericSchema,
  value: unknown,
  keys: readonly string[] = [],
): string[][] {
  const here = unwrapped(schema);
  const entries = entriesOf(here, value);
  const each = eachValueOf(here);
  const isList = Array.isArray(value);
  if (entries || each) {
    if (isList) return [[...keys]];
    if (!isJsonObject(value)) return [];
    return Object.entries(value).flatMap(([key, item]) => {
      const child = each ?? (entries && Object.hasOwn(entries, key) ? entries[key] : undefined);
      return child ? misplacedLists(child, item, [...keys, key]) : [];
    });
  }
  const item = itemOf(here);
  if (!item || !isList) return [];
  return value.flatMap((one: unknown, at) => misplacedLists(item, one, [...keys, String(at)]));
}
