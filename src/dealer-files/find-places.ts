import type * as v from 'valibot';
import { eachValueOf, entriesOf, itemOf, unwrapped } from '#src/config/schema-description.ts';
import { isJsonObject } from '#src/platform/text/untrusted-values.ts';

type Schema = v.GenericSchema;

/** A value with its dotted path. */
export type Place = { path: string; value: unknown };

type Plan = { wanted?: true; keys?: ReadonlyMap<string, Plan>; item?: Plan };

/** Whether a schema is `base`, possibly with a description or further checks. */
function stemsFrom(schema: Schema, base: Schema): boolean {
  if (schema === base) return true;
  const first: unknown = 'pipe' in schema && Array.isArray(schema.pipe) ? schema.pipe[0] : undefined;
  return first !== undefined && first !== schema && stemsFrom(first as Schema, base);
}

type Choice = { wanted: readonly Schema[]; skipped?: readonly Schema[] };

function planOf(schema: Schema, choice: Choice): Plan | undefined {
  const here = unwrapped(schema);
  if (choice.wanted.some((base) => stemsFrom(here, base))) return { wanted: true };
  if (choice.skipped?.some((base) => stemsFrom(here, base))) return undefined;
  const keys = Object.entries(entriesOf(here) ?? {}).flatMap(([key, child]) => {
    const plan = planOf(child, choice);
    return plan ? [[key, plan] as const] : [];
  });
  if (keys.length > 0) return { keys: new Map(keys) };
  const part = itemOf(here) ?? eachValueOf(here);
  const item = part && planOf(part, choice);
  return item && { item };
}

function collect(plan: Plan, value: unknown, path: string, found: Place[]): void {
  if (plan.wanted) found.push({ path, value });
  if (typeof value !== 'object' || value === null) return;
  const below = path === '' ? '' : `${path}.`;
  for (const [key, child] of plan.keys ?? []) {
    const item: unknown = Reflect.get(value, key);
    if (item !== undefined) collect(child, item, below + key, found);
  }
  if (!plan.item) return;
  for (const [key, item] of Object.entries(value)) collect(plan.item, item, below + key, found);
}

/**
 * Finds all values of a type, wherever a schema allows one. The schema is traversed only once for all configurations.
 * @param choice schemas of that type, and those inside which it counts as another type
 */
export function placesOf(schema: Schema, choice: Choice): (config: unknown) => Place[] {
  const plan = planOf(schema, choice);
  return (config) => {
    const found: Place[] = [];
    if (plan) collect(plan, config, '', found);
    return found;
  };
}

/** Paths with a list in place of an object. Valibot accepts a list as an object without keys, such as "card": []. */
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

/** @returns paths of items with a duplicate key */
export function repeated<T>(items: readonly T[], keyOf: (item: T) => string): number[] {
  const seen = new Set<string>();
  return items.flatMap((item, at) => {
    const key = keyOf(item);
    if (seen.has(key)) return [at];
    seen.add(key);
    return [];
  });
}
