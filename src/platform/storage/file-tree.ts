import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Relative paths of all files in a folder, `about-us/index.html`; empty if it does not exist. */
export const filesUnder = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    : [];

/** Hard links a file, or copies it across disks. Linked files are never written to. */
export function linkFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch (error) {
    if (
      !(error instanceof Error && 'code' in error) ||
      !['EXDEV', 'EPERM', 'EMLINK'].includes(String(error.code))
    )
      throw error;
    copyFileSync(from, to);
  }
}

/** Links the files in a folder. */
export function linkTree(from: string, to: string, isWanted: (name: string) => boolean = () => true): void {
  mkdirSync(to, { recursive: true });
  for (const name of filesUnder(from).filter(isWanted)) linkFile(join(from, name), join(to, name));
}
