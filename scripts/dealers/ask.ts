import { createInterface } from 'node:readline/promises';
import * as v from 'valibot';
import { expectedBy } from '#src/config/expected.ts';

/** Asks for one line of text. */
export type Ask = (question: string) => Promise<string>;

/** What is wrong with an answer, in the schema's own words; undefined for a good one. */
export function objection(schema: v.GenericSchema<string>, answer: string): string | undefined {
  const parsed = v.safeParse(schema, answer);
  return parsed.success ? undefined : expectedBy(parsed.issues[0], schema);
}

/** Asks on the terminal until it is closed. @throws Error when that happens before an answer */
export async function onTerminal<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
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
