import * as v from 'valibot';
import { type DealerConfig, DealerConfigSchema } from '#src/config/dealer-config.ts';
import { eachValueOf, entriesOf, isMissingKey, schemaAt } from '#src/config/schema-description.ts';
import { isJsonObject, type JsonObject } from '#src/platform/text/untrusted-values.ts';
import { type Finding, issueFindings, nearestWord } from './config-problem.ts';
import { misplacedLists } from './find-places.ts';

/** A finding with the keys of its path, since a key may hold a dot. */
export type Mistake = { finding: Finding; keys: readonly string[] };

const misplaced = (keys: readonly string[]): Mistake => ({
  keys,
  finding: {
    path: keys.join('.'),
    expected: 'an object { … }',
    received: 'a list',
    remedy: `Write "${keys.at(-1)}" as an object.`,
  },
});

const isWithin = (keys: readonly string[], outer: readonly string[]) =>
  outer.every((key, at) => keys[at] === key);

/**
 * A missing setting that may come from another source. An entry of a list must be complete, because lists replace
 * each other.
 */
const isAbsentSetting = (issue: v.BaseIssue<unknown>): boolean =>
  isMissingKey(issue) && !(issue.path ?? []).some(({ type }) => type === 'array');

/**
 * Checks settings by the schema of dealer files.
 * @param options.isPart whether other sources may supply missing keys
 */
export function parseSettings(
  values: JsonObject,
  { isPart }: { isPart: boolean },
): { dealer: DealerConfig } | { mistakes: Mistake[] } {
  const lists = misplacedLists(DealerConfigSchema, values);
  const parsed = v.safeParse(DealerConfigSchema, values);
  if (parsed.success && lists.length === 0) return { dealer: parsed.output };
  const issues = (parsed.issues ?? []).filter((issue) => !isPart || !isAbsentSetting(issue));
  const mistakes = issueFindings(issues, DealerConfigSchema).filter(
    ({ keys }) => !lists.some((outer) => isWithin(keys, outer)),
  );
  return { mistakes: [...lists.map(misplaced), ...mistakes] };
}

type Keys = readonly string[];

/** Whether one of two places is the other, or lies inside it; `*` is any key. */
export function overlaps(one: Keys, other: Keys): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length).every((key, at) => key === '*' || other[at] === '*' || key === other[at]);
}

const valueAt = (values: unknown, keys: Keys): unknown =>
  keys.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined,
    values,
  );

const OPTIONAL_TYPES: ReadonlySet<string> = new Set(['optional', 'nullish', 'exact_optional']);

type Place = {
  /** Known keys of the object the place is in, by name. */
  entries: Readonly<Record<string, { type: string }>> | undefined;
  mayBeLeftOut: boolean;
};

function placeAt(values: JsonObject, keys: Keys): Place {
  const [above, key = ''] = [keys.slice(0, -1), keys.at(-1)];
  const around = valueAt(values, above);
  const schema = schemaAt(DealerConfigSchema, above, values);
  if (!schema || !isJsonObject(around) || !Object.hasOwn(around, key)) {
    return { entries: undefined, mayBeLeftOut: false };
  }
  const entries = entriesOf(schema, around);
  const own = entries && Object.hasOwn(entries, key) ? entries[key] : undefined;
  const isNamedByWriter = eachValueOf(schema) !== undefined;
  const isUnknown = entries !== undefined && own === undefined;
  return {
    entries,
    mayBeLeftOut: isNamedByWriter || isUnknown || (own !== undefined && OPTIONAL_TYPES.has(own.type)),
  };
}

/** The key that a misspelt one was probably meant to be: its value is not that of the file either. */
function meantBy(values: JsonObject, keys: Keys): string[][] {
  const key = keys.at(-1) ?? '';
  const { entries } = placeAt(values, keys);
  if (!entries || Object.hasOwn(entries, key)) return [];
  const meant = nearestWord(key, Object.keys(entries));
  return meant === undefined ? [] : [[...keys.slice(0, -1), meant]];
}

/** A wrong key, or the innermost optional setting around it. */
const innermostOptional = (values: JsonObject, keys: Keys): Keys | undefined =>
  keys.map((_, at) => keys.slice(0, keys.length - at)).find((place) => placeAt(values, place).mayBeLeftOut);

/** Settings without the keys that are wrong. */
export type PartlySound = {
  dealer: DealerConfig;
  /** Places whose values are not those of the file. */
  leftOut: readonly Keys[];
};

/**
 * Settings with mistakes, as they would be without the wrong keys.
 * @returns undefined if a wrong value is required
 */
export function withoutWrongKeys(values: JsonObject): PartlySound | undefined {
  const rest = structuredClone(values);
  const leftOut: Keys[] = [];
  for (;;) {
    const parsed = parseSettings(rest, { isPart: false });
    if ('dealer' in parsed) return { dealer: parsed.dealer, leftOut };
    const before = leftOut.length;
    for (const { keys } of parsed.mistakes) {
      if (leftOut.slice(before).some((place) => place.every((key, at) => keys[at] === key))) continue;
      const place = innermostOptional(rest, keys);
      if (!place) return undefined;
      leftOut.push(place, ...meantBy(rest, place));
      Reflect.deleteProperty(Object(valueAt(rest, place.slice(0, -1))), place.at(-1) ?? '');
    }
  }
}
