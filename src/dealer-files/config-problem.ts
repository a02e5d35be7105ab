import * as v from 'valibot';
import {
  entriesOf,
  expectedBy,
  isMissingKey,
  isUnknownKey,
  schemaAt,
} from '#src/config/schema-description.ts';
import { slugOf } from '#src/config/sections/slug.ts';

/** Damerau-Levenshtein distance. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      line[column] = Math.min(
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped && row > 1 && column > 1 ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, line];
  }
  return last[b.length] ?? 0;
}

/** Maximum distance relative to word length. */
const MISSPELT_SHARE = 0.4;

/** @returns the closest known word, if any is similar */
export function nearestWord(word: string, known: Iterable<string>): string | undefined {
  const asked = word.toLowerCase();
  let nearest: { word: string; far: number } | undefined;
  for (const candidate of known) {
    const far = distance(asked, candidate.toLowerCase());
    const isNear = far <= Math.floor(candidate.length * MISSPELT_SHARE);
    if (isNear && far < (nearest?.far ?? Number.POSITIVE_INFINITY)) nearest = { word: candidate, far };
  }
  return nearest?.word;
}

/** Suggests the closest known word as a question; undefined if none is similar. */
export function didYouMean(word: string, known: Iterable<string>): string | undefined {
  const meant = nearestWord(word, known);
  return meant === undefined ? undefined : `Did you mean "${meant}"?`;
}

const MAX_SUGGESTIONS = 40;

/** Lists alternatives to an unknown name, in sentences that follow the error. */
export function whatExists(name: string, known: Iterable<string>): string {
  const names = [...new Set(known)].sort();
  if (names.length === 0) return 'There is none.';
  const more = names.length - MAX_SUGGESTIONS;
  const named = names.slice(0, MAX_SUGGESTIONS).join(', ');
  return [didYouMean(name, names), `There are: ${named}${more > 0 ? ` and ${more} more` : ''}.`]
    .filter(Boolean)
    .join(' ');
}

type Issue = v.BaseIssue<unknown>;

const TRUTHS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  false: false,
  no: false,
  off: false,
};

/** Other spellings of a value that the author may have intended. */
function spellingsOf(text: string): unknown[] {
  const digits = text.replace(/\s/g, '');
  const day = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  return [
    TRUTHS[text.toLowerCase()],
    /^-?\d+(?:\.\d+)?%?$/.test(digits) ? Number(digits.replace('%', '')) : undefined,
    text.trim(),
    text.toLowerCase(),
    /^\d:\d\d$/.test(text) ? `0${text}` : undefined,
    day ? `${day[3]}-${day[2]?.padStart(2, '0')}-${day[1]?.padStart(2, '0')}` : undefined,
    /^\d{11}$/.test(digits) ? digits.replace(/^(\d\d)(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4') : undefined,
    text.replace(/^http:/, 'https:'),
    /^[a-z0-9-]+(?:\/[a-z0-9-]+)*(?:\.(?:avif|jpe?g|pdf|png|svg|webp))?$/.test(text) ? `/${text}` : undefined,
    /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?:\/\S*)?$/.test(text) ? `https://${text}` : undefined,
    text
      .replace(/^https?:\/\//, '')
      .replace(/[:/].*$/, '')
      .toLowerCase(),
    /^[\p{L}\p{M}\w &'.-]+$/u.test(text) ? slugOf(text) : undefined,
    [text],
  ];
}

function intendedOption(input: unknown): unknown[] {
  if (typeof input === 'string') return spellingsOf(input);
  if (typeof input === 'number')
    return [`${input}`, [input], input === 1 || input === 0 ? input === 1 : undefined];
  return [];
}

/** Advice for a misspelt value; undefined if no other spelling is valid. */
function otherSpelling({ input }: Issue, schema: v.GenericSchema | undefined): string | undefined {
  if (!schema || input === '') return undefined;
  const meant = intendedOption(input).find(
    (value) => value !== undefined && value !== input && v.is(schema, value),
  );
  return meant === undefined ? undefined : `Write ${JSON.stringify(meant)}.`;
}

/** LOC-13: latitude and longitude are swapped. */
function swappedPlace(issue: Issue): string | undefined {
  const last = issue.path?.at(-1);
  if (last?.key !== 'lat' && last?.key !== 'long') return undefined;
  const { lat, long } = last.input as { lat?: unknown; long?: unknown };
  if (typeof lat !== 'number') return undefined;
  if (typeof long === 'number' && lat >= 96 && lat <= 168 && long <= -9 && long >= -44) {
    return `Latitude and longitude are swapped: write "lat": ${long}, "long": ${lat}.`;
  }
  return last.key === 'lat' && lat >= 9 && lat <= 44
    ? `Write ${-lat}: latitudes in Australia are negative.`
    : undefined;
}

function numberRemedy({ type, requirement, input }: Issue): string | undefined {
  if (typeof input !== 'number') return undefined;
  if (type === 'integer') return `Write ${Math.round(input)}.`;
  if (type === 'max_value' && requirement === 1 && input <= 100)
    return `Write ${input / 100} for ${input} %.`;
  if (type === 'max_value') return `Write ${String(requirement)} or less.`;
  return type === 'min_value' ? `Write ${String(requirement)} or more.` : undefined;
}

function lengthRemedy({ type, requirement, input }: Issue): string | undefined {
  if (typeof input !== 'string' && !Array.isArray(input)) return undefined;
  const least = Number(requirement);
  if (type === 'min_length') return least === 1 ? 'Write at least one.' : `Write at least ${least}.`;
  if (type !== 'max_length') return undefined;
  const what = Array.isArray(input) ? 'entries' : 'characters';
  return `It has ${input.length} ${what}: remove ${input.length - least}.`;
}

/** Options of a picklist, or of a list of them. */
const offered = (schema: v.GenericSchema | undefined): string[] => {
  if (!schema) return [];
  if ('options' in schema && Array.isArray(schema.options)) {
    return schema.options.filter((option): option is string => typeof option === 'string');
  }
  return 'pipe' in schema && Array.isArray(schema.pipe) ? offered(schema.pipe[0]) : [];
};

const KIND_REMEDIES: Readonly<Record<string, string>> = {
  string: 'Write a text in double quotes.',
  number: 'Write the number alone, without quotes.',
  boolean: 'Write true or false, without quotes.',
  array: 'Put the entries in [ … ].',
  strict_object: 'Put the settings in { … }.',
  record: 'Put the entries in { … }.',
  picklist: 'Choose one of them.',
  variant: 'Choose one of them.',
};

/** Turns an expectation into an instruction. */
function byExpectation(expected: string): string {
  const example = /e\.g\. ("[^"]+")/.exec(expected)?.[1];
  if (example) return `Write it like ${example}.`;
  if (/^each |once$/.test(expected)) return 'Remove the duplicate.';
  if (/^text that is not empty/.test(expected)) return 'Write the text, or remove the key.';
  if (/calendar$/.test(expected)) return 'Write the right day.';
  if (/^an ABN whose/.test(expected)) return 'Copy it from abr.business.gov.au.';
  if (/^one of /.test(expected)) return 'Choose one of them.';
  return `Write ${expected}.`;
}

/** How to fix an issue, as an instruction. */
function remedyFor(issue: Issue, whole: v.GenericSchema, expected: string): string {
  const path = issue.path?.map(({ key }) => key as PropertyKey) ?? [];
  const key = String(path.at(-1) ?? 'the file');
  if (isUnknownKey(issue)) {
    const parent = schemaAt(whole, path.slice(0, -1), issue.path?.[0]?.input);
    const known = Object.keys((parent && entriesOf(parent, issue.path?.at(-1)?.input)) ?? {});
    return didYouMean(key, known) ?? `Remove "${key}"; dealers/REFERENCE.md lists the keys there are.`;
  }
  if (isMissingKey(issue)) return `Add "${key}".`;
  const schema = schemaAt(whole, path, issue.path?.[0]?.input);
  const misspelt = typeof issue.input === 'string' ? didYouMean(issue.input, offered(schema)) : undefined;
  return (
    swappedPlace(issue) ??
    otherSpelling(issue, schema) ??
    misspelt ??
    numberRemedy(issue) ??
    lengthRemedy(issue) ??
    KIND_REMEDIES[issue.type] ??
    byExpectation(expected)
  );
}

/** A mistake in a dealer file, worded for its author. */
export type ConfigProblem = {
  file: string;
  /** Dotted path, empty for the file as a whole. */
  path: string;
  /** Line of a content file, from 1. */
  line?: number;
  expected: string;
  received: string;
  remedy: string;
  /** Dealer files that cannot be used because of a mistake in a shared file. */
  affects?: readonly string[];
  /** The other dealer file in a conflict that either may have caused. */
  rival?: string;
};

/** A mistake whose file is not yet known; `line` is relative to the text at `path`, from 1. */
export type Finding = Omit<ConfigProblem, 'file' | 'affects' | 'rival'>;

const RECEIVED_LENGTH = 60;

/** A value as written in the file, truncated. */
export function describeReceived(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > RECEIVED_LENGTH ? `${text.slice(0, RECEIVED_LENGTH)}…` : text;
}

/** @returns a finding per valibot issue with its path, in schema order */
export function issueFindings(
  issues: readonly v.BaseIssue<unknown>[],
  schema: v.GenericSchema,
): { finding: Finding; keys: string[] }[] {
  return issues.map((issue) => {
    const keys = issue.path?.map((item) => String(item.key)) ?? [];
    const expected = expectedBy(issue, schema);
    const finding = {
      // Makes an empty key visible in the path.
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

/** Number of dealer files listed for a mistake in a shared file; a group may have hundreds. */
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
