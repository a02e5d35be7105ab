import * as v from 'valibot';
import { isMissingKey, isUnknownKey } from '#src/config/expected.ts';
import { entriesOf, schemaAt } from '#src/config/schema-at.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import { didYouMean } from './nearest.ts';

type Issue = v.BaseIssue<unknown>;

const TRUTHS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  false: false,
  no: false,
  off: false,
};

/** What a writer may have meant: other spellings of the same value. */
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

function meantBy(input: unknown): unknown[] {
  if (typeof input === 'string') return spellingsOf(input);
  if (typeof input === 'number')
    return [`${input}`, [input], input === 1 || input === 0 ? input === 1 : undefined];
  return [];
}

/** Words for a key whose value is misspelt; undefined where no other spelling would pass. */
function otherSpelling({ input }: Issue, schema: v.GenericSchema | undefined): string | undefined {
  if (!schema || input === '') return undefined;
  const meant = meantBy(input).find((value) => value !== undefined && value !== input && v.is(schema, value));
  return meant === undefined ? undefined : `Write ${JSON.stringify(meant)}.`;
}

/** LOC-13: latitude and longitude that are swapped. */
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

/** The options of a picklist, or of a list of them. */
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

/** The example or the wording of what was expected, as an instruction. */
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

/** What to do about an issue, as an instruction. */
export function remedyFor(issue: Issue, whole: v.GenericSchema, expected: string): string {
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
