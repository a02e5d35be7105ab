import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as v from 'valibot';
import { checkDealer, checkFleet } from './dealer-checks.ts';
import { type DealerConfig, DealerConfigSchema } from './dealer-config.ts';
import { inherit, isJsonObject, type JsonObject } from './inherit.ts';
import { checkMenus } from './menu-checks.ts';
import { withNamesInWords } from './names-in-words.ts';
import { type ConfigProblem, describeReceived, problemsFromIssues } from './problem.ts';
import { TEMPLATE_NAMES, TEMPLATES, type TemplateName } from './templates.ts';

/** Larger than any real dealer file by two orders of magnitude. */
const MAX_FILE_BYTES = 2_000_000;

/** What an editor checks dealer files against stands beside them and is none. */
const SCHEMA_SUFFIX = '.schema.json';

export type LoadedDealers = {
  /** Valid dealers by file name order. */
  dealers: DealerConfig[];
  /** Every mistake found; a dealer with one is left out (CFG-03). */
  problems: ConfigProblem[];
};

const fileProblem = (file: string, expected: string, received: string, remedy: string): ConfigProblem => ({
  file,
  path: '',
  expected,
  received,
  remedy,
});

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

type Read<T> = { value: T } | { problem: ConfigProblem };

function readText(file: string): Read<string> {
  const refuse = (...words: [expected: string, received: string, remedy: string]) => ({
    problem: fileProblem(file, ...words),
  });
  try {
    const stats = statSync(file);
    if (!stats.isFile()) return refuse('a file', 'a folder', 'Rename the folder or move it elsewhere.');
    if (stats.size > MAX_FILE_BYTES) {
      const remedy = 'Keep stock and pictures out of the dealer file.';
      return refuse(`a file of at most ${MAX_FILE_BYTES} bytes`, `${stats.size} bytes`, remedy);
    }
  } catch (error) {
    return refuse('a file that can be read', reasonOf(error), 'Check the file and its permissions.');
  }
  try {
    return { value: new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)) };
  } catch {
    return refuse('UTF-8 text', 'bytes that are not UTF-8', 'Save the file as UTF-8.');
  }
}

function parseJsonObject(file: string, text: string): Read<JsonObject> {
  let poisoned = false;
  try {
    const value: unknown = JSON.parse(text, (key, item) => {
      poisoned ||= key === '__proto__';
      return item;
    });
    if (poisoned) {
      return { problem: fileProblem(file, 'no key "__proto__"', 'key "__proto__"', 'Remove the key.') };
    }
    return isJsonObject(value)
      ? { value }
      : {
          problem: fileProblem(file, 'a JSON object', describeReceived(value), 'Wrap the settings in { … }.'),
        };
  } catch (error) {
    return {
      problem: fileProblem(file, 'valid JSON', reasonOf(error), 'Correct the JSON at the place named.'),
    };
  }
}

/** Resolves one dealer file: template, then the file's own keys, then the strict schema. */
export function loadDealer(file: string): { dealer: DealerConfig } | { problems: ConfigProblem[] } {
  const text = readText(file);
  if ('problem' in text) return { problems: [text.problem] };
  const read = parseJsonObject(file, text.value);
  if ('problem' in read) return { problems: [read.problem] };
  const template = read.value.template;
  if (!TEMPLATE_NAMES.includes(template as TemplateName)) {
    return {
      problems: [
        {
          file,
          path: 'template',
          expected: `one of ${TEMPLATE_NAMES.join(', ')}`,
          received: describeReceived(template),
          remedy: 'Name the template this dealer starts from.',
        },
      ],
    };
  }
  const parsed = v.safeParse(DealerConfigSchema, inherit(TEMPLATES[template as TemplateName], read.value));
  if (!parsed.success) return { problems: problemsFromIssues(file, parsed.issues, DealerConfigSchema) };
  const expectedSlug = basename(file, '.json');
  const findings = [...checkDealer(parsed.output), ...checkMenus(parsed.output, read.value)];
  if (parsed.output.slug !== expectedSlug) {
    findings.unshift({
      path: 'slug',
      expected: `"${expectedSlug}", as the file is named`,
      received: JSON.stringify(parsed.output.slug),
      remedy: 'Make the slug and the file name agree.',
    });
  }
  return findings.length > 0
    ? { problems: findings.map((finding) => ({ file, ...finding })) }
    : { dealer: withNamesInWords(parsed.output) };
}

/**
 * Reads every `*.json` directly under `folder`, except `*.schema.json`.
 * @throws Error when the folder itself cannot be read.
 */
export function loadDealers(folder: string): LoadedDealers {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json') && !name.endsWith(SCHEMA_SUFFIX))
    .sort()
    .map((name) => join(folder, name));
  const problems: ConfigProblem[] = [];
  const loaded = files.flatMap((file) => {
    const result = loadDealer(file);
    if ('dealer' in result) return [{ file, dealer: result.dealer }];
    problems.push(...result.problems);
    return [];
  });
  const clashes = checkFleet(loaded);
  const refused = new Set(clashes.map((clash) => clash.file));
  return {
    dealers: loaded.filter(({ file }) => !refused.has(file)).map(({ dealer }) => dealer),
    problems: [...problems, ...clashes],
  };
}

/** Where dealer files live: `--dealers-dir`, else DEALERS_DIR, else `dealers/`. */
export const dealersFolder = (fromOption?: string): string =>
  resolve(fromOption ?? process.env.DEALERS_DIR ?? 'dealers');
