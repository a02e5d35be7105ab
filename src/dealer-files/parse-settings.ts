import * as v from 'valibot';
import { type DealerConfig, DealerConfigSchema } from '#src/config/dealer-config.ts';
import { isMissingKey } from '#src/config/expected.ts';
import type { JsonObject } from '#src/domain/json-object.ts';
import { type Finding, issueFindings } from './problem.ts';
import { misplacedLists } from './schema-places.ts';

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
