import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { SlugSchema } from '#src/config/sections/setting-types.ts';
import { whatExists } from '#src/dealer-files/config-problem.ts';
import { dealersFolder } from '#src/dealer-files/load-dealers.ts';
import { distFolder } from '#src/dealer-files/release/snapshot.ts';
import { existingDealersFolder, readOptions, UsageError } from '../command/command.ts';
import { QUESTIONS } from './questions.ts';

/** The file of a dealer. @throws Error that names what exists if there is no file */
export function dealerFile(folder: string, slug: string): string {
  const file = join(folder, `${slug}.json`);
  // A slug with slashes or dots would name files in other folders.
  if (v.is(SlugSchema, slug) && existsSync(file)) return file;
  const known = readdirSync(folder)
    .filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json'))
    .map((name) => basename(name, '.json'));
  throw new Error(`There is no dealer file "${slug}.json" in ${folder}. ${whatExists(slug, known)}`);
}

const newOptions = QUESTIONS.map(({ option, asks }) => `    --${option.padEnd(12)} ${asks}`).join('\n');

export const USAGE = `Checks, shows and creates dealer files.

  npm run dealers -- check [slug]                all mistakes and warnings, of one dealer or all
  npm run dealers -- list                        every dealer file in a table
  npm run dealers -- show <slug> [path] [--json] the settings in force and where each comes from
  npm run dealers -- diff <slug> [git ref]       what an edit changes on the site (since HEAD)
  npm run dealers -- reviews <slug> <file> [--dry-run]
                                                 adds reviews of a JSON or CSV file, also of Google's and
                                                 ProductReview's exports, and lists the rows left out
    --source NAME      where they were published: Google (known by its export), ProductReview or another
    --link ADDRESS     where the source shows them, for reviews without an address of their own
    --location SLUG    the one location they are about
  npm run dealers -- new <slug>                  writes a new dealer file; asks for the values these options leave out:
${newOptions}

--dealers-dir DIR names the dealer files (default dealers/), --dist DIR the folder of builds (default dist/), whose
published sites keep their hosts. Exit codes: 0 done, 1 problems found, 2 wrong usage.`;

const text = { type: 'string' } as const;

const options = {
  'dealers-dir': text,
  dist: text,
  json: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  source: text,
  link: text,
  location: text,
  help: { type: 'boolean', short: 'h', default: false },
  ...(Object.fromEntries(QUESTIONS.map(({ option }) => [option, text])) as Record<
    (typeof QUESTIONS)[number]['option'],
    typeof text
  >),
} as const;

const parse = (args: string[]) => readOptions(() => parseArgs({ args, allowPositionals: true, options }));

/** Which arguments a command takes after its name: the fewest and the most. */
const ARGUMENTS = {
  check: [0, 1],
  list: [0, 0],
  show: [1, 2],
  diff: [1, 2],
  new: [1, 1],
  reviews: [2, 2],
} as const;
type Name = keyof typeof ARGUMENTS;

const isName = (word: string): word is Name => Object.hasOwn(ARGUMENTS, word);

export type Request = {
  command: Name | 'help';
  /** Words after the command: a slug, then a path or a git reference. */
  words: readonly string[];
  dealersDir: string;
  /** Where builds go. */
  dist: string;
  json: boolean;
  dryRun: boolean;
  /** Facts of a file of reviews, given as options. */
  ofReviews: Readonly<Record<'source' | 'link' | 'location', string | undefined>>;
  /** Answers given as options. */
  answers: Readonly<Record<string, string | undefined>>;
};

/** @throws UsageError */
export function readArguments(args: string[]): Request {
  const { values, positionals } = parse(args);
  const {
    json,
    help,
    'dealers-dir': folder,
    'dry-run': dryRun,
    dist,
    source,
    link,
    location,
    ...answers
  } = values;
  const ofReviews = { source, link, location };
  const [command, ...words] = positionals;
  const places = { dealersDir: dealersFolder(folder), dist: distFolder(dist) };
  const common = { words, ...places, json, dryRun, ofReviews, answers };
  if (help) return { ...common, command: 'help' };
  if (command === undefined) throw new UsageError('Name a command.');
  if (!isName(command)) throw new UsageError(`There is no command "${command}".`);
  const [fewest, most] = ARGUMENTS[command];
  if (words.length < fewest) {
    const file = fewest > 1 ? ' and a file' : '';
    throw new UsageError(`"${command}" needs the slug of a dealer${file}.`);
  }
  if (words.length > most)
    throw new UsageError(`"${words[most]}" is one argument too many for "${command}".`);
  if (json && command !== 'show') throw new UsageError('--json belongs to "show".');
  if (dryRun && command !== 'reviews') throw new UsageError('--dry-run belongs to "reviews".');
  const fact = Object.entries(ofReviews).find(([, value]) => value !== undefined)?.[0];
  if (fact !== undefined && command !== 'reviews') throw new UsageError(`--${fact} belongs to "reviews".`);
  const given = Object.keys(answers)[0];
  if (given !== undefined && command !== 'new') throw new UsageError(`--${given} belongs to "new".`);
  return { ...common, dealersDir: existingDealersFolder(folder), command };
}
