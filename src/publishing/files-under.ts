import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Names of all files below a folder, `about-us/index.html`; none where there is no folder. */
export const filesUnder = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    : [];
