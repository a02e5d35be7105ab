import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Records in `file` the input a step last ran with, so that it is skipped while nothing changes. */
export const stamp = (file: string) => ({
  matches: (value: string) => existsSync(file) && readFileSync(file, 'utf8') === value,
  write: (value: string) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, value);
  },
});
