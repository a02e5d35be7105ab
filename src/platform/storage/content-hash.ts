import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const HASH_LENGTH = 24;

/** By inode: pictures are linked into the folders of many dealers. */
const hashes = new Map<string, string>();

/** Cached by inode, since files are replaced and never overwritten. */
export function fileHash(file: string): string {
  const { dev, ino, size, mtimeMs } = statSync(file);
  const content = `${dev} ${ino} ${size} ${mtimeMs}`;
  const hash =
    hashes.get(content) ??
    createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, HASH_LENGTH);
  hashes.set(content, hash);
  return hash;
}

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
  /** Additional input. */
  salt?: string;
  /** Files to ignore. */
  leaveOut?: (path: string) => boolean;
};

/** Hashes names and contents of files and folders; missing ones count as empty. */
export function fingerprint(
  paths: readonly string[],
  { salt = '', leaveOut = () => false }: FingerprintOptions = {},
): string {
  const hash = createHash('sha256').update(salt);
  const files = paths.flatMap(filesUnder).filter((file) => !leaveOut(file));
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}
