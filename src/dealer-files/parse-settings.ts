import * as v from 'valibot';
import { type DealerConfig, DealerConfigSchema } from '#src/config/dealer-config.ts';
import { eachValueOf, entriesOf, isMissingKey, schemaAt } from '#src/config/schema-description.ts';
import { isJsonObject, type JsonObject } from '#src/platform/text/untrusted-values.ts';
import { type Finding, issueFindings, nearestWord } from './config-problem.ts';
import { misplacedLists } from './find-places.ts';

/** A finding with its path as keys, because a key may contain a dot. */
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

/** Whether a check of several settings asks for one that is not there. */
const asksForKey = ({ kind, path }: v.BaseIssue<unknown>): boolean =>
  kind === 'validation' && path !== undefined && path.at(-1)?.value === undefined;

/** A missing setting that another layer may provide. List entries must be complete, because lists are not merged. */
const isAbsentSetting = (issue: v.BaseIssue<unknown>): boolean =>
  (isMissingKey(issue) || asksForKey(issue)) && !(issue.path ?? []).some(({ type }) => type === 'array');

/**
 * Validates settings against the schema of dealer files.
 * @param options.isPart whether other layers may provide missing keys
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

/** Whether one path equals or contains the other; `*` matches any key. */
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
  /** Known keys of the containing object, by name. */
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

/** The key that was probably intended by a misspelt one: its value is missing too. */
function intendedKeys(values: JsonObject, keys: Keys): string[][] {
  const key = keys.at(-1) ?? '';
  const { entries } = placeAt(values, keys);
  if (!entries || Object.hasOwn(entries, key)) return [];
  const meant = nearestWord(key, Object.keys(entries));
  return meant === undefined ? [] : [[...keys.slice(0, -1), meant]];
}

/** The invalid key, or the innermost optional setting around it. */
const innermostOptional = (values: JsonObject, keys: Keys): Keys | undefined =>
  keys.map((_, at) => keys.slice(0, keys.length - at)).find((place) => placeAt(values, place).mayBeLeftOut);

/** Settings without the invalid keys. */
export type PartlySound = {
  dealer: DealerConfig;
  /** Paths whose values were removed. */
  leftOut: readonly Keys[];
};

/**
 * Removes invalid keys from settings.
 * @returns undefined if a required value is invalid
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
      leftOut.push(place, ...intendedKeys(rest, place));
      Reflect.deleteProperty(Object(valueAt(rest, place.slice(0, -1))), place.at(-1) ?? '');
    }
  }
}
