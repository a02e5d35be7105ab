import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Remembers in `file` what a step was last done for, so that it is skipped while nothing changed. */
export const stamp = (file: string) => ({
  matches: (value: string) => existsSync(file) && readFileSync(file, 'utf8') === value,
  write: (value: string) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, value);
  },
});
