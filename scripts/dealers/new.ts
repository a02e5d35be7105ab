import { existsSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline/promises';
import * as v from 'valibot';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import { expectedBy } from '#src/config/schema-description.ts';
import { SlugSchema } from '#src/config/sections/setting-types.ts';
import { collapseWeekdays, weekHours } from '#src/features/locations/hours/opening-hours.ts';
import { type Terminal, UsageError } from '../command/command.ts';
import { runCheck } from './check.ts';
import type { Request } from './dealer-arguments.ts';
import { newDealer } from './new-dealer.ts';
import { type Answers, QUESTIONS } from './questions.ts';
import { readOpeningHours } from './typed-hours.ts';

/** Asks for one line of text. */
type Ask = (question: string) => Promise<string>;

/** What is wrong with an answer, in the schema's words; undefined for a valid one. */
function objection(schema: v.GenericSchema<string>, answer: string): string | undefined {
  const parsed = v.safeParse(schema, answer);
  return parsed.success ? undefined : expectedBy(parsed.issues[0], schema);
}

/** Asks on the terminal until it is closed. @throws Error when that happens before an answer */
async function onTerminal<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new Promise<never>((_, reject) => {
    lines.once('close', () => reject(new Error('\nNothing was written.')));
  });
  try {
    return await work((question) => Promise.race([lines.question(question), closed]));
  } finally {
    closed.catch(() => undefined);
    lines.close();
  }
}

type Option = keyof Answers;

/** As people write them: states in capitals, an ABN without blanks. */
const tidied = (option: Option, answer: string): string => {
  const text = answer.trim();
  if (option === 'state' || option === 'template') return text.toLowerCase();
  if (option === 'abn') return text.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4');
  return text;
};

/** The answers that options give. @throws UsageError that names the option at fault */
function readOptions(given: Request['answers']): Partial<Answers> {
  const answers = QUESTIONS.flatMap(({ option, schema }) => {
    const text = given[option];
    if (text === undefined) return [];
    const answer = tidied(option, text);
    const expected = objection(schema, answer);
    if (expected)
      throw new UsageError(`--${option}: expected ${expected}, received ${JSON.stringify(text)}.`);
    return [[option, answer] as const];
  });
  return Object.fromEntries(answers);
}

/** Asks for the values the options leave out; asks again after an invalid answer. */
export async function askForRest(known: Partial<Answers>, ask: Ask, terminal: Terminal): Promise<Answers> {
  const answers: Partial<Answers> = { ...known };
  for (const { option, asks, schema } of QUESTIONS) {
    while (answers[option] === undefined) {
      const answer = tidied(option, await ask(`${asks}: `));
      const expected = objection(schema, answer);
      if (expected === undefined) answers[option] = answer;
      else terminal.error(`  expected ${expected}`);
    }
  }
  return answers as Answers;
}

/** @throws UsageError without a terminal, where an option is missing */
function complete(known: Partial<Answers>, terminal: Terminal): Promise<Answers> {
  const missing = QUESTIONS.filter(
    (question) => known[question.option] === undefined && !('isOptional' in question),
  );
  if (missing.length === 0) return Promise.resolve({ hours: '', ...known } as Answers);
  if (process.stdin.isTTY) return onTerminal((ask) => askForRest(known, ask, terminal));
  const names = missing.map(({ option }) => `--${option}`).join(', ');
  throw new UsageError(`Without a terminal to ask on, "new" also needs ${names}.`);
}

/** `new <slug>`: writes a dealer file that is ready to build and serve. @returns the exit code */
export async function runNew(request: Request, terminal: Terminal): Promise<number> {
  const [slug = ''] = request.words;
  const expected = objection(SlugSchema, slug);
  if (expected) throw new UsageError(`expected ${expected}, received ${JSON.stringify(slug)}.`);
  const file = join(request.dealersDir, `${slug}.json`);
  if (existsSync(file)) throw new Error(`${file} already exists and is unchanged.`);
  const answers = await complete(readOptions(request.answers), terminal);
  const month = new Date().toISOString().slice(0, 'YYYY-MM'.length);
  // Never overwrites a file created in the meantime.
  writeFileSync(file, `${JSON.stringify(newDealer(slug, answers, month), null, 2)}\n`, { flag: 'wx' });
  terminal.log(`Wrote ${relative('.', file)}.`);
  terminal.log(`Opening hours: ${hoursAsRead(answers.hours)}.`);
  const code = runCheck(request, terminal);
  terminal.log(nextSteps(slug));
  return code;
}

/** The hours as they were understood, to check. */
function hoursAsRead(typed: string): string {
  const rows = collapseWeekdays(weekHours(readOpeningHours(typed) ?? []));
  return rows.map(({ day, text }) => `${day} ${text}`).join(', ') || 'none yet; add "opening_hours"';
}

const nextSteps = (slug: string) => `
Prices are "Price on request" until "stock.defaultPriceType" says what they include; "hosts" is still empty.
Next:
  npm run build -- ${slug}
  npm run serve                  (with SITE_SECRET set; the site is ${canonicalOrigin({ slug, hosts: [] })})
  npm run import -- ${slug}      (once "stock.feed" names the stock feed)`;
