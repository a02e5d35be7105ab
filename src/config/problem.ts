import type * as v from 'valibot';

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

export function describeReceived(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > RECEIVED_LENGTH ? `${text.slice(0, RECEIVED_LENGTH)}…` : text;
}

function remedyFor(issue: v.BaseIssue<unknown>, key: string): string {
  if (issue.expected === 'never') return `Remove "${key}", or correct its spelling.`;
  if (issue.received === 'undefined') return `Add "${key}".`;
  return `Correct "${key}".`;
}

/** @returns one problem per valibot issue, in the order of the file. */
export function problemsFromIssues(file: string, issues: readonly v.BaseIssue<unknown>[]): ConfigProblem[] {
  return issues.map((issue) => {
    const keys = issue.path?.map((item) => String(item.key)) ?? [];
    const key = keys.at(-1) ?? 'the file';
    const unknownKey = issue.expected === 'never';
    return {
      file,
      path: keys.join('.'),
      expected: unknownKey
        ? 'no such key'
        : issue.kind === 'validation' || isCustomMessage(issue)
          ? issue.message
          : (issue.expected ?? issue.message),
      received: unknownKey ? `key "${key}"` : describeReceived(issue.input),
      remedy: remedyFor(issue, key),
    };
  });
}

const isCustomMessage = (issue: v.BaseIssue<unknown>) => !issue.message.startsWith('Invalid ');

export function formatProblem(problem: ConfigProblem): string {
  const place = problem.path ? `${problem.file}: ${problem.path}` : problem.file;
  return `${place}\n  expected  ${problem.expected}\n  received  ${problem.received}\n  remedy    ${problem.remedy}`;
}
