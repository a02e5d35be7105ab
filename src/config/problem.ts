import type * as v from 'valibot';
import { expectedBy, isMissingKey, isUnknownKey } from './expected.ts';

/** One mistake in a dealer file, worded for the person who can mend it. */
export type ConfigProblem = {
  file: string;
  /** Dotted path inside the file, empty for the file as a whole. */
  path: string;
  expected: string;
  received: string;
  remedy: string;
};

const RECEIVED_LENGTH = 60;

/** The value as it stands in the file, cut to a readable length. */
export function describeReceived(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > RECEIVED_LENGTH ? `${text.slice(0, RECEIVED_LENGTH)}…` : text;
}

function remedyFor(issue: v.BaseIssue<unknown>, keys: readonly string[]): string {
  const key = keys.at(-1) ?? 'the file';
  if (isUnknownKey(issue)) return `Remove "${key}", or correct its spelling.`;
  if (isMissingKey(issue)) return `Add "${key}".`;
  const isEntry = issue.path?.at(-1)?.type === 'array';
  return isEntry ? `Correct entry ${Number(key) + 1} of "${keys.at(-2) ?? ''}".` : `Correct "${key}".`;
}

/** @returns one problem per valibot issue, in the order of the schema that found them */
export function problemsFromIssues(
  file: string,
  issues: readonly v.BaseIssue<unknown>[],
  schema: v.GenericSchema,
): ConfigProblem[] {
  return issues.map((issue) => {
    const keys = issue.path?.map((item) => String(item.key)) ?? [];
    return {
      file,
      path: keys.join('.'),
      expected: expectedBy(issue, schema),
      received: isUnknownKey(issue)
        ? `key "${keys.at(-1) ?? ''}"`
        : describeReceived(isMissingKey(issue) ? undefined : issue.input),
      remedy: remedyFor(issue, keys),
    };
  });
}

export function formatProblem(problem: ConfigProblem): string {
  const place = problem.path ? `${problem.file}: ${problem.path}` : problem.file;
  return `${place}\n  expected  ${problem.expected}\n  received  ${problem.received}\n  remedy    ${problem.remedy}`;
}
