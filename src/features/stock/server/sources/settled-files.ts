import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { replaceFileSync } from '#src/platform/storage/replace-file.ts';

/** A free path in a folder: `stock.csv`, `stock-2.csv`, … */
function freePath(folder: string, name: string): string {
  const end = extname(name);
  const stem = basename(name, end);
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem}-${number}${end}`);
    if (!existsSync(path)) return path;
  }
}

/** Moves a file into a folder; an existing one of its name stays. @returns its new path */
export function moveInto(folder: string, file: string, name = basename(file)): string {
  mkdirSync(folder, { recursive: true });
  const path = freePath(folder, name);
  renameSync(file, path);
  return path;
}

type Failure = {
  slug: string;
  /** Message of the import. */
  why: string;
  /** Where the file comes in, for people. */
  comesIn: string;
  at: Date;
};

/** Says beside a file why it was not imported, and what to do. */
export function explainFailure(file: string, { slug, why, comesIn, at }: Failure): void {
  const lines = [
    `${basename(file)} was not imported on ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC:`,
    why,
    '',
    `What to do: correct the file, or ask the supplier for another one, and ${comesIn}.`,
    `If it is right as it is, ${comesIn} and run: npm run import -- ${slug} --force`,
    '',
  ];
  replaceFileSync(`${file}.txt`, lines.join('\n'));
}
