import type * as v from 'valibot';
import { expectedBy, isMissingKey, isUnknownKey } from '#src/config/expected.ts';
import { remedyFor } from './remedy.ts';

/** One mistake in a dealer file, worded for the person who can fix it. */
export type ConfigProblem = {
  file: string;
  /** Dotted path inside the file, empty for the file as a whole. */
  path: string;
  /** Line of a content file, from 1. */
  line?: number;
  expected: string;
  received: string;
  remedy: string;
  /** Dealer files left out by a mistake in a file they share. */
  affects?: readonly string[];
  /** The other dealer file of a clash in which either may be at fault. */
  rival?: string;
};

/** A mistake before its file is known; `line` counts within the text at `path`, from 1. */
export type Finding = Omit<ConfigProblem, 'file' | 'affects' | 'rival'>;

const RECEIVED_LENGTH = 60;

/** The value as written in the file, cut to a readable length. */
export function describeReceived(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > RECEIVED_LENGTH ? `${text.slice(0, RECEIVED_LENGTH)}…` : text;
}

/** @returns one finding per valibot issue with its path, in the order of the schema */
export function issueFindings(
  issues: readonly v.BaseIssue<unknown>[],
  schema: v.GenericSchema,
): { finding: Finding; keys: string[] }[] {
  return issues.map((issue) => {
    const keys = issue.path?.map((item) => String(item.key)) ?? [];
    const expected = expectedBy(issue, schema);
    const finding = {
      // An empty key would leave no trace in the path.
      path: keys.map((key) => key || '""').join('.'),
      expected,
      received: isUnknownKey(issue)
        ? `key "${keys.at(-1) ?? ''}"`
        : describeReceived(isMissingKey(issue) ? undefined : issue.input),
      remedy: remedyFor(issue, schema, expected),
    };
    return { finding, keys };
  });
}

/** How many dealer files are named with a shared mistake; a group may have hundreds. */
const NAMED_FILES = 5;

function affected(files: readonly string[]): string {
  const named = files.slice(0, NAMED_FILES).join(', ');
  return files.length > NAMED_FILES ? `${named} and ${files.length - NAMED_FILES} more` : named;
}

export function formatProblem(problem: ConfigProblem): string {
  const { file, path, line, expected, received, remedy, affects } = problem;
  const place = line === undefined ? file : `${file}:${line}`;
  const lines = [
    path ? `${place}: ${path}` : place,
    `  expected  ${expected}`,
    `  received  ${received}`,
    `  remedy    ${remedy}`,
    ...(affects ? [`  left out  ${affected(affects)}`] : []),
  ];
  return lines.join('\n');
}
