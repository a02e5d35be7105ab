import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

type FingerprintOptions = {
  /** What else than the files decides. */
  salt?: string;
  /** Files that decide nothing. */
  leaveOut?: (path: string) => boolean;
};

/** Hash over names and contents of files and folders; missing ones count as empty. */
export function fingerprint(
  paths: readonly string[],
  { salt = '', leaveOut = () => false }: FingerprintOptions = {},
): string {
  const hash = createHash('sha256').update(salt);
  const files = paths.flatMap(filesUnder).filter((file) => !leaveOut(file));
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}
