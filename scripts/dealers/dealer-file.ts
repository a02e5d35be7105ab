import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { SlugSchema } from '#src/config/sections/setting-types.ts';
import { whatExists } from '#src/dealer-files/config-problem.ts';

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
