import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const HASH_LENGTH = 24;

/** By what identifies a file's content on its disk: pictures are linked into the folders of many dealers. */
const known = new Map<string, string>();

/** Hash of a file's content. Files are replaced, never overwritten. */
export function fileHash(file: string): string {
  const { dev, ino, size, mtimeMs } = statSync(file);
  const content = `${dev} ${ino} ${size} ${mtimeMs}`;
  const hash =
    known.get(content) ?? createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, HASH_LENGTH);
  known.set(content, hash);
  return hash;
}

/** Hash of a value as JSON. */
export const valueHash = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('hex')
    .slice(0, HASH_LENGTH);

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
