import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Hash over names and contents of files and folders; missing ones count as empty. */
export function fingerprint(paths: readonly string[], salt = ''): string {
  const hash = createHash('sha256').update(salt);
  for (const file of paths.flatMap(filesUnder).sort()) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** Remembers in `file` what a step was last done for, so that it is skipped while nothing changed. */
export const stamp = (file: string) => ({
  matches: (value: string) => existsSync(file) && readFileSync(file, 'utf8') === value,
  write: (value: string) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, value);
  },
});
